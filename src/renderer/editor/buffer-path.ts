/** The path as the editor holds it: `core/buffer/segments` and which of them wait for a commit. Pure. */
import {
  findPlace,
  getSegment,
  getWorkingBuffer,
  isWorkingBuffer,
  placesFrom,
  replaceSegment,
  type Segment,
  type SegmentPlace,
  type Segments,
  segmentsOf,
  spliceSegments,
} from '../../core/buffer/segments.ts';
import type { PositionId, SegmentId } from '../../core/ids.ts';
import type { PathReplacement } from './effects.ts';
import type { CommittedSegment, ManuscriptContent, ManuscriptNode, SealedSegment } from './manuscript.ts';
import { newSegmentId } from './segment-ids.ts';

export interface BufferPath {
  readonly rootPositionId: PositionId;
  readonly segments: Segments;
  /** Segments with an edit that is not yet a version nor on its way to being one. */
  readonly pending: ReadonlySet<SegmentId>;
  /** Segments a commit is under way for, and how many commits: typing may seal one again before the first answers. */
  readonly sealed: ReadonlyMap<SegmentId, number>;
}

export function segmentOfNode(node: ManuscriptNode): Segment {
  return {
    segmentId: newSegmentId(),
    nodeId: node.nodeId,
    positionId: node.positionId,
    length: node.text.length,
    pending: false,
    openAtEnd: false,
  };
}

export function workingBuffer(segmentId: SegmentId, length: number): Segment {
  return { segmentId, nodeId: null, positionId: null, length, pending: false, openAtEnd: false };
}

/** The path of a content that is shown from scratch. */
export function pathOfContent(content: ManuscriptContent): BufferPath {
  const edited = new Map(content.edits.map((edit) => [edit.nodeId, edit.text.length]));
  const pending = new Set<SegmentId>();
  const segments = content.nodes.map((node) => {
    const segment = segmentOfNode(node);
    const length = edited.get(node.nodeId);
    if (length === undefined) return segment;
    pending.add(segment.segmentId);
    return { ...segment, length, pending: true };
  });
  const buffer = workingBuffer(newSegmentId(), content.buffer.text.length);
  return {
    rootPositionId: content.rootPositionId,
    segments: segmentsOf([...segments, buffer]),
    pending,
    sealed: new Map(),
  };
}

/** The places of these segments in path order, those that are still on the path. */
export function placesOf(path: BufferPath, ids: Iterable<SegmentId>): readonly SegmentPlace[] {
  const places: SegmentPlace[] = [];
  for (const id of ids) {
    const place = findPlace(path.segments, id);
    if (place !== undefined) places.push(place);
  }
  return places.sort((a, b) => a.index - b.index);
}

/** What `sealPath` would seal, in path order: pending edits, then a working buffer that holds anything. */
export function draftSegments(path: BufferPath): readonly SealedSegment[] {
  const buffer = getWorkingBuffer(path.segments).segment;
  const open = placesOf(path, path.pending).map(({ segment }) => segment);
  if (buffer.length > 0) open.push(buffer);
  return open.map(({ segmentId, nodeId }) => ({ segmentId, nodeId }));
}

/** Whether a change to these segments opens a committed node while the draft holds something else. */
export function mustSeal(path: BufferPath, changed: Iterable<SegmentId>): boolean {
  const buffer = getWorkingBuffer(path.segments).segment;
  if (path.pending.size === 0 && buffer.length === 0) return false;
  for (const id of changed) if (id !== buffer.segmentId && !path.pending.has(id)) return true;
  return false;
}

/** The whole draft on its way to being committed; a working buffer with text is followed by a new one, `next`. */
export function sealPath(path: BufferPath, next: SegmentId): BufferPath {
  let { segments } = path;
  const sealed = new Map(path.sealed);
  for (const { segment, index } of placesOf(path, path.pending)) {
    segments = replaceSegment(segments, index, { ...segment, pending: false, openAtEnd: false });
    sealed.set(segment.segmentId, (sealed.get(segment.segmentId) ?? 0) + 1);
  }
  const buffer = getWorkingBuffer(segments);
  if (buffer.segment.length > 0) {
    segments = spliceSegments(segments, segments.count, segments.count, [workingBuffer(next, 0)]);
    sealed.set(buffer.segment.segmentId, 1);
  }
  return { ...path, segments, sealed, pending: new Set() };
}

/** Sealed segments are these nodes now. */
export function commitPath(path: BufferPath, committed: readonly CommittedSegment[]): BufferPath {
  let { segments } = path;
  const sealed = new Map(path.sealed);
  for (const { segmentId, nodeId, positionId } of committed) {
    const commits = sealed.get(segmentId) ?? 0;
    if (commits > 1) sealed.set(segmentId, commits - 1);
    else sealed.delete(segmentId);
    const place = findPlace(segments, segmentId);
    if (place === undefined) continue;
    segments = replaceSegment(segments, place.index, { ...place.segment, nodeId, positionId });
  }
  return { ...path, segments, sealed };
}

/** Sealed segments are draft again: edits are pending, and what was the working buffer is joined with the one now. */
export function unsealPath(path: BufferPath): BufferPath {
  let { segments } = path;
  const pending = new Set(path.pending);
  for (const { segment, index } of placesOf(path, path.sealed.keys())) {
    if (segment.nodeId === null) continue;
    segments = replaceSegment(segments, index, { ...segment, pending: true });
    pending.add(segment.segmentId);
  }
  let first = segments.count - 1;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  if (first < segments.count - 1) {
    let length = 0;
    for (const { segment } of placesFrom(segments, first)) {
      length += segment.length;
      pending.delete(segment.segmentId);
    }
    const joined = workingBuffer(getSegment(segments, first).segmentId, length);
    segments = spliceSegments(segments, first, segments.count, [joined]);
  }
  return { ...path, segments, pending, sealed: new Map() };
}

/** Other segments in the place of `[from, to)`, which leave the path with all that was open in them. */
export function replaceInPath(path: BufferPath, { from, to, segments: insert }: PathReplacement): BufferPath {
  const pending = new Set(path.pending);
  const sealed = new Map(path.sealed);
  for (const { segment, index } of placesFrom(path.segments, from)) {
    if (index >= to) break;
    pending.delete(segment.segmentId);
    sealed.delete(segment.segmentId);
  }
  return { ...path, pending, sealed, segments: spliceSegments(path.segments, from, to, insert) };
}

/** Another length for a segment's text; any but the working buffer has a pending edit from then on. */
export function resizeInPath(
  path: BufferPath,
  { segment, index }: SegmentPlace,
  length: number,
  openAtEnd: boolean,
): BufferPath {
  if (isWorkingBuffer(path.segments, index)) {
    return { ...path, segments: replaceSegment(path.segments, index, { ...segment, length }) };
  }
  const changed = { ...segment, length, openAtEnd, pending: true };
  return openInPath({ ...path, segments: replaceSegment(path.segments, index, changed) }, [
    segment.segmentId,
  ]);
}

/** Notes pending edits that `segments` already knows of; the working buffer never has one. */
export function openInPath(path: BufferPath, ids: readonly SegmentId[]): BufferPath {
  const buffer = getWorkingBuffer(path.segments).segment.segmentId;
  if (ids.every((id) => id === buffer || path.pending.has(id))) return path;
  const pending = new Set(path.pending);
  for (const id of ids) if (id !== buffer) pending.add(id);
  return { ...path, pending };
}
