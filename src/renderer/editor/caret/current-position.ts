/** Positions on the path. Pure, and logarithmic in the length of the path. */
import { locateInsertion } from '../../../core/buffer/route-change.ts';
import { findLocation, getLocation, getSegment, isWorkingBuffer } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { CaretInSegment } from '../../surface.ts';
import type { BufferPath } from '../path/buffer-path.ts';

/** The number of nodes on the path, without the root and without segments whose commit is in progress. */
export function committedLength(path: BufferPath): number {
  let length = path.segments.count - 1;
  for (const segmentId of path.sealed.keys()) {
    if (findLocation(path.segments, segmentId)?.segment.nodeId === null) length -= 1;
  }
  return length;
}

/** The position at an index of the path, the root's for -1; null while the commit that creates it is in progress. */
function positionAt(path: BufferPath, index: number): PositionId | null {
  return index < 0 ? path.rootPositionId : getSegment(path.segments, index).positionId;
}

/** The position that the working buffer follows; null while the commit that creates it is in progress. */
export function headPosition(path: BufferPath): PositionId | null {
  return positionAt(path, path.segments.count - 2);
}

/** The head as far as main has answered: unchanged until the commit that moves it is answered. */
export function knownHeadPosition(path: BufferPath): PositionId {
  for (let index = path.segments.count - 2; index >= 0; index--) {
    const position = positionAt(path, index);
    if (position !== null) return position;
  }
  return path.rootPositionId;
}

export interface CurrentPosition {
  /** 1-based; 0 at the root. */
  readonly nodeNumber: number;
  readonly positionId: PositionId | null;
  readonly parentPositionId: PositionId | null;
  readonly atEnd: boolean;
  /** The text of the position has changed since it was committed. */
  readonly edited: boolean;
}

/** The segment that receives text typed at `offset`, and the caret's offset in it. */
export function caretInSegment(path: BufferPath, offset: number): CaretInSegment {
  const { index } = locateInsertion(path.segments, offset);
  const { segment, start } = getLocation(path.segments, index);
  return { nodeId: segment.nodeId, offset: offset - start, length: segment.length };
}

/** The current position of a caret at `offset` (`domain.md`, *Words*). */
export function currentPositionAt(path: BufferPath, offset: number): CurrentPosition {
  const { index } = locateInsertion(path.segments, offset);
  const atEnd = isWorkingBuffer(path.segments, index) || offset === path.segments.length;
  const current = atEnd ? path.segments.count - 2 : index;
  return {
    nodeNumber: current + 1,
    positionId: positionAt(path, current),
    parentPositionId: current < 0 ? null : positionAt(path, current - 1),
    atEnd,
    edited: current >= 0 && getLocation(path.segments, current).segment.pending,
  };
}
