import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';

/** An entry of the navigation history: the head of the path, and where the caret was in one of its nodes. */
export interface Place {
  readonly treeId: TreeId;
  readonly head: PositionId;
  /** The version that the head showed; null at the root. */
  readonly headNode: NodeId | null;
  /** Null for the end of the head or the working buffer. The offset is in UTF-16 code units. */
  readonly caret: {
    readonly nodeId: NodeId;
    readonly positionId: PositionId;
    readonly offset: number;
  } | null;
}

/** The outcome of going to a place: `gone` if it no longer exists. */
export type GoToOutcome = 'there' | 'gone' | 'failed';

/** Returns true if both have the same head, and the caret at the same offset of the same version. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.treeId === other.treeId &&
    one.head === other.head &&
    one.caret?.nodeId === other.caret?.nodeId &&
    one.caret?.offset === other.caret?.offset
  );
}
