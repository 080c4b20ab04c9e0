import { wholeAfter } from '../../../core/text/surrogate-pair.ts';

/**
 * What one text has in the place of another's, without what both begin and end with. UTF-16 offsets in `after`; `to` is
 * between characters.
 */
export function changedPart(before: string, after: string): { readonly from: number; readonly to: number } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: wholeAfter(after, after.length - end) };
}
