import type { EdgeId, NodeId, PositionId, TreeId } from '../ids.ts';

export type EdgeType = 'continuation' | 'annotation';

/**
 * One source of an edge. The primary source is a *position*: any version there satisfies it, and `originId`
 * is the version that the author saw (`domain.md`, *Edges and versions*). The other roles each name one node.
 */
export type EdgeSource =
  | { readonly role: 'primary'; readonly positionId: PositionId; readonly originId: NodeId }
  | { readonly role: 'context' | 'instruction'; readonly nodeId: NodeId };

/** An edge from source positions to one target node. */
export interface Hyperedge {
  readonly id: EdgeId;
  readonly treeId: TreeId;
  readonly targetId: NodeId;
  readonly type: EdgeType;
  /** In their stored order; exactly one is primary. */
  readonly sources: readonly EdgeSource[];
  readonly createdAt: number;
}
