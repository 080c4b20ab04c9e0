import { type Range, RangeSet, type RangeValue } from '@codemirror/state';

/** Ranges that stand or fall together where the set is compared with one that came of it. */
const PIECE = 16;

/**
 * A set of sorted ranges that is cheap to compare with itself after typing. CodeMirror passes over those pieces of a set
 * that a change only moved, but it makes them of 250 ranges: all that can be seen would be one piece, and compared one by
 * one at every keystroke. Pieces that are put in before others stay as they are.
 */
export function evenSet<T extends RangeValue>(ranges: readonly Range<T>[]): RangeSet<T> {
  let set: RangeSet<T> = RangeSet.empty;
  for (let end = ranges.length; end > 0; end -= PIECE) {
    set = set.update({ add: ranges.slice(Math.max(0, end - PIECE), end) });
  }
  return set;
}
