import { positionOpenedBy } from '../ids.ts';
import type { NodeWithEdge } from './new-node.ts';
import { Overlay } from './overlay.ts';
import { moveHead } from './path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from './tree-change.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** Writes one node and its edge; nobody's path moves. */
export function addingOnly({ node, edge }: NodeWithEdge): TreeChange {
  return { nodes: [node], edges: [edge], metadata: [], path: NO_PATH_CHANGE };
}

/** Writes another version of a position and selects it there; the head stays. */
export function addingVersion(made: NodeWithEdge): TreeChange {
  const { positionId, id } = made.node;
  return { ...addingOnly(made), path: { selected: [{ position: positionId, version: id }], lastChild: [] } };
}

/**
 * Writes a node that opens a position, which becomes the head.
 * @throws {AspenError} INVALID_ARGUMENT where it is below a pruned position
 */
export function addingHead(tree: TreeView, path: PathView, made: NodeWithEdge): TreeChange {
  const added = addingOnly(made);
  const head = positionOpenedBy(made.node.id);
  const parent = made.edge.sources[0];
  if (parent?.role === 'primary' && parent.positionId === path.head) {
    // The way to the head is recorded already: a commit at the end of a path costs no walk along it.
    const selected = [{ position: head, version: made.node.id }];
    return { ...added, path: { head, selected, lastChild: [{ position: path.head, child: head }] } };
  }
  const after = new Overlay(tree, path);
  after.add(added);
  return { ...added, path: moveHead(after.tree, after.path, head) };
}

/** Writes nothing and changes the path. */
export function onlyPath(path: PathChange): TreeChange {
  return { nodes: [], edges: [], metadata: [], path };
}
