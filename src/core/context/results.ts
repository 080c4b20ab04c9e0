/** The results of commands as an agent is sent them (`agents.md`, *Results*). */

import { BOUNDARY_MARK } from '../commands/quote-text.ts';
import { cutText } from '../text/limits.ts';
import { snapToPairStart } from '../text/surrogate-pair.ts';
import { estimateTokens, lengthOfTokens } from './estimate-tokens.ts';

/** A command with its result. */
export interface CommandWithResult {
  /** As written. */
  readonly line: string;
  /** Empty for a thought. */
  readonly text: string;
}

/** The share of the window for the results of one batch. */
const SHARE_OF_WINDOW = 1 / 4;
/** A longer line is cut where not all fits, in UTF-16 code units: its agent has written it and still has it. */
const MAX_LINE = 200;
/** No result is cut to less, in UTF-16 code units. */
const LEAST = 100;
const BLANK_LINE = '\n\n';

/**
 * Formats the results of a batch as one message: each line as written, its result below, and a blank line between. If
 * they exceed a quarter of the window, the middle of the longest results is omitted.
 * @param window in tokens
 */
export function formatResults(results: readonly CommandWithResult[], window: number): string {
  const room = lengthOfTokens(window * SHARE_OF_WINDOW);
  const whole = join(results);
  if (whole.length <= room) return whole;
  const short = results.map(({ line, text }) => ({
    line: line.length > MAX_LINE ? `${cutText(line, MAX_LINE)}…` : line,
    text,
  }));
  const others = join(short.map(({ line }) => ({ line, text: '' }))).length + short.length;
  const most = Math.max(LEAST, longestThatFits(lengths(short), room - others));
  return join(short.map(({ line, text }) => ({ line, text: withoutMiddle(text, most) })));
}

/** A text of at most about `most` UTF-16 code units: what is left out of its middle is counted in a line of its own. */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const { head, tail } = cutMiddle(text, Math.max(0, most - ROOM_FOR_MARK));
  const left = estimateTokens(tail.from - head.to).toLocaleString('en-US');
  const before = text.slice(0, head.to).replace(/\n$/, '');
  return `${before}\n… ${left} tokens left out\n${tail.isWhole ? '' : '…'}${text.slice(tail.from)}`;
}

/** More than the line that counts what is left out. */
const ROOM_FOR_MARK = 40;

function join(results: readonly CommandWithResult[]): string {
  return results.map(({ line, text }) => (text === '' ? line : `${line}\n${text}`)).join(BLANK_LINE);
}

function lengths(results: readonly CommandWithResult[]): readonly number[] {
  return results.map(({ text }) => text.length);
}

/** Length to which the longest are cut so that all fit: shorter ones stay whole. */
function longestThatFits(all: readonly number[], room: number): number {
  let left = room;
  const sorted = all.toSorted((one, other) => one - other);
  for (const [at, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** The parts of a text before and after a cut. */
interface CutMiddle {
  /** The end of the first part, and whether a line ends there. */
  readonly head: { readonly to: number; readonly isWhole: boolean };
  /** The start of the second part, and whether a line begins there: if not, something must precede it. */
  readonly tail: { readonly from: number; readonly isWhole: boolean };
}

/**
 * Cuts the middle out of a text, at line ends if they are near, so that about `most` code units are left.
 * @param most less than the length of the text
 */
export function cutMiddle(text: string, most: number): CutMiddle {
  const half = Math.max(0, Math.floor(most / 2));
  return { head: endOfHead(text, half), tail: startOfTail(text, text.length - half) };
}

function endOfHead(text: string, most: number): CutMiddle['head'] {
  const line = text.lastIndexOf('\n', most - 1);
  return line >= 0 && line >= most / 2
    ? { to: line + 1, isWhole: true }
    : { to: snap(text, most), isWhole: false };
}

function startOfTail(text: string, least: number): CutMiddle['tail'] {
  const line = text.indexOf('\n', least);
  const latest = least + (text.length - least) / 2;
  return line >= 0 && line < latest
    ? { from: line + 1, isWhole: true }
    : { from: snap(text, least), isWhole: false };
}

/** Not inside a surrogate pair, nor between a mark and the backslash that quotes it. */
function snap(text: string, at: number): number {
  return text[at] === BOUNDARY_MARK && text[at - 1] === '\\' ? at - 1 : snapToPairStart(text, at);
}
