import type { TextRange } from '../text/span.ts';
import { type Command, isAboutSnapshot } from './command.ts';
import { type CommandError, commandError } from './command-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { findContent, findFirstQuote } from './quotes.ts';
import {
  type Arguments,
  bareWord,
  type HasNode,
  isEmptyWord,
  openQuote,
  optionNames,
  readArguments,
} from './read-arguments.ts';
import { ParseRefusal, type Texts } from './read-options.ts';
import { readVerb, VERB_WORDS } from './read-verb.ts';
import type { ScannedCommand } from './scan-answer.ts';
import { TOOLS, type ToolInLines } from './tools.ts';

export type ParsedCommand =
  | {
      readonly ok: true;
      readonly command: Command;
      /** The range of quoted content in the parsed text, without the quotes; null for a block, or without content. */
      readonly quoted: TextRange | null;
    }
  | { readonly ok: false; readonly error: CommandError };

type Refused = ParsedCommand & { readonly ok: false };

/** A misspelt verb is not repeated at any length. */
const MAX_REPEATED = 40;
const OPTION_NAMES: ReadonlySet<string> = new Set(
  TOOLS.flatMap((tool) => ('rules' in tool ? optionNames(tool.rules) : [])),
);
const isOption = (key: string) => OPTION_NAMES.has(key);

/** A command of an answer. */
export type ParsedFromAnswer =
  | {
      readonly ok: true;
      readonly command: Command;
      /** The ranges of its content in the answer, in order; joined, they are the content. Empty without content. */
      readonly ranges: readonly TextRange[];
    }
  | { readonly ok: false; readonly error: CommandError };

/** A command as it was scanned. One that did not end is refused, however much of it there is. */
export function parseScanned(scanned: ScannedCommand, hasNode: HasNode): ParsedFromAnswer {
  if (scanned.state === 'cut')
    return refuse(
      'INVALID_SYNTAX',
      'the answer was cut inside this command, so it was not run',
      'write it again',
    );
  if (scanned.state === 'unclosed')
    return refuse('INVALID_SYNTAX', 'the text of this command does not end', 'end it with a line ←');
  const parsed = parseCommand(scanned.text, scanned.block?.content ?? null, hasNode);
  if (!parsed.ok) return parsed;
  const { command, quoted } = parsed;
  const isText = 'content' in command || isAboutSnapshot(command);
  const ranges = isText ? rangesOf(scanned, quoted) : [];
  return { ok: true, command, ranges };
}

/** The ranges of content in the answer, without its quotes. */
function rangesOf({ textFrom, block }: ScannedCommand, quoted: TextRange | null): readonly TextRange[] {
  const ranges =
    quoted === null ? (block?.ranges ?? []) : [{ from: textFrom + quoted.from, to: textFrom + quoted.to }];
  return ranges.filter(({ from, to }) => from < to);
}

/**
 * Parses a command (`agents.md`, *Grammar*). There is no guessing: a line that is not understood to its last word is
 * refused. Never throws, and takes time linear in the text.
 * @param text one line, as written after the arrow
 * @param block the lines that follow a command that ends in a colon; null for none
 * @param hasNode whether the tree has a node, which decides what a bare word is; an id in brackets is not looked up
 */
export function parseCommand(text: string, block: string | null, hasNode: HasNode): ParsedCommand {
  const read = readVerb(text);
  if (read.tool === null) return refuseVerb(read.word);
  const { tool } = read;
  const rest = text.slice(read.to);
  if (tool.verb === 'think')
    return accept({ verb: tool.verb, thought: (block ?? rest.replace(/^[:.,]/, '')).trim() });
  if (tool.verb === 'help') return parseHelp(rest, tool.usage);

  const { verb } = tool;
  const end = block === null ? rest.length : Math.max(0, rest.trimEnd().length - 1);
  const written = rest.slice(0, end);
  const whole = tool.rewritten?.(written) ?? written;
  const label = tool.text === 'labelled' ? findFirstQuote(whole, isOption) : 'none';
  if (label === 'open') return { ok: false, error: openQuote() };
  // Nothing moves in the line.
  const line = label === 'none' ? whole : blankOut(whole, label);
  if (tool.text === undefined && block !== null)
    return refuse('INVALID_SYNTAX', `${verb} takes no text`, `→ ${tool.usage}`);
  const takesQuote = tool.text !== undefined && tool.text !== 'block';
  const found = takesQuote ? findContent(line, isOption) : 'none';
  if (found === 'open') return { ok: false, error: openQuote() };
  const range = found === 'none' ? null : found;
  const around = range === null ? line : `${line.slice(0, range.from - 1)} ${line.slice(range.to + 1)}`;
  const args = readArguments(tool, around, hasNode);
  if ('code' in args) return { ok: false, error: args };
  const texts: Texts = {
    label: label === 'none' ? null : whole.slice(label.from, label.to),
    quoted: range === null ? null : line.slice(range.from, range.to),
    block,
  };
  if (range === null || tool.text === 'both') return build(tool, args, texts, null);
  if (block !== null)
    return refuse('INVALID_SYNTAX', `${verb} takes one text, and there are two`, args.usage);
  return build(tool, args, texts, { from: read.to + range.from, to: read.to + range.to });
}

/** A line with spaces in place of a quote and its marks. */
function blankOut(line: string, { from, to }: TextRange): string {
  return `${line.slice(0, from - 1)}${' '.repeat(to - from + 2)}${line.slice(to + 1)}`;
}

function build(tool: ToolInLines, args: Arguments, texts: Texts, quoted: TextRange | null): ParsedCommand {
  try {
    return accept(tool.make(args, texts), quoted);
  } catch (error) {
    if (error instanceof ParseRefusal) return { ok: false, error: error.error };
    throw error;
  }
}

function parseHelp(rest: string, usage: string): ParsedCommand {
  const words = rest
    .toLowerCase()
    .split(/[\s,→"“”«»]+/)
    .map(bareWord)
    .filter((word) => !isEmptyWord(word));
  if (words.length === 0) return accept({ verb: 'help', tool: null });
  const name = words.join(' ');
  const read = readVerb(name);
  if (read.tool === null) return refuseVerb(read.word);
  if (read.to < name.length) return refuse('INVALID_SYNTAX', 'help explains one tool', `→ ${usage}`);
  return accept({ verb: 'help', tool: read.tool.verb });
}

function refuseVerb(word: string | null): ParsedCommand {
  if (word === null) return refuse('INVALID_SYNTAX', 'there is no command after the arrow', '→ help');
  const meant = didYouMean(word, VERB_WORDS);
  const shown = word.length <= MAX_REPEATED ? word : `${word.slice(0, MAX_REPEATED).toWellFormed()}…`;
  return refuse(
    'INVALID_SYNTAX',
    `“${shown}” is no command`,
    meant === null ? 'for the commands, → help' : `did you mean → ${meant}`,
  );
}

function accept(command: Command, quoted: TextRange | null = null): ParsedCommand {
  return { ok: true, command, quoted };
}

function refuse(...args: Parameters<typeof commandError>): Refused {
  return { ok: false, error: commandError(...args) };
}
