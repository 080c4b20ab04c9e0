/** The path in the editor: `core/buffer/segments`, and which of them await a commit. Pure. */
import {
  differingSegments,
  findLocation,
  getSegment,
  getWorkingBuffer,
  locationsFrom,
  replaceSegment,
  type Segment,
  type SegmentLocation,
  type Segments,
  segmentsBetween,
  segmentsOf,
  spliceSegments,
} from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId, SegmentId } from '../../../core/ids.ts';
import type { Spans } from '../../../core/text/span.ts';
import type { CommitResult, ManuscriptContent, PathNode, SealedSegment, SegmentRef } from '../../surface.ts';

export interface BufferPath {
  readonly rootPositionId: PositionId;
  readonly segments: Segments;
  /** Segments with an edit that is neither a version nor being committed. */
  readonly pending: ReadonlySet<SegmentId>;
  /** Segments being committed, each with its seals, oldest first: later typing may seal a segment again. */
  readonly sealed: ReadonlyMap<SegmentId, readonly number[]>;
  /** The node that undo turned back into the working buffer (`WorkingBuffer.wasNode`). */
  readonly bufferWas: NodeId | null;
  /** The most recent seal; seals are numbered from 1. */
  readonly lastSeal: number;
  /** The outcomes of seals as a linked list, newest first. Later paths of the manuscript share its tail. */
  readonly outcome: Outcome | null;
}

/** An answered commit, or (null) the refusal of all commits in progress. */
interface Outcome {
  readonly commit: CommitResult | null;
  /** The position that a committed working buffer follows; null if the path did not show it. */
  readonly parent: PositionId | null;
  readonly previous: Outcome | null;
}

export function segmentOfNode(node: PathNode): Segment {
  return {
    segmentId: newSegmentId(),
    nodeId: node.nodeId,
    positionId: node.positionId,
    length: node.text.length,
    pending: false,
    openAtEnd: false,
    ...(node.isSplit === true ? { hiddenSplit: true } : {}),
  };
}

export function workingBuffer(segmentId: SegmentId, length: number): Segment {
  return { segmentId, nodeId: null, positionId: null, length, pending: false, openAtEnd: false };
}

/** The path of a content shown from scratch. */
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

/** Refers to a segment even before it is known which node it will become. */
export function refOf(path: BufferPath, segmentId: SegmentId, nodeId: NodeId | null): SegmentRef {
  return { segmentId, nodeId, seal: path.sealed.get(segmentId)?.at(-1) ?? null };
}

/** The locations of these segments, if still on the path, in path order. */
export function locationsOf(path: BufferPath, ids: Iterable<SegmentId>): readonly SegmentLocation[] {
  const locations: SegmentLocation[] = [];
  for (const id of ids) {
    const location = findLocation(path.segments, id);
    if (location !== undefined) locations.push(location);
  }
  return locations.sort((a, b) => a.index - b.index);
}

/** The segments that `sealPath` would seal, in path order: pending edits, then the working buffer if not empty. */
export function draftSegments(path: BufferPath): readonly SealedSegment[] {
  const buffer = getWorkingBuffer(path.segments).segment;
  const open = locationsOf(path, path.pending).map(({ segment }) => segment);
  if (buffer.length > 0) open.push(buffer);
  return open.map(({ segmentId, nodeId }) => refOf(path, segmentId, nodeId));
}

/** Returns true if changing these segments edits another committed node while the draft is not empty. */
export function mustSeal(path: BufferPath, changed: Iterable<SegmentId>): boolean {
  const buffer = getSegment(path.segments, path.segments.count - 1);
  if (path.pending.size === 0 && buffer.length === 0) return false;
  for (const id of changed) if (id !== buffer.segmentId && !path.pending.has(id)) return true;
  return false;
}

/**
 * Seals the whole draft under the next seal number. If the working buffer has text, a new one, `next`,
 * follows it. Returns the same path if the draft is empty.
 */
export function sealPath(path: BufferPath, next: SegmentId): BufferPath {
  let { segments, bufferWas } = path;
  const seal = path.lastSeal + 1;
  const sealed = new Map(path.sealed);
  for (const { segment, index } of locationsOf(path, path.pending)) {
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
 * Turns sealed segments into the nodes of a commit. A segment that undo turned back into draft stays draft.
 * @param parent the position that a working buffer must follow, if the commit was answered on another path; null for
 *   any
 */
export function commitPath(
  path: BufferPath,
  commit: CommitResult,
  parent: PositionId | null = null,
): BufferPath {
  let { segments, bufferWas } = path;
  let committedParent: PositionId | null = null;
  const sealed = new Map(path.sealed);
  const buffer = getWorkingBuffer(segments).segment.segmentId;
  for (const { segmentId, nodeId, positionId } of commit.segments) {
    const seals = sealed.get(segmentId) ?? [];
    if (!seals.includes(commit.seal)) {
      if (segmentId === buffer) bufferWas = nodeId;
      continue;
    }
    const location = findLocation(segments, segmentId);
    if (location?.segment.nodeId === null) {
      const before = positionBefore(path.rootPositionId, segments, location.index);
      if (parent !== null && parent !== before) continue;
      committedParent = before;
    }
    const remaining = seals.filter((seal) => seal !== commit.seal);
    if (remaining.length > 0) sealed.set(segmentId, remaining);
    else sealed.delete(segmentId);
    if (location === undefined) continue;
    segments = replaceSegment(segments, location.index, { ...location.segment, nodeId, positionId });
  }
  const outcome = { commit, parent: committedParent, previous: path.outcome };
  return { ...path, segments, sealed, bufferWas, outcome };
}

function positionBefore(root: PositionId, segments: Segments, index: number): PositionId | null {
  return index === 0 ? root : getSegment(segments, index - 1).positionId;
}

/**
 * The first segment after all nodes that main has answered for: the working buffer, or the first part of it
 * that was sealed since the last answered commit.
 */
export function firstUnanswered({ segments, sealed, outcome }: BufferPath): SegmentId {
  const answered = lastAnsweredSeal(outcome);
  let index = segments.count - 1;
  const isUnanswered = (segment: Segment) =>
    segment.nodeId === null && (sealed.get(segment.segmentId)?.at(-1) ?? 0) > answered;
  while (index > 0 && isUnanswered(getSegment(segments, index - 1))) index -= 1;
  return getSegment(segments, index).segmentId;
}

function lastAnsweredSeal(outcome: Outcome | null): number {
  let at = outcome;
  while (at !== null && at.commit === null) at = at.previous;
  return at?.commit?.seal ?? 0;
}

/** Turns everything sealed back into draft. */
export function unsealPath(path: BufferPath): BufferPath {
  const outcome = { commit: null, parent: null, previous: path.outcome };
  return { ...unsealUpTo(path, Number.POSITIVE_INFINITY), outcome };
}

/**
 * Turns segments with a seal up to `last` back into draft: edits are pending again, and former working
 * buffers are merged into the current one.
 */
function unsealUpTo(path: BufferPath, last: number): BufferPath {
  let { segments } = path;
  const pending = new Set(path.pending);
  const sealed = new Map(path.sealed);
  const unsealed = [...sealed].filter(([, seals]) => seals.some((seal) => seal <= last));
  if (unsealed.length === 0) return path;
  for (const [segmentId, seals] of unsealed) {
    const remaining = seals.filter((seal) => seal > last);
    if (remaining.length > 0) sealed.set(segmentId, remaining);
    else sealed.delete(segmentId);
    const location = findLocation(segments, segmentId);
    if (location === undefined || location.segment.nodeId === null) continue;
    segments = replaceSegment(segments, location.index, { ...location.segment, pending: true });
    pending.add(segmentId);
  }
  let first = segments.count - 1;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  if (first < segments.count - 1) {
    let length = 0;
    for (const { segment } of locationsFrom(segments, first)) {
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
 * Brings an earlier path up to date with the commits answered since. A segment that was being committed becomes the
 * node that its commit made. It becomes draft again if the commit was refused or dropped it, or made it a node after
 * another position than the one before it here, because a move was in progress. What was draft stays draft, whatever a
 * later commit made of it. The cost is proportional to the number of commits since.
 * @param now the path that is shown, which came after `earlier`
 */
export function reconcilePath(earlier: BufferPath, now: BufferPath): BufferPath {
  const since: Outcome[] = [];
  for (let at = now.outcome; at !== null && at !== earlier.outcome; at = at.previous) since.push(at);
  let path = earlier;
  for (const { commit, parent } of since.reverse())
    path = commit === null ? unsealPath(path) : commitPath(path, commit, parent);
  // Commits are answered in order: a segment that its answer did not name was dropped.
  path = unsealUpTo(path, lastAnsweredSeal(now.outcome));
  return { ...path, lastSeal: now.lastSeal, outcome: now.outcome };
}

/** Returns true if both show the same nodes in the same segments; texts and pending edits may differ. */
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

/** Segments of index `[from, to)` are replaced, and their text with them. */
export interface PathReplacement {
  readonly from: number;
  readonly to: number;
  readonly segments: readonly Segment[];
  /** Start of their text in the new document. */
  readonly at: number;
  /** Its authors, one entry per node: joining thousands costs as much as processing them. */
  readonly spans: readonly Spans[];
  /** The node that undo had turned back into the working buffer; absent for none. */
  readonly bufferWas?: NodeId | null;
}

/** Replaces the segments `[from, to)`, which leave the path with their pending and sealed edits. */
export function replaceInPath(path: BufferPath, replacement: PathReplacement): BufferPath {
  const { from, to, segments: insert, bufferWas = null } = replacement;
  const pending = new Set(path.pending);
  const sealed = new Map(path.sealed);
  const isOpen = pending.size > 0 || sealed.size > 0;
  for (const { segmentId } of isOpen ? segmentsBetween(path.segments, from, to) : []) {
    pending.delete(segmentId);
    sealed.delete(segmentId);
  }
  for (const segment of insert) if (segment.pending) pending.add(segment.segmentId);
  const segments = spliceSegments(path.segments, from, to, insert);
  return { ...path, pending, sealed, segments, bufferWas };
}

/** Adds pending edits that `segments` already has; the working buffer never has one. */
export function addPending(path: BufferPath, ids: readonly SegmentId[]): BufferPath {
  const buffer = getSegment(path.segments, path.segments.count - 1).segmentId;
  if (ids.every((id) => id === buffer || path.pending.has(id))) return path;
  const pending = new Set(path.pending);
  for (const id of ids) if (id !== buffer) pending.add(id);
  return { ...path, pending };
}

let count = 0;

/** An id that no other segment of this window has or had. */
export function newSegmentId(): SegmentId {
  count += 1;
  return count as SegmentId;
}
