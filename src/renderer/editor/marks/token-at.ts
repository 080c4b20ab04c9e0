/** Which token of a model's node stands at an offset of the text. */
import type { EditorState } from '@codemirror/state';
import { isWorkingBuffer, placeHolding, type SegmentPlace } from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TokenRange } from '../manuscript.ts';
import { segments } from '../path/segments.ts';

/** A node as it was written, in its place: it has tokens if it is a model's. */
export interface WrittenNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** Where its text begins, in UTF-16 code units. */
  readonly start: number;
}

/**
 * The node whose text holds the character behind `offset`: `none` in the working buffer and at the end, `edited` where
 * an edit of it is not yet a version.
 */
export function writtenNodeAt(state: EditorState, offset: number): WrittenNode | 'none' | 'edited' {
  const path = state.field(segments).segments;
  if (offset < 0 || offset >= path.length) return 'none';
  const { segment, index, start }: SegmentPlace = placeHolding(path, offset);
  const { nodeId, positionId, pending } = segment;
  if (isWorkingBuffer(path, index) || nodeId === null || positionId === null) return 'none';
  return pending ? 'edited' : { nodeId, positionId, start };
}

/** Place in the list of the token that holds the character behind `offset`; null where none does. */
export function tokenIndexAt(tokens: readonly TokenRange[], offset: number): number | null {
  let low = 0;
  let high = tokens.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle];
    if (token === undefined) return null;
    if (offset < token.from) high = middle - 1;
    else if (offset >= token.to) low = middle + 1;
    else return middle;
  }
  return null;
}
