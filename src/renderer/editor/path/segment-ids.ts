import type { SegmentId } from '../../../core/ids.ts';

let count = 0;

/** An id that no other segment of this window has or had. */
export function newSegmentId(): SegmentId {
  count += 1;
  return count as SegmentId;
}
