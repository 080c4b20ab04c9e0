import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AspenError, type ErrorCode } from '../core/errors.ts';
import { HELP, type Verb } from '../ui-text/cli/help.ts';
import { NO_ROOM_FOR_COPY, OUTPUT_FULL, seeHelp, unknownVerb } from '../ui-text/cli/sentences.ts';
import { describeOpeningError } from '../ui-text/errors.ts';
import { type CommandContext, EXIT, type Installation, UsageError } from './command-context.ts';
import { BrokenPipe, OutputError, Terminal } from './terminal.ts';

/** Runs a command with its arguments. @returns the exit code @throws what it cannot do */
type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Each loads only what it needs: most of the time of a short command is loading. */
const COMMANDS: Readonly<Record<Verb, () => Promise<Command>>> = {
  export: async () => (await import('./export-command.ts')).exportCommand,
  import: async () => (await import('./import-command.ts')).importCommand,
  list: async () => (await import('./list-command.ts')).listCommand,
  lore: async () => (await import('./lore-command.ts')).loreCommand,
  report: async () => (await import('./report-command.ts')).reportCommand,
  tags: async () => (await import('./tags-command.ts')).tagsCommand,
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand,
  verify: async () => (await import('./verify-command.ts')).verifyCommand,
};

/** The signals that end a command, with the exit codes that shells expect. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** The code of a program that SIGPIPE has ended. */
const PIPE_CODE = 141;

/** Why a command is ending. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super();
    this.exitCode = exitCode;
  }
}

/** Runs the command line and ends the process. @param args without Node and the script */
export async function main(args: readonly string[], installation: Installation): Promise<never> {
  const controller = new AbortController();
  // Stays for further signals: they must not interrupt the tidying up.
  for (const [name, exitCode] of Object.entries(SIGNALS))
    process.on(name, () => controller.abort(new Interrupted(exitCode)));
  const terminal = new Terminal(process.stdout, process.stderr);
  const { signal } = controller;
  const exitCode = await run(args, { installation, terminal, signal, version: versionOf(installation) });
  terminal.clearProgress();
  // Threads and timers of the program need not keep it alive.
  process.exit(signal.aborted && signal.reason instanceof Interrupted ? signal.reason.exitCode : exitCode);
}

function versionOf({ workers }: Installation): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(workers, 'package.json'), 'utf8'),
  );
  return version;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  const verb = verbOf(args);
  try {
    const asked = answerTo(args, verb, context);
    if (asked !== null) {
      await terminal.write(asked);
      return EXIT.ok;
    }
    if (verb === undefined) {
      const [given] = args;
      if (given === undefined) {
        terminal.say(HELP.aspen.trimEnd());
        return EXIT.refused;
      }
      throw new UsageError(unknownVerb(given));
    }
    const command = await COMMANDS[verb]();
    return await command(args.slice(1), context);
  } catch (error) {
    return report(error, verb, args, context);
  }
}

function verbOf([first]: readonly string[]): Verb | undefined {
  return first !== undefined && Object.hasOwn(COMMANDS, first) ? (first as Verb) : undefined;
}

/** The answer to `--help`, `help` and `--version`; null for anything else. */
function answerTo(
  args: readonly string[],
  verb: Verb | undefined,
  { version }: CommandContext,
): string | null {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  if (args[0] === 'help') return HELP[verbOf(args.slice(1)) ?? 'aspen'];
  if (options.includes('--help') || options.includes('-h')) {
    if (verb !== undefined || args[0]?.startsWith('-') === true) return HELP[verb ?? 'aspen'];
  }
  if (options.includes('--version') && (verb !== undefined || args[0]?.startsWith('-') === true))
    return `${version}\n`;
  return null;
}

const IN_USE: ReadonlySet<ErrorCode> = new Set(['IN_USE', 'CONFLICT', 'REPLACED', 'MOVED']);

/** Says why a command ended, and returns the exit code for that. */
async function report(
  error: unknown,
  verb: Verb | undefined,
  args: readonly string[],
  { terminal, signal }: CommandContext,
): Promise<number> {
  if (error instanceof BrokenPipe) return PIPE_CODE;
  // The reason decides on the exit code.
  if (signal.aborted) return EXIT.refused;
  const { code, sentence, detail } = describe(error, verb);
  terminal.say([sentence, ...(detail === '' ? [] : [endSentence(detail)])].join('\n'));
  if (error instanceof UsageError) terminal.say(seeHelp(verb));
  if (args.includes('--json') && !(error instanceof OutputError)) {
    try {
      await terminal.writeJson({ error: { code, sentence, detail } });
    } catch (failure) {
      if (failure instanceof BrokenPipe) return PIPE_CODE;
      if (!(failure instanceof OutputError)) throw failure;
    }
  }
  return error instanceof AspenError && verb === 'import' && IN_USE.has(error.code)
    ? EXIT.inUse
    : EXIT.refused;
}

function describe(
  error: unknown,
  verb: Verb | undefined,
): {
  readonly code: string;
  readonly sentence: string;
  readonly detail: string;
} {
  if (error instanceof UsageError) return { code: 'USAGE', sentence: error.message, detail: '' };
  if (error instanceof OutputError)
    return { code: 'IO_ERROR', sentence: error.isFull ? OUTPUT_FULL : error.message, detail: '' };
  if (error instanceof AspenError) {
    const described = describeOpeningError(error);
    // Its detail says what was asked for in vain, in a sentence of its own.
    if (error.code === 'INVALID_ARGUMENT' || error.code === 'NOT_FOUND')
      return { ...described, sentence: endSentence(error.detail), detail: '' };
    if (error.code === 'DISK_FULL' && verb !== 'import') return { ...described, sentence: NO_ROOM_FOR_COPY };
    return described;
  }
  // A bug: its stack is for whoever mends it.
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ...describeOpeningError(error), detail };
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
