/** Finds the token of a model's node at an offset of the text. */
import type { EditorState } from '@codemirror/state';
import { isWorkingBuffer, locationHolding, type SegmentLocation } from '../../../core/buffer/segments.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TokenRange } from '../manuscript.ts';
import { segments } from '../path/segments.ts';

/** A node that shows its committed text; if it is a model's, it has tokens. */
export interface UneditedNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** Where its text begins, in UTF-16 code units. */
  readonly start: number;
}

/**
 * The node that contains the character after `offset`: `none` in the working buffer and at the end, `edited`
 * if the node has a pending edit.
 */
export function uneditedNodeAt(state: EditorState, offset: number): UneditedNode | 'none' | 'edited' {
  const path = state.field(segments).segments;
  if (offset < 0 || offset >= path.length) return 'none';
  const { segment, index, start }: SegmentLocation = locationHolding(path, offset);
  const { nodeId, positionId, pending } = segment;
  if (isWorkingBuffer(path, index) || nodeId === null || positionId === null) return 'none';
  return pending ? 'edited' : { nodeId, positionId, start };
}

/** Index of the token that contains the character after `offset`; null if none does. */
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
