import { spliceSpans } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';

/**
 * One splice with the same effect as `first` and then `second`. Undefined if the second does not touch what
 * the first inserted or where it deleted: one splice would then have to repeat the text between them.
 */
export function joinSplices(first: DraftSplice, second: DraftSplice): DraftSplice | undefined {
  const insertEnd = first.from + first.insert.length;
  if (second.from > insertEnd || second.to < first.from) return undefined;
  // Text that the second deletes outside the first's insertion was there before the first.
  const before = Math.max(0, first.from - second.from);
  const after = Math.max(0, second.to - insertEnd);
  const from = Math.max(0, second.from - first.from);
  const to = Math.min(first.insert.length, second.to - first.from);
  return {
    from: first.from - before,
    to: first.to + after,
    insert: first.insert.slice(0, from) + second.insert + first.insert.slice(to),
    spans: spliceSpans(first.spans, from, to, second.spans),
  };
}
