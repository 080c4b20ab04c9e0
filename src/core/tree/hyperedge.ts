import type { EdgeId, NodeId, PositionId, TreeId } from '../ids.ts';

export type EdgeType = 'continuation' | 'annotation';

/**
 * One source of an edge. The primary source is a *position*: any version there satisfies it, and `origin` is the
 * version its author had in front of them (`domain.md`, *Edges and versions*). The other roles name one node each.
 */
export type EdgeSource =
  | { readonly role: 'primary'; readonly positionId: PositionId; readonly originId: NodeId }
  | { readonly role: 'context' | 'instruction'; readonly nodeId: NodeId };

/** From source positions to one target node. */
export interface Hyperedge {
  readonly id: EdgeId;
  readonly treeId: TreeId;
  readonly targetId: NodeId;
  readonly type: EdgeType;
  /** In their stored order; exactly one is primary. */
  readonly sources: readonly EdgeSource[];
  readonly createdAt: number;
}
