import { positionOpenedBy } from '../ids.ts';
import { visitChild } from './family.ts';
import type { NodeWithEdge } from './new-node.ts';
import { Overlay } from './overlay.ts';
import { moveHead } from './path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from './tree-change.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A change that writes one node and its edge; no path moves. */
export function makeNodeChange({ node, edge }: NodeWithEdge): TreeChange {
  return { nodes: [node], edges: [edge], metadata: [], path: NO_PATH_CHANGE };
}

/** A change that writes another version at a position and selects it there; the head stays. */
export function makeVersionChange(made: NodeWithEdge): TreeChange {
  const { positionId, id } = made.node;
  return {
    ...makeNodeChange(made),
    path: { selected: [{ position: positionId, version: id }], lastChild: [] },
  };
}

/**
 * A change that writes a node at a new position, which becomes the head.
 * @throws {AspenError} INVALID_ARGUMENT below a pruned position
 */
export function makeHeadChange(tree: TreeView, path: PathView, made: NodeWithEdge): TreeChange {
  const change = makeNodeChange(made);
  const head = positionOpenedBy(made.node.id);
  const parent = made.edge.sources[0];
  if (parent?.role === 'primary' && parent.positionId === path.head) {
    // The path to the old head is already recorded, so a commit at the end of a path does not walk it.
    const selected = [{ position: head, version: made.node.id }];
    const { lastChild, left } = visitChild(tree, path, path.head, head);
    return { ...change, path: { head, selected, lastChild, ...(left.length === 0 ? {} : { left }) } };
  }
  const overlay = new Overlay(tree, path);
  overlay.add(change);
  return { ...change, path: moveHead(overlay.tree, overlay.path, head) };
}

/** A change that only moves the path. */
export function makePathChange(path: PathChange): TreeChange {
  return { nodes: [], edges: [], metadata: [], path };
}
