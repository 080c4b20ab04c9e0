import type { LocalId, NodeId, PositionId } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import type { LoomTree } from './loom-tree.ts';
import type { Hyperedge, NodeContent, TreeNode } from './tree-node.ts';

/**
 * Everything that operations may read from a tree. It is implemented in memory (`memory-tree.ts`) and by the
 * store, so that the cost of an operation grows with the path and not with the tree.
 */
export interface TreeView {
  readonly tree: LoomTree;
  findNode(id: NodeId): TreeNode | undefined;
  /** @throws {AspenError} NOT_FOUND */
  getContent(id: NodeId): NodeContent;
  /** Every version at a position, oldest (smallest id) first; empty if there is no such position. */
  versionsAt(position: PositionId): readonly TreeNode[];
  /** The position that this one continues; null at the root and for an annotation's position. */
  parentOf(position: PositionId): PositionId | null;
  /** Child positions sorted by position id, which is the order they were requested in; includes pruned ones. */
  childrenOf(position: PositionId): readonly PositionId[];
  /**
   * The splits that divide any version at a position, by id, including pruned ones, but not the splits of
   * these (`domain.md`, *Forks*).
   */
  splitsOf(position: PositionId): readonly PositionId[];
  /** The incoming edge of a node; undefined at the root. */
  findEdgeInto(node: NodeId): Hyperedge | undefined;
  hasLocalId(localId: LocalId): boolean;
  /** The version that lists have at `position` with exactly this text and these spans. */
  findEqualVersion(position: PositionId, text: string, spans: Spans): TreeNode | undefined;
  /**
   * The first nodes of sibling positions that are branch edits of `node`, not splits, with exactly this text and
   * these spans, by id; includes pruned ones.
   */
  listEqualSiblings(node: NodeId, text: string, spans: Spans): readonly TreeNode[];
  /**
   * The nodes that continue a position with exactly this text and these spans, by id; includes pruned ones and
   * every version.
   */
  listEqualChildren(position: PositionId, text: string, spans: Spans): readonly TreeNode[];
}

/** The path state of one agent in one tree (`domain.md`, *Paths*). */
export interface PathView {
  readonly head: PositionId;
  /** The version recorded as selected at a position; undefined if none is. */
  selectedAt(position: PositionId): NodeId | undefined;
  /** The child last visited from a position. */
  lastChildAt(position: PositionId): PositionId | undefined;
  /**
   * For a position of a family (`domain.md`, *Forks*): the greater, the later the path went from it to another
   * child of its parent. Undefined if it never did.
   */
  leftAt(position: PositionId): number | undefined;
  /**
   * Returns true if the path was ended just before a position, in the middle of the text, so that what follows from
   * there stays in sight while the path takes another way (`domain.md`, *Forks*).
   */
  isRest(position: PositionId): boolean;
}
