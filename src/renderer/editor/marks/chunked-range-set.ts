import { type Range, RangeSet, type RangeValue } from '@codemirror/state';

/** Ranges per chunk; a comparison skips a chunk as a whole if it is unchanged. */
const CHUNK = 16;

/**
 * Builds a set of sorted ranges that is cheap to compare with its successor after typing. CodeMirror skips chunks that
 * a change only moved, but makes them of 250 ranges: all visible ranges would be in one chunk, and compared one by one
 * on every keystroke. Adding ranges before existing chunks leaves those chunks unchanged.
 */
export function chunkedRangeSet<T extends RangeValue>(ranges: readonly Range<T>[]): RangeSet<T> {
  let set: RangeSet<T> = RangeSet.empty;
  for (let end = ranges.length; end > 0; end -= CHUNK) {
    set = set.update({ add: ranges.slice(Math.max(0, end - CHUNK), end) });
  }
  return set;
}
