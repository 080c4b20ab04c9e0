import { assert } from '../assert.ts';
import type { SegmentId } from '../ids.ts';
import {
  getPlace,
  isWorkingBuffer,
  placeHolding,
  placeReaching,
  placesFrom,
  replaceSegment,
  type Segment,
  type SegmentPlace,
  type Segments,
  spliceSegments,
} from './segments.ts';

/** `[fromA, toA)` of the text before the transaction is replaced by `insertLength` code units. */
export interface BufferChange {
  readonly fromA: number;
  readonly toA: number;
  readonly insertLength: number;
}

/** What one change does to one segment. */
export interface RoutedPart {
  readonly segmentId: SegmentId;
  /** Replaced range in the segment's own text, as the earlier parts of the same transaction left it. */
  readonly from: number;
  readonly to: number;
  /** Where the inserted text stands in the text after the transaction; equal for a part that only deletes. */
  readonly insertFrom: number;
  readonly insertTo: number;
}

export interface RoutedChange {
  readonly segments: Segments;
  /** In text order: applied one after the other they give the segments' new texts. */
  readonly parts: readonly RoutedPart[];
}

/**
 * The segment that text inserted at `offset` belongs to (`domain.md`, *Mapping an edit of the buffer to nodes*,
 * rule 2 with nothing deleted); also the one that a caret there is in.
 * @throws {BugError} when the offset is not in the text
 */
export function placeOfInsertion(segments: Segments, offset: number): SegmentPlace {
  if (offset === 0) return getPlace(segments, 0);
  const ending = placeReaching(segments, offset);
  if (offset < ending.start + ending.segment.length || isWorkingBuffer(segments, ending.index)) return ending;
  let previous = ending;
  for (const place of placesFrom(segments, ending.index + 1)) {
    if (isWorkingBuffer(segments, place.index)) return previous.segment.openAtEnd ? previous : place;
    if (place.segment.length > 0) break;
    if (place.segment.pending) return place;
    previous = place;
  }
  return ending;
}

/** A segment after a change to its text: the working buffer keeps its flags, any other is pending from now on. */
function touched(segments: Segments, place: SegmentPlace, length: number, lostItsEnd: boolean): Segment {
  const { segment, index } = place;
  if (isWorkingBuffer(segments, index)) return { ...segment, length };
  return { ...segment, length, pending: true, openAtEnd: segment.openAtEnd || lostItsEnd };
}

/** Replaces `[from, to)` of the text that `segments` cover; adds what it did to `parts`. */
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
    const place = placeOfInsertion(segments, from);
    const at = from - place.start;
    parts.push({
      segmentId: place.segment.segmentId,
      from: at,
      to: at,
      insertFrom: from,
      insertTo: insertEnd,
    });
    const length = place.segment.length + insertLength;
    return replaceSegment(segments, place.index, touched(segments, place, length, false));
  }
  const first = placeHolding(segments, from);
  const end = first.start + first.segment.length;
  if (to <= end) {
    // Most changes are to one segment.
    const part = { segmentId: first.segment.segmentId, from: from - first.start, to: to - first.start };
    parts.push({ ...part, insertFrom: from, insertTo: insertEnd });
    const length = first.segment.length - (to - from) + insertLength;
    return replaceSegment(segments, first.index, touched(segments, first, length, to === end));
  }
  const changed: Segment[] = [];
  for (const place of placesFrom(segments, first.index)) {
    if (place.start >= to) break;
    const { segment, start, index } = place;
    const localFrom = Math.max(0, from - start);
    const localTo = Math.min(segment.length, to - start);
    if (localFrom === localTo) {
      // Empty already, between two that lose something: nothing of it was changed.
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
    changed.push(touched(segments, place, length, localTo === segment.length));
  }
  return spliceSegments(segments, first.index, first.index + changed.length, changed);
}

/**
 * Maps a transaction to the segments it changes, by the four rules of `domain.md`, *Mapping an edit of the buffer to
 * nodes*. The changes are of one transaction, sorted, not overlapping, with offsets into the text before it; each is
 * mapped against the segments as the ones before it left them. A committed segment that it touches becomes pending.
 * Costs in proportion to the changes and the segments they touch.
 * @throws {BugError} when the changes are not in order or not inside the text
 */
export function routeChange(segments: Segments, changes: readonly BufferChange[]): RoutedChange {
  const parts: RoutedPart[] = [];
  let now = segments;
  let shift = 0;
  let reached = 0;
  for (const { fromA, toA, insertLength } of changes) {
    assert(
      reached <= fromA && fromA <= toA && toA <= segments.length && insertLength >= 0,
      () => `change ${fromA} to ${toA} (+${insertLength}) after ${reached}, in ${segments.length}`,
    );
    now = routeOne(now, fromA + shift, toA + shift, insertLength, parts);
    shift += insertLength - (toA - fromA);
    reached = toA;
  }
  return { segments: now, parts };
}
