import type { NodeId, PositionId } from '../../ids.ts';
import type { SpannedText } from '../../text/span.ts';

/** A node of a path as it was shown at a moment. */
export interface MomentNode extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** `text` is an edit that was not yet a version, not the text of the node. */
  readonly pending: boolean;
}

/** The whole text at a moment of the time line (`layers.md`, *The time line*). */
export interface Moment {
  /** From below the root to the head. */
  readonly nodes: readonly MomentNode[];
  /** The text typed after the last node. */
  readonly buffer: SpannedText;
}

/** The texts of a moment, joined. */
export function textOfMoment({ nodes, buffer }: Moment): string {
  return nodes.map(({ text }) => text).join('') + buffer.text;
}

/** Number of leading positions that two paths share; after them, they share none. */
export function commonPositions(
  one: readonly Pick<MomentNode, 'positionId'>[],
  other: readonly Pick<MomentNode, 'positionId'>[],
): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count]?.positionId === other[count]?.positionId) count += 1;
  return count;
}
