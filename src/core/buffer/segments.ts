import { assert } from '../assert.ts';
import type { NodeId, PositionId, SegmentId } from '../ids.ts';

/**
 * One stretch of the buffer: a node of the path, text on its way to becoming a node, or the working buffer.
 * All but the last are called committed here, whether or not their commit has been answered.
 */
export interface Segment {
  readonly segmentId: SegmentId;
  /** Null for the working buffer and for a segment whose commit is under way. */
  readonly nodeId: NodeId | null;
  readonly positionId: PositionId | null;
  /** UTF-16 code units. */
  readonly length: number;
  /** Whether the node has an edit that is not yet a version; never of the working buffer. */
  readonly pending: boolean;
  /** Set when a change deletes the last character, cleared when the pending edit ends (`domain.md`, *Mapping*). */
  readonly openAtEnd: boolean;
}

/** A segment and where it stands. */
export interface SegmentPlace {
  readonly segment: Segment;
  /** 0 is the first segment after the root. */
  readonly index: number;
  /** Offset of its first character in the buffer; it ends at `start + segment.length`. */
  readonly start: number;
}

/** A few dozen neighbouring segments. */
interface Chunk {
  readonly segments: readonly Segment[];
  readonly length: number;
  /** Built when first asked for; chunks with the same ids in the same order share it. */
  readonly lookup: { bySegment?: ReadonlyMap<SegmentId, number> };
}

/**
 * The path as the buffer shows it: the nodes after the root in order, then the working buffer, which is always the
 * last and always there. Immutable. Kept in chunks with sums, so that a lookup costs the logarithm of their number and
 * replacing a segment copies one chunk. Read it with the functions of this file.
 */
export interface Segments {
  /** How many segments there are, the working buffer included. */
  readonly count: number;
  /** Length of the buffer's text in UTF-16 code units. */
  readonly length: number;
  readonly chunks: readonly Chunk[];
  /** Where each chunk begins: as an offset into the text, and as an index of its first segment. */
  readonly chunkOffsets: Readonly<Float64Array>;
  readonly chunkIndexes: Readonly<Float64Array>;
}

const CHUNK_SIZE = 64;

function makeChunk(segments: readonly Segment[]): Chunk {
  let length = 0;
  for (const segment of segments) length += segment.length;
  return { segments, length, lookup: {} };
}

/** Chunks of about equal size, none larger than CHUNK_SIZE. */
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
    'the last segment is no working buffer',
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
 * The segments in the order given, the working buffer last.
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
 * The segments of each that are not shared with the other: all between the chunks that both begin with and the chunks
 * that both end with. Costs in proportion to them and to the number of chunks.
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

/**
 * The segment at an index and where it begins.
 * @throws {BugError} when there is no such index
 */
export function getPlace(segments: Segments, index: number): SegmentPlace {
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
export function getWorkingBuffer(segments: Segments): SegmentPlace {
  return getPlace(segments, segments.count - 1);
}

/** Whether the segment at `index` is the working buffer. */
export function isWorkingBuffer(segments: Segments, index: number): boolean {
  return index === segments.count - 1;
}

function indexInChunk({ lookup, segments }: Chunk, segmentId: SegmentId): number | undefined {
  lookup.bySegment ??= new Map(segments.map((segment, i) => [segment.segmentId, i]));
  return lookup.bySegment.get(segmentId);
}

/** Where the segment with this id stands; undefined when it is not on the path. */
export function findPlace(segments: Segments, segmentId: SegmentId): SegmentPlace | undefined {
  // From the end: the working buffer is asked for most, and chunks that were never asked have no lookup yet.
  for (let number = segments.chunks.length - 1; number >= 0; number--) {
    const chunk = segments.chunks[number];
    const i = chunk === undefined ? undefined : indexInChunk(chunk, segmentId);
    if (i !== undefined) return getPlace(segments, (segments.chunkIndexes[number] ?? 0) + i);
  }
  return undefined;
}

/** Where the segment of this node stands; undefined when it is not on the path. Costs the length of the path. */
export function findNodePlace(segments: Segments, nodeId: NodeId): SegmentPlace | undefined {
  for (const [number, chunk] of segments.chunks.entries()) {
    const i = chunk.segments.findIndex((segment) => segment.nodeId === nodeId);
    if (i >= 0) return getPlace(segments, (segments.chunkIndexes[number] ?? 0) + i);
  }
  return undefined;
}

/** The first segment for which `reaches(its end)` holds; the working buffer when none does. */
function firstReaching(segments: Segments, reaches: (end: number) => boolean): SegmentPlace {
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
 * The segment that holds the character after `offset`; at the end of the text, the working buffer.
 * @throws {BugError} when the offset is not in the text
 */
export function placeHolding(segments: Segments, offset: number): SegmentPlace {
  assert(offset >= 0 && offset <= segments.length, () => `offset ${offset} of ${segments.length}`);
  return firstReaching(segments, (end) => end > offset);
}

/**
 * The first segment that ends at `offset` or holds the characters on both sides of it.
 * @throws {BugError} when the offset is not in the text
 */
export function placeReaching(segments: Segments, offset: number): SegmentPlace {
  assert(offset >= 0 && offset <= segments.length, () => `offset ${offset} of ${segments.length}`);
  return firstReaching(segments, (end) => end >= offset);
}

/** The segments of index `from` to `to` (not included), in order; cheaper than with their places. */
export function segmentsBetween(segments: Segments, from: number, to: number): readonly Segment[] {
  const list: Segment[] = [];
  for (let number = lastStartingBy(segments.chunkIndexes, from); number < segments.chunks.length; number++) {
    const { chunk, index } = chunkAt(segments, number);
    if (index >= to) break;
    list.push(...chunk.segments.slice(Math.max(0, from - index), to - index));
  }
  return list;
}

/** The segments from `index` on, in order, with their places; each step costs the same wherever it is. */
export function* placesFrom(segments: Segments, index: number): Generator<SegmentPlace> {
  if (index >= segments.count) return;
  let number = lastStartingBy(segments.chunkIndexes, index);
  let { segment: _first, ...place } = getPlace(segments, index);
  for (; number < segments.chunks.length; number++) {
    const { chunk, index: first } = chunkAt(segments, number);
    for (let i = place.index - first; i < chunk.segments.length; i++) {
      const segment = chunk.segments[i];
      assert(segment !== undefined, () => `no segment ${i} of a chunk of ${chunk.segments.length}`);
      yield { segment, ...place };
      place = { index: place.index + 1, start: place.start + segment.length };
    }
  }
}

/** The segments that `[from, to]` touches, in order: an empty one, or one that only ends or begins there, too. */
export function* placesTouching(segments: Segments, from: number, to: number): Generator<SegmentPlace> {
  for (const place of placesFrom(segments, placeReaching(segments, from).index)) {
    if (place.start > to) return;
    yield place;
  }
}

/**
 * The same segments with the one at `index` replaced; the others are shared.
 * @throws {BugError} when there is no such index, or the last would not be a working buffer
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
  // Nothing moves but the offsets behind: this is what every keystroke does.
  const chunkOffsets = segments.chunkOffsets.slice();
  for (let i = number + 1; i < chunkOffsets.length; i++) chunkOffsets[i] = (chunkOffsets[i] ?? 0) + added;
  return { ...segments, length: segments.length + added, chunks, chunkOffsets };
}

/**
 * The same segments with those of index `from` to `to` (not included) replaced by `insert`; costs in proportion to
 * what is inserted, however much is removed or shared.
 * @throws {BugError} when the range is not in the list, or the last would not be a working buffer
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
  // A small remainder joins a neighbour: many splices must not leave many small chunks.
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
