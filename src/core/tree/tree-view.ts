import type { LocalId, NodeId, PositionId } from '../ids.ts';
import type { Spans } from '../text/span.ts';
import type { Hyperedge } from './hyperedge.ts';
import type { LoomTree } from './loom-tree.ts';
import type { NodeContent, TreeNode } from './tree-node.ts';

/**
 * What the operations may ask of a tree. Two kinds answer: the tree in memory (`memory-tree.ts`) and the tree in the
 * file (the store), so that the cost of an operation follows the path and not the tree.
 */
export interface TreeView {
  readonly tree: LoomTree;
  findNode(id: NodeId): TreeNode | undefined;
  /** @throws {AspenError} NOT_FOUND */
  getContent(id: NodeId): NodeContent;
  /** Every version at a position, oldest (smallest id) first; empty where there is no such position. */
  versionsAt(position: PositionId): readonly TreeNode[];
  /** The position that this one continues; null at the root and for an annotation's position. */
  parentOf(position: PositionId): PositionId | null;
  /** Positions that continue this one, by position id: the order they were asked for. Pruned ones too. */
  childrenOf(position: PositionId): readonly PositionId[];
  /** The one incoming edge; undefined at the root. */
  findEdgeInto(node: NodeId): Hyperedge | undefined;
  hasLocalId(localId: LocalId): boolean;
  /** The version at `position` with exactly this text and these spans. */
  findEqualVersion(position: PositionId, text: string, spans: Spans): TreeNode | undefined;
  /** The position beside `node` that is already this split or branch edit of it: same `editedFrom`, text and spans. */
  findEqualSibling(node: NodeId, text: string, spans: Spans): TreeNode | undefined;
}

/** Where one agent is in one tree (`domain.md`, *Paths*). */
export interface PathView {
  readonly head: PositionId;
  /** The version recorded as selected at a position; undefined where none is. */
  selectedAt(position: PositionId): NodeId | undefined;
  /** The child last visited from a position. */
  lastChildAt(position: PositionId): PositionId | undefined;
}
