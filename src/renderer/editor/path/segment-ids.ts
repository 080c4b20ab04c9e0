import type { SegmentId } from '../../../core/ids.ts';

let made = 0;

/** A name that no other segment of this window has or had. */
export function newSegmentId(): SegmentId {
  made += 1;
  return made as SegmentId;
}
