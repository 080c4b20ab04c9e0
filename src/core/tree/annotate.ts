import type { NodeId } from '../ids.ts';
import { addingOnly } from './adding.ts';
import type { Mint } from './mint.ts';
import { type Author, getNode, makeNode } from './new-node.ts';
import type { TreeChange } from './tree-change.ts';
import type { NodeContent } from './tree-node.ts';
import type { TreeView } from './tree-view.ts';

/**
 * A note on a node, the root's too: a node with an `annotation` edge, which is never on a path and which nothing
 * follows (`domain.md`, *annotate*). Every version at the node's position shows it; its origin is `nodeId`.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where the node is an annotation itself, or the spans do not fit
 */
export function annotate(
  tree: TreeView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  mint: Mint,
): TreeChange {
  const source = getNode(tree, nodeId).positionId;
  const wanted = { ...content, author, source, origin: nodeId, editedFrom: null };
  return addingOnly(makeNode(tree, { ...wanted, edgeType: 'annotation' }, mint));
}
