import type { LineRange } from '../../../core/commands/command.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { estimateTokens, lengthOfTokens } from '../../../core/context/estimate-tokens.ts';
import { cutMiddle, withoutMiddle } from '../../../core/context/results.ts';
import { countBreaks } from '../../../core/proposals/lines.ts';
import type { CommandContext } from './command-context.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';

/** A summary in place of a text, in UTF-16 code units: more than one is long. */
const MAX_SUMMARY = 1_000;

/** The longest text that is shown in full, in tokens: a request is not for a whole book. */
const MAX_FULL_TOKENS = 50_000;

export interface ShownPart {
  /** Only these lines; null for all. */
  readonly lines: LineRange | null;
  readonly full: boolean;
  /** A longer text is cut, unless all of it is asked for (`agents.md`, *Results*). */
  readonly tokens: number;
  /** The name of the shown text in a command: `a7x2bc`. */
  readonly target: string;
  /** The command that shows more of it, without its options; by default `view` with the target. Null if none does. */
  readonly command?: string | null;
  /** `full` may be asked for. */
  readonly hasFull: boolean;
}

/** The part that a tool reads for its result. */
interface ReadPart extends Omit<ShownPart, 'tokens'> {
  /**
   * Stands for all of a text that is longer than a result: someone's words, or several summaries as lines that are
   * quoted already; null if there is none (yet). Not called where it is not needed. Absent for what has none.
   */
  summary?(): string | readonly string[] | null;
}

/**
 * Shows a quoted text in a tool's result, the one way for all that read (`agents.md`, *Results*): all of it or the
 * requested lines; of more than a result holds, the summary if there is one, otherwise its beginning and end.
 * @throws {CommandRefusal} as `showPart`
 */
export function showResult({ context }: CommandView, quoted: string, part: ReadPart): string {
  const tokens = context.preferences().resultTokens;
  const isLong = quoted.length > lengthOfTokens(tokens) && !part.full && part.lines === null;
  const summary = isLong ? (part.summary?.() ?? null) : null;
  const { target, command: named = `view ${target}`, hasFull } = part;
  const command = named && named + inTree(context);
  if (summary === null) return showPart(quoted, { ...part, command, tokens });
  const size = estimateTokens(quoted.length).toLocaleString('en-US');
  const short =
    typeof summary === 'string'
      ? `summary of ${size} tokens: ${inOneLine(summary, MAX_SUMMARY)}`
      : `summaries of ${size} tokens:\n${withoutMiddle(summary.join('\n'), lengthOfTokens(tokens))}`;
  return command === null ? short : `${short}\n→ ${command} ${hasFull ? 'full, or ' : ''}lines:1-40`;
}

/** The option by which a command reads the same tree again: empty if it is the one that commands act on. */
export function inTree({ otherTree }: CommandContext): string {
  return otherTree === undefined ? '' : ` in tree:[${otherTree}]`;
}

/**
 * The part of a quoted text that is shown: cut in the middle if it is long, with the command that shows the rest.
 * @throws {CommandRefusal} INVALID_SYNTAX if it does not have these lines
 */
export function showPart(
  quoted: string,
  { lines, full, tokens, target, command = `view ${target}`, hasFull }: ShownPart,
): string {
  const text = lines === null ? quoted : linesOf(quoted, lines, target);
  const most = lengthOfTokens(full ? MAX_FULL_TOKENS : tokens);
  if (text.length <= most) return text;
  const { head, tail } = cutMiddle(text, most);
  const left = estimateTokens(tail.from - head.to).toLocaleString('en-US');
  const first = (lines?.first ?? 1) + countBreaks(text, 0, head.to);
  const last = (lines?.first ?? 1) + countBreaks(text, 0, tail.from) - (tail.isWhole ? 1 : 0);
  const isByLines = head.isWhole && tail.isWhole;
  const more = isByLines ? `lines:${first}-${last}` : hasFull && !full ? 'full' : null;
  const left_out = `… ${left} tokens left out${more === null || command === null ? '' : `; → ${command} ${more}`}`;
  const before = text.slice(0, head.to).replace(/\n$/, '');
  return `${before}\n${left_out}\n${tail.isWhole ? '' : '…'}${text.slice(tail.from)}`;
}

function linesOf(text: string, { first, last }: LineRange, target: string): string {
  const all = text.split('\n');
  if (first > all.length)
    throw new CommandRefusal(
      'INVALID_SYNTAX',
      `${target} has ${all.length} lines`,
      `use lines:1-${all.length}`,
    );
  return all.slice(first - 1, last).join('\n');
}
