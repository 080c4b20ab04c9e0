import { assert } from '../assert.ts';
import type { NodeId, PositionId, SegmentId } from '../ids.ts';

/**
 * One segment of the buffer: a node of the path, text that is about to become a node, or the working buffer.
 * All but the last are called committed here, even if the commit has not been acknowledged.
 */
export interface Segment {
  readonly segmentId: SegmentId;
  /** Null for the working buffer and for a segment whose commit is in progress. */
  readonly nodeId: NodeId | null;
  readonly positionId: PositionId | null;
  /** UTF-16 code units. */
  readonly length: number;
  /** The node has an edit that is not yet a version; always false for the working buffer. */
  readonly pending: boolean;
  /** Set when a change deletes the last character, cleared when the pending edit ends (`domain.md`, *Mapping*). */
  readonly openAtEnd: boolean;
  /** Its position is a hidden split: text typed at its end goes to what follows (`domain.md`, *Forks*). */
  readonly hiddenSplit?: boolean;
}

/** A segment and its location. */
export interface SegmentLocation {
  readonly segment: Segment;
  /** 0 is the first segment after the root. */
  readonly index: number;
  /** Offset of its first character in the buffer; the segment ends at `start + segment.length`. */
  readonly start: number;
}

/** A few dozen adjacent segments. */
interface Chunk {
  readonly segments: readonly Segment[];
  readonly length: number;
  /** Built on first use; chunks with the same ids in the same order share it. */
  readonly lookup: { bySegment?: ReadonlyMap<SegmentId, number> };
}

/**
 * The path as shown in the buffer: the nodes after the root in order, then the working buffer, which is always present
 * and always last. Immutable. Stored in chunks with running totals, so that a lookup is logarithmic in the number of
 * chunks, and replacing a segment copies one chunk. Read it with the functions of this file.
 */
export interface Segments {
  /** Number of segments, including the working buffer. */
  readonly count: number;
  /** Length of the buffer's text in UTF-16 code units. */
  readonly length: number;
  readonly chunks: readonly Chunk[];
  /** The start of each chunk: as an offset into the text, and as the index of its first segment. */
  readonly chunkOffsets: Readonly<Float64Array>;
  readonly chunkIndexes: Readonly<Float64Array>;
}

const CHUNK_SIZE = 64;

function makeChunk(segments: readonly Segment[]): Chunk {
  let length = 0;
  for (const segment of segments) length += segment.length;
  return { segments, length, lookup: {} };
}

/** Divides segments into chunks of about equal size, none larger than CHUNK_SIZE. */
function chunksOf(segments: readonly Segment[]): readonly Chunk[] {
  const count = Math.ceil(segments.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, i) =>
    makeChunk(
      segments.slice(
        Math.floor((i * segments.length) / count),
        Math.floor(((i + 1) * segments.length) / count),
      ),
    ),
  );
}

function assertEndsInBuffer(chunks: readonly Chunk[]): void {
  const last = chunks.at(-1)?.segments.at(-1);
  assert(
    last !== undefined && last.nodeId === null && !last.pending,
    'the last segment is not a working buffer',
  );
}

function assemble(chunks: readonly Chunk[]): Segments {
  const chunkOffsets = new Float64Array(chunks.length);
  const chunkIndexes = new Float64Array(chunks.length);
  let length = 0;
  let count = 0;
  for (const [number, chunk] of chunks.entries()) {
    chunkOffsets[number] = length;
    chunkIndexes[number] = count;
    length += chunk.length;
    count += chunk.segments.length;
  }
  assertEndsInBuffer(chunks);
  return { count, length, chunks, chunkOffsets, chunkIndexes };
}

/**
 * Builds segments from a list, in its order; the working buffer comes last.
 * @throws {BugError} when the last is not a working buffer
 */
export function segmentsOf(list: readonly Segment[]): Segments {
  return assemble(chunksOf(list));
}

/** All segments, in order. */
export function listSegments(segments: Segments): readonly Segment[] {
  return segments.chunks.flatMap((chunk) => chunk.segments);
}

/**
 * The segments of each that are not shared with the other: everything between the common leading chunks and
 * the common trailing chunks. The cost is proportional to these segments and the number of chunks.
 */
export function differingSegments(
  a: Segments,
  b: Segments,
): readonly [readonly Segment[], readonly Segment[]] {
  const limit = Math.min(a.chunks.length, b.chunks.length);
  let first = 0;
  while (first < limit && a.chunks[first] === b.chunks[first]) first += 1;
  let last = 0;
  while (last < limit - first && a.chunks.at(-1 - last) === b.chunks.at(-1 - last)) last += 1;
  const between = ({ chunks }: Segments) =>
    chunks.slice(first, chunks.length - last).flatMap((chunk) => chunk.segments);
  return [between(a), between(b)];
}

/** Index of the last chunk whose start (in `starts`) is at or before `value`. */
function lastStartingBy(starts: Readonly<Float64Array>, value: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function chunkAt(segments: Segments, number: number): { chunk: Chunk; offset: number; index: number } {
  const chunk = segments.chunks[number];
  const offset = segments.chunkOffsets[number];
  const index = segments.chunkIndexes[number];
  assert(
    chunk !== undefined && offset !== undefined && index !== undefined,
    () => `no chunk ${number} of ${segments.chunks.length}`,
  );
  return { chunk, offset, index };
}

/** The segment at an index and its location. @throws {BugError} when there is no such index */
export function getLocation(segments: Segments, index: number): SegmentLocation {
  const { chunk, offset, index: first } = chunkAt(segments, lastStartingBy(segments.chunkIndexes, index));
  let start = offset;
  for (let i = 0; i < index - first; i++) start += chunk.segments[i]?.length ?? 0;
  const segment = chunk.segments[index - first];
  assert(segment !== undefined, () => `no segment ${index} of ${segments.count}`);
  return { segment, index, start };
}

/** @throws {BugError} when there is no such index */
export function getSegment(segments: Segments, index: number): Segment {
  const { chunk, index: first } = chunkAt(segments, lastStartingBy(segments.chunkIndexes, index));
  const segment = chunk.segments[index - first];
  assert(segment !== undefined, () => `no segment ${index} of ${segments.count}`);
  return segment;
}

/** The working buffer, which is always the last segment. */
export function getWorkingBuffer(segments: Segments): SegmentLocation {
  return getLocation(segments, segments.count - 1);
}

/** Returns true if the segment at `index` is the working buffer. */
export function isWorkingBuffer(segments: Segments, index: number): boolean {
  return index === segments.count - 1;
}

function indexInChunk({ lookup, segments }: Chunk, segmentId: SegmentId): number | undefined {
  lookup.bySegment ??= new Map(segments.map((segment, i) => [segment.segmentId, i]));
  return lookup.bySegment.get(segmentId);
}

/** The location of the segment with this id; undefined if it is not on the path. */
export function findLocation(segments: Segments, segmentId: SegmentId): SegmentLocation | undefined {
  // Search from the end: the working buffer is looked up most often, and unused chunks have no lookup yet.
  for (let number = segments.chunks.length - 1; number >= 0; number--) {
    const chunk = segments.chunks[number];
    const i = chunk === undefined ? undefined : indexInChunk(chunk, segmentId);
    if (i !== undefined) return getLocation(segments, (segments.chunkIndexes[number] ?? 0) + i);
  }
  return undefined;
}

/** The first segment for which `reaches(its end)` is true; the working buffer if there is none. */
function firstReaching(segments: Segments, reaches: (end: number) => boolean): SegmentLocation {
  let low = 0;
  let high = segments.chunks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reaches(segments.chunkOffsets[middle + 1] ?? segments.length)) high = middle;
    else low = middle + 1;
  }
  const { chunk, offset, index } = chunkAt(segments, low);
  let start = offset;
  for (const [i, segment] of chunk.segments.entries()) {
    if (reaches(start + segment.length)) return { segment, index: index + i, start };
    start += segment.length;
  }
  return getWorkingBuffer(segments);
}

/**
 * The segment that contains the character after `offset`; at the end of the text, the working buffer.
 * @throws {BugError} when the offset is not in the text
 */
export function locationHolding(segments: Segments, offset: number): SegmentLocation {
  assert(offset >= 0 && offset <= segments.length, () => `offset ${offset} of ${segments.length}`);
  return firstReaching(segments, (end) => end > offset);
}

/**
 * The first segment that ends at `offset` or contains the characters on both sides of it.
 * @throws {BugError} when the offset is not in the text
 */
export function locationReaching(segments: Segments, offset: number): SegmentLocation {
  assert(offset >= 0 && offset <= segments.length, () => `offset ${offset} of ${segments.length}`);
  return firstReaching(segments, (end) => end >= offset);
}

/** The segments with indexes in `[from, to)`, in order; cheaper than with their locations. */
export function segmentsBetween(segments: Segments, from: number, to: number): readonly Segment[] {
  const list: Segment[] = [];
  for (let number = lastStartingBy(segments.chunkIndexes, from); number < segments.chunks.length; number++) {
    const { chunk, index } = chunkAt(segments, number);
    if (index >= to) break;
    list.push(...chunk.segments.slice(Math.max(0, from - index), to - index));
  }
  return list;
}

/** The segments from `index` on, in order, with their locations. The cost per step is constant. */
export function* locationsFrom(segments: Segments, index: number): Generator<SegmentLocation> {
  if (index >= segments.count) return;
  let number = lastStartingBy(segments.chunkIndexes, index);
  let { segment: _first, ...location } = getLocation(segments, index);
  for (; number < segments.chunks.length; number++) {
    const { chunk, index: first } = chunkAt(segments, number);
    for (let i = location.index - first; i < chunk.segments.length; i++) {
      const segment = chunk.segments[i];
      assert(segment !== undefined, () => `no segment ${i} of a chunk of ${chunk.segments.length}`);
      yield { segment, ...location };
      location = { index: location.index + 1, start: location.start + segment.length };
    }
  }
}

/** The segments that touch `[from, to]`, in order, including empty ones and those that only end or begin there. */
export function* locationsTouching(segments: Segments, from: number, to: number): Generator<SegmentLocation> {
  for (const location of locationsFrom(segments, locationReaching(segments, from).index)) {
    if (location.start > to) return;
    yield location;
  }
}

/**
 * Replaces the segment at `index`; the others are shared.
 * @throws {BugError} when there is no such index, or the last segment would not be a working buffer
 */
export function replaceSegment(segments: Segments, index: number, segment: Segment): Segments {
  const number = lastStartingBy(segments.chunkIndexes, index);
  const { chunk, index: first } = chunkAt(segments, number);
  const old = chunk.segments[index - first];
  assert(old !== undefined, () => `no segment ${index} of ${segments.count}`);
  const added = segment.length - old.length;
  const chunks = segments.chunks.with(number, {
    segments: chunk.segments.with(index - first, segment),
    length: chunk.length + added,
    lookup: old.segmentId === segment.segmentId ? chunk.lookup : {},
  });
  assertEndsInBuffer(chunks);
  // Runs on every keystroke: only the offsets of later chunks change.
  const chunkOffsets = segments.chunkOffsets.slice();
  for (let i = number + 1; i < chunkOffsets.length; i++) chunkOffsets[i] = (chunkOffsets[i] ?? 0) + added;
  return { ...segments, length: segments.length + added, chunks, chunkOffsets };
}

/**
 * Replaces the segments with indexes in `[from, to)` by `insert`. The cost is proportional to `insert`,
 * however many are removed or shared.
 * @throws {BugError} when the range is not in the list, or the last segment would not be a working buffer
 */
export function spliceSegments(
  segments: Segments,
  from: number,
  to: number,
  insert: readonly Segment[],
): Segments {
  assert(from >= 0 && from <= to && to <= segments.count, `segments ${from} to ${to} of ${segments.count}`);
  let first = lastStartingBy(segments.chunkIndexes, from);
  let last = Math.max(first, lastStartingBy(segments.chunkIndexes, Math.max(from, to - 1)));
  const before = chunkAt(segments, first);
  const after = chunkAt(segments, last);
  let middle = [
    ...before.chunk.segments.slice(0, from - before.index),
    ...insert,
    ...after.chunk.segments.slice(to - after.index),
  ];
  // Merge a small remainder into a neighbour, so that many splices do not leave many small chunks.
  if (middle.length < CHUNK_SIZE / 2) {
    if (first > 0) middle = [...chunkAt(segments, --first).chunk.segments, ...middle];
    else if (last < segments.chunks.length - 1) middle.push(...chunkAt(segments, ++last).chunk.segments);
  }
  return assemble([
    ...segments.chunks.slice(0, first),
    ...chunksOf(middle),
    ...segments.chunks.slice(last + 1),
  ]);
}
