import { assert } from '../assert.ts';
import type { SegmentId } from '../ids.ts';
import {
  getLocation,
  isWorkingBuffer,
  locationHolding,
  locationReaching,
  locationsFrom,
  replaceSegment,
  type Segment,
  type SegmentLocation,
  type Segments,
  spliceSegments,
} from './segments.ts';

/** Replaces `[fromA, toA)` of the text before the transaction by `insertLength` code units. */
export interface BufferChange {
  readonly fromA: number;
  readonly toA: number;
  readonly insertLength: number;
}

/** The effect of one change on one segment. */
export interface RoutedPart {
  readonly segmentId: SegmentId;
  /** The replaced range in the segment's own text, after the earlier parts of the same transaction. */
  readonly from: number;
  readonly to: number;
  /** The range of the inserted text in the text after the transaction; empty for a part that only deletes. */
  readonly insertFrom: number;
  readonly insertTo: number;
}

export interface RoutedChange {
  readonly segments: Segments;
  /** In text order; applied in sequence, they produce the new texts of the segments. */
  readonly parts: readonly RoutedPart[];
}

/**
 * The segment that text inserted at `offset` belongs to (`domain.md`, *Mapping an edit of the buffer to
 * nodes*, rule 2 with nothing deleted); also the segment of a caret at that offset.
 * @throws {BugError} when the offset is not in the text
 */
export function locateInsertion(segments: Segments, offset: number): SegmentLocation {
  if (offset === 0) return getLocation(segments, 0);
  const ending = locationReaching(segments, offset);
  if (offset < ending.start + ending.segment.length || isWorkingBuffer(segments, ending.index)) return ending;
  let previous = ending;
  for (const location of locationsFrom(segments, ending.index + 1)) {
    if (isWorkingBuffer(segments, location.index)) return previous.segment.openAtEnd ? previous : location;
    if (location.segment.length > 0) break;
    if (location.segment.pending) return location;
    previous = location;
  }
  if (ending.segment.hiddenSplit !== true || ending.segment.openAtEnd) return ending;
  return getLocation(segments, ending.index + 1);
}

/** A segment after a change to its text: the working buffer keeps its flags, any other segment becomes pending. */
function withChange(
  segments: Segments,
  location: SegmentLocation,
  length: number,
  lostEnd: boolean,
): Segment {
  const { segment, index } = location;
  if (isWorkingBuffer(segments, index)) return { ...segment, length };
  return { ...segment, length, pending: true, openAtEnd: segment.openAtEnd || lostEnd };
}

/** Replaces `[from, to)` of the text that `segments` cover, and appends the effects to `parts`. */
function routeOne(
  segments: Segments,
  from: number,
  to: number,
  insertLength: number,
  parts: RoutedPart[],
): Segments {
  const insertEnd = from + insertLength;
  if (from === to) {
    if (insertLength === 0) return segments;
    const location = locateInsertion(segments, from);
    const at = from - location.start;
    parts.push({
      segmentId: location.segment.segmentId,
      from: at,
      to: at,
      insertFrom: from,
      insertTo: insertEnd,
    });
    const length = location.segment.length + insertLength;
    return replaceSegment(segments, location.index, withChange(segments, location, length, false));
  }
  const first = locationHolding(segments, from);
  const end = first.start + first.segment.length;
  if (to <= end) {
    // The common case: the change is inside one segment.
    const part = { segmentId: first.segment.segmentId, from: from - first.start, to: to - first.start };
    parts.push({ ...part, insertFrom: from, insertTo: insertEnd });
    const length = first.segment.length - (to - from) + insertLength;
    return replaceSegment(segments, first.index, withChange(segments, first, length, to === end));
  }
  const changed: Segment[] = [];
  for (const location of locationsFrom(segments, first.index)) {
    if (location.start >= to) break;
    const { segment, start, index } = location;
    const localFrom = Math.max(0, from - start);
    const localTo = Math.min(segment.length, to - start);
    if (localFrom === localTo) {
      // Already empty, between two segments that lose text: unchanged.
      changed.push(segment);
      continue;
    }
    const isFirst = index === first.index;
    parts.push({
      segmentId: segment.segmentId,
      from: localFrom,
      to: localTo,
      insertFrom: isFirst ? from : insertEnd,
      insertTo: insertEnd,
    });
    const length = segment.length - (localTo - localFrom) + (isFirst ? insertLength : 0);
    changed.push(withChange(segments, location, length, localTo === segment.length));
  }
  return spliceSegments(segments, first.index, first.index + changed.length, changed);
}

/**
 * Maps a transaction to the segments it changes, by the four rules of `domain.md`, *Mapping an edit of the
 * buffer to nodes*. The changes are sorted, do not overlap, and have offsets into the text before the
 * transaction; each is mapped to the segments that result from the previous one. A committed segment that it
 * touches becomes pending. The cost is proportional to the changes and the segments they touch.
 * @throws {BugError} when the changes are not in order or not inside the text
 */
export function routeChange(segments: Segments, changes: readonly BufferChange[]): RoutedChange {
  const parts: RoutedPart[] = [];
  let current = segments;
  let shift = 0;
  let reached = 0;
  for (const { fromA, toA, insertLength } of changes) {
    assert(
      reached <= fromA && fromA <= toA && toA <= segments.length && insertLength >= 0,
      () => `change ${fromA} to ${toA} (+${insertLength}) after ${reached}, in ${segments.length}`,
    );
    current = routeOne(current, fromA + shift, toA + shift, insertLength, parts);
    shift += insertLength - (toA - fromA);
    reached = toA;
  }
  return { segments: current, parts };
}
