import { closesFence, type FenceLine } from '../text/fence-line.ts';

/**
 * Pairs the lines that open and close fences (`layers.md`, *Tokens and operations*).
 * @param marks all such lines of a text, in order
 * @returns by the index of the line that opens a fence, that of the line that closes it
 */
export function findClosings(marks: readonly FenceLine[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  /** Length from which a fence of each character is never closed, so that only few search to the end. */
  const unclosed = { '`': Number.POSITIVE_INFINITY, '~': Number.POSITIVE_INFINITY };
  for (let index = 0; index < marks.length; index++) {
    const opener = marks[index];
    if (opener === undefined) break;
    const { character, length, opens } = opener;
    if (!opens || length >= unclosed[character]) continue;
    const closing = indexOfClosing(marks, index, opener);
    if (closing === marks.length) unclosed[character] = length;
    else {
      closings.set(index, closing);
      index = closing;
    }
  }
  return closings;
}

/** The first of `marks` that closes the one at `from`; as many as there are if none does. */
function indexOfClosing(marks: readonly FenceLine[], from: number, opener: FenceLine): number {
  let index = from + 1;
  for (; index < marks.length; index++) {
    const mark = marks[index];
    if (mark !== undefined && closesFence(mark, opener)) break;
  }
  return index;
}
