/** The path as the editor holds it: `core/buffer/segments` and which of them wait for a commit. Pure. */
import {
  differingSegments,
  findPlace,
  getSegment,
  getWorkingBuffer,
  placesFrom,
  replaceSegment,
  type Segment,
  type SegmentPlace,
  type Segments,
  segmentsBetween,
  segmentsOf,
  spliceSegments,
} from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId, SegmentId } from '../../../core/ids.ts';
import type {
  AnsweredCommit,
  ManuscriptContent,
  ManuscriptNode,
  SealedSegment,
  SegmentRef,
} from '../manuscript.ts';
import type { PathReplacement } from './effects.ts';
import { newSegmentId } from './segment-ids.ts';

export interface BufferPath {
  readonly rootPositionId: PositionId;
  readonly segments: Segments;
  /** Segments with an edit that is not yet a version nor on its way to being one. */
  readonly pending: ReadonlySet<SegmentId>;
  /** Segments a commit is under way for, each with its seals, oldest first: typing may seal one again meanwhile. */
  readonly sealed: ReadonlyMap<SegmentId, readonly number[]>;
  /** The node that undo made the working buffer out of (`WorkingBuffer.wasNode`). */
  readonly bufferWas: NodeId | null;
  /** The seal given last; seals are numbered from 1 on. */
  readonly lastSeal: number;
  /** What became of seals, the newest first. Shared by all paths of a manuscript that came after it. */
  readonly outcome: Outcome | null;
}

/** A commit that was answered, or (null) the refusal of all that were under way. */
interface Outcome {
  readonly commit: AnsweredCommit | null;
  /** What the node that the commit made of a working buffer stands behind; null where the path did not show that. */
  readonly behind: PositionId | null;
  readonly before: Outcome | null;
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

function workingBuffer(segmentId: SegmentId, length: number): Segment {
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
    bufferWas: content.buffer.wasNode ?? null,
    lastSeal: 0,
    outcome: null,
  };
}

/** How a segment is named to whoever cannot know yet which node it will be. */
export function refOf(path: BufferPath, segmentId: SegmentId, nodeId: NodeId | null): SegmentRef {
  return { segmentId, nodeId, seal: path.sealed.get(segmentId)?.at(-1) ?? null };
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
  return open.map(({ segmentId, nodeId }) => refOf(path, segmentId, nodeId));
}

/** Whether a change to these segments opens a committed node while the draft holds something else. */
export function mustSeal(path: BufferPath, changed: Iterable<SegmentId>): boolean {
  const buffer = getSegment(path.segments, path.segments.count - 1);
  if (path.pending.size === 0 && buffer.length === 0) return false;
  for (const id of changed) if (id !== buffer.segmentId && !path.pending.has(id)) return true;
  return false;
}

/**
 * The whole draft on its way to being committed, under the next seal; a working buffer with text is followed by a new
 * one, `next`. The same path where there is no draft.
 */
export function sealPath(path: BufferPath, next: SegmentId): BufferPath {
  let { segments, bufferWas } = path;
  const seal = path.lastSeal + 1;
  const sealed = new Map(path.sealed);
  for (const { segment, index } of placesOf(path, path.pending)) {
    segments = replaceSegment(segments, index, { ...segment, pending: false, openAtEnd: false });
    sealed.set(segment.segmentId, [...(sealed.get(segment.segmentId) ?? []), seal]);
  }
  const buffer = getWorkingBuffer(segments);
  if (buffer.segment.length > 0) {
    segments = spliceSegments(segments, segments.count, segments.count, [workingBuffer(next, 0)]);
    sealed.set(buffer.segment.segmentId, [seal]);
    bufferWas = null;
  }
  if (segments === path.segments) return path;
  return { ...path, segments, sealed, bufferWas, lastSeal: seal, pending: new Set() };
}

/**
 * Sealed segments are these nodes now. A segment that undo made draft again stays what it is.
 * @param only where the commit was answered on another path: the position that a working buffer must stand behind;
 * null for any
 */
export function commitPath(
  path: BufferPath,
  commit: AnsweredCommit,
  only: PositionId | null = null,
): BufferPath {
  let { segments, bufferWas } = path;
  let behind: PositionId | null = null;
  const sealed = new Map(path.sealed);
  const buffer = getWorkingBuffer(segments).segment.segmentId;
  for (const { segmentId, nodeId, positionId } of commit.segments) {
    const seals = sealed.get(segmentId) ?? [];
    if (!seals.includes(commit.seal)) {
      if (segmentId === buffer) bufferWas = nodeId;
      continue;
    }
    const place = findPlace(segments, segmentId);
    if (place?.segment.nodeId === null) {
      const front = positionBefore(path.rootPositionId, segments, place.index);
      if (only !== null && only !== front) continue;
      behind = front;
    }
    const rest = seals.filter((seal) => seal !== commit.seal);
    if (rest.length > 0) sealed.set(segmentId, rest);
    else sealed.delete(segmentId);
    if (place === undefined) continue;
    segments = replaceSegment(segments, place.index, { ...place.segment, nodeId, positionId });
  }
  return { ...path, segments, sealed, bufferWas, outcome: { commit, behind, before: path.outcome } };
}

function positionBefore(root: PositionId, segments: Segments, index: number): PositionId | null {
  return index === 0 ? root : getSegment(segments, index - 1).positionId;
}

/**
 * The first segment of what is behind all nodes that are answered for: the working buffer, or what was sealed of it since
 * the commit that was answered last.
 */
export function firstUnanswered({ segments, sealed, outcome }: BufferPath): SegmentId {
  const answered = lastSealAnswered(outcome);
  let index = segments.count - 1;
  const isUnanswered = (segment: Segment) =>
    segment.nodeId === null && (sealed.get(segment.segmentId)?.at(-1) ?? 0) > answered;
  while (index > 0 && isUnanswered(getSegment(segments, index - 1))) index -= 1;
  return getSegment(segments, index).segmentId;
}

function lastSealAnswered(outcome: Outcome | null): number {
  let at = outcome;
  while (at !== null && at.commit === null) at = at.before;
  return at?.commit?.seal ?? 0;
}

/** All that is sealed is draft again. */
export function unsealPath(path: BufferPath): BufferPath {
  const outcome = { commit: null, behind: null, before: path.outcome };
  return { ...unsealed(path, Number.POSITIVE_INFINITY), outcome };
}

/**
 * What is under way with a seal up to `last` is draft again: edits are pending, and what was the working buffer is
 * joined with the one now.
 */
function unsealed(path: BufferPath, last: number): BufferPath {
  let { segments } = path;
  const pending = new Set(path.pending);
  const sealed = new Map(path.sealed);
  const back = [...sealed].filter(([, seals]) => seals.some((seal) => seal <= last));
  if (back.length === 0) return path;
  for (const [segmentId, seals] of back) {
    const rest = seals.filter((seal) => seal > last);
    if (rest.length > 0) sealed.set(segmentId, rest);
    else sealed.delete(segmentId);
    const place = findPlace(segments, segmentId);
    if (place === undefined || place.segment.nodeId === null) continue;
    segments = replaceSegment(segments, place.index, { ...place.segment, pending: true });
    pending.add(segmentId);
  }
  let first = segments.count - 1;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  if (first < segments.count - 1) {
    let length = 0;
    for (const { segment } of placesFrom(segments, first)) {
      length += segment.length;
      pending.delete(segment.segmentId);
      sealed.delete(segment.segmentId);
    }
    const joined = workingBuffer(getSegment(segments, first).segmentId, length);
    segments = spliceSegments(segments, first, segments.count, [joined]);
  }
  return { ...path, segments, pending, sealed };
}

/**
 * A path as it was, brought up to what became of commits since: what was under way then is the node that its commit
 * made, or draft again where the commit was refused or let it go, or made it a node behind another than is in front of it
 * here: a move was under way. What was draft then is draft still, whatever a later commit made of it. Costs in proportion
 * to the commits since.
 * @param now the path that is shown, which came after `kept`
 */
export function pathAgain(kept: BufferPath, now: BufferPath): BufferPath {
  const since: Outcome[] = [];
  for (let at = now.outcome; at !== null && at !== kept.outcome; at = at.before) since.push(at);
  let path = kept;
  for (const { commit, behind } of since.reverse())
    path = commit === null ? unsealPath(path) : commitPath(path, commit, behind);
  // Commits are answered in their order: an answer that did not name a segment let it go.
  path = unsealed(path, lastSealAnswered(now.outcome));
  return { ...path, lastSeal: now.lastSeal, outcome: now.outcome };
}

/** Whether both show the same nodes in the same segments; texts and pending edits may differ. */
export function showsSameNodes(a: BufferPath, b: BufferPath): boolean {
  if (a.sealed !== b.sealed) {
    if (a.sealed.size !== b.sealed.size) return false;
    for (const [segmentId, seals] of a.sealed) {
      const other = b.sealed.get(segmentId) ?? [];
      if (seals.length !== other.length || seals.some((seal, i) => seal !== other[i])) return false;
    }
  }
  const [mine, others] = differingSegments(a.segments, b.segments);
  return (
    mine.length === others.length &&
    mine.every(({ segmentId, nodeId }, i) => {
      const other = others[i];
      return other !== undefined && segmentId === other.segmentId && nodeId === other.nodeId;
    })
  );
}

/** Other segments in the place of `[from, to)`, which leave the path with all that was open in them. */
export function replaceInPath(path: BufferPath, { from, to, segments: insert }: PathReplacement): BufferPath {
  const pending = new Set(path.pending);
  const sealed = new Map(path.sealed);
  const isOpen = pending.size > 0 || sealed.size > 0;
  for (const { segmentId } of isOpen ? segmentsBetween(path.segments, from, to) : []) {
    pending.delete(segmentId);
    sealed.delete(segmentId);
  }
  const segments = spliceSegments(path.segments, from, to, insert);
  return { ...path, pending, sealed, segments, bufferWas: null };
}

/** Notes pending edits that `segments` already knows of; the working buffer never has one. */
export function openInPath(path: BufferPath, ids: readonly SegmentId[]): BufferPath {
  const buffer = getSegment(path.segments, path.segments.count - 1).segmentId;
  if (ids.every((id) => id === buffer || path.pending.has(id))) return path;
  const pending = new Set(path.pending);
  for (const id of ids) if (id !== buffer) pending.add(id);
  return { ...path, pending };
}
