import { commandError, formatCommandError } from '../../../core/commands/command-error.ts';
import { commandsOnly, type TypedCommand } from '../../../core/commands/commands-only.ts';
import { AspenError } from '../../../core/errors.ts';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { CommandOutcome } from '../../../ipc/wire/command.ts';
import type { CommandContext, WriterWork } from './command-context.ts';
import { CommandRunner } from './command-runner.ts';

/** The most commands that run at once: as many as an agent's turn may have at the most (`agents.md`, *A turn*). */
const MAX_COMMANDS = 200;

export interface WriterCommandsOptions
  extends Pick<CommandContext, 'store' | 'actor' | 'transactions' | 'idsAndClock' | 'generate'> {
  /** Read again for each command. */
  writerWork(treeId: TreeId): WriterWork;
}

/** The commands that the writer types instead of a message (`agents.md`, *Where it talks*). */
export class WriterCommands {
  readonly #options: WriterCommandsOptions;

  constructor(options: WriterCommandsOptions) {
    this.#options = options;
  }

  /**
   * Carries out a text whose lines are all commands, in order; one that is refused does not stop the others. Other
   * requests are answered in between.
   * @param at the place at first; null for the end of the writer's path
   * @throws {AspenError} INVALID_ARGUMENT for any other text; NOT_FOUND
   */
  async run(treeId: TreeId, at: PositionId | null, text: string): Promise<readonly CommandOutcome[]> {
    const commands = commandsOnly(text);
    if (commands === null) throw new AspenError('INVALID_ARGUMENT', 'not all lines are commands');
    const { writerWork, ...options } = this.#options;
    const context = { ...options, treeId, writerWork: () => writerWork(treeId) };
    const runner = new CommandRunner(context, at ?? writerWork(treeId).head);
    const outcomes: CommandOutcome[] = [];
    for (const command of commands) {
      const line = lineOf(command, text);
      if (outcomes.length >= MAX_COMMANDS) {
        outcomes.push({ line, text: formatCommandError(TOO_MANY), isRefused: true });
        break;
      }
      const result = await runner.run(command);
      outcomes.push({ line, text: result.text, isRefused: result.error !== null });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return outcomes;
  }
}

const TOO_MANY = commandError(
  'LIMIT_EXCEEDED',
  `max commands at once is ${MAX_COMMANDS}`,
  'from this one on, run them by themselves',
);

/** The first line of a command, as written. */
function lineOf({ from, to }: TypedCommand, text: string): string {
  const [line = ''] = text
    .slice(from, to)
    .trimStart()
    .split(/\r\n|\n|\r/, 1);
  return line;
}
