/** Where on the path things stand. Pure, and logarithmic in its length. */
import { placeOfInsertion } from '../../../core/buffer/route-change.ts';
import { findPlace, getPlace, getSegment, isWorkingBuffer } from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { BufferPath } from '../path/buffer-path.ts';

/** Nodes on the path, the root not counted; what is still on its way to being one is none yet. */
export function committedLength(path: BufferPath): number {
  let length = path.segments.count - 1;
  for (const segmentId of path.sealed.keys()) {
    if (findPlace(path.segments, segmentId)?.segment.nodeId === null) length -= 1;
  }
  return length;
}

/** The position at an index of the path, the root's for -1; null while the commit that makes it is under way. */
function positionAt(path: BufferPath, index: number): PositionId | null {
  return index < 0 ? path.rootPositionId : getSegment(path.segments, index).positionId;
}

/** The position that the working buffer follows; null while the commit that makes it is under way. */
export function headPosition(path: BufferPath): PositionId | null {
  return positionAt(path, path.segments.count - 2);
}

/** The head as far as main has answered: the same until the commit that moves it came through. */
export function knownHeadPosition(path: BufferPath): PositionId {
  for (let index = path.segments.count - 2; index >= 0; index--) {
    const position = positionAt(path, index);
    if (position !== null) return position;
  }
  return path.rootPositionId;
}

export interface CaretPlace {
  /** 1-based; 0 at the root. */
  readonly nodeNumber: number;
  readonly positionId: PositionId | null;
  readonly parentPositionId: PositionId | null;
  readonly atEnd: boolean;
  /** The text of the position was changed since it was committed. */
  readonly edited: boolean;
}

export interface CaretPart {
  /** The node whose text the caret is in; null in the working buffer. */
  readonly nodeId: NodeId | null;
  /** In what the segment shows, and the length of that. UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
}

/** The segment that text typed at `offset` goes to, and where in it. */
export function caretPart(path: BufferPath, offset: number): CaretPart {
  const { index } = placeOfInsertion(path.segments, offset);
  const { segment, start } = getPlace(path.segments, index);
  return { nodeId: segment.nodeId, offset: offset - start, length: segment.length };
}

/** The current position of a caret at `offset` (`domain.md`, *Words*). */
export function caretPlace(path: BufferPath, offset: number): CaretPlace {
  const { index } = placeOfInsertion(path.segments, offset);
  const atEnd = isWorkingBuffer(path.segments, index) || offset === path.segments.length;
  const current = atEnd ? path.segments.count - 2 : index;
  return {
    nodeNumber: current + 1,
    positionId: positionAt(path, current),
    parentPositionId: current < 0 ? null : positionAt(path, current - 1),
    atEnd,
    edited: current >= 0 && getPlace(path.segments, current).segment.pending,
  };
}
