/** A quoted text that is cut in its middle (`agents.md`, *Results*). */
import { BOUNDARY_MARK } from '../commands/quote-text.ts';
import { snapToPairStart } from '../text/surrogate-pair.ts';

/** The parts of a text before and after a cut. */
export interface CutMiddle {
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
