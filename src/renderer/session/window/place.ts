import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';

/** A place that was visited: where the path led to, and where the caret was in a node of it. */
export interface Place {
  readonly treeId: TreeId;
  readonly head: PositionId;
  /** The version that the head showed; null at the root. */
  readonly headNode: NodeId | null;
  /** Null for the end of the head, or what is typed behind it. The offset counts UTF-16 code units. */
  readonly caret: {
    readonly nodeId: NodeId;
    readonly positionId: PositionId;
    readonly offset: number;
  } | null;
}

/** What became of the way to a place: `gone` where it is not there any more. */
export type Arrival = 'there' | 'gone' | 'failed';

/** Whether both lead to the same head, the caret at the same spot of the same version. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.treeId === other.treeId &&
    one.head === other.head &&
    one.caret?.nodeId === other.caret?.nodeId &&
    one.caret?.offset === other.caret?.offset
  );
}
