import { AspenError } from '../errors.ts';
import type { PositionId } from '../ids.ts';
import type { LoomTree } from './loom-tree.ts';
import { layerPath, layerTree, type PathLayer, type TreeLayer } from './tree-layer.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A whole tree in memory: its changes are added with `add`. It begins without its root. */
export function createMemoryTree(tree: LoomTree): TreeLayer {
  return layerTree(emptyTree(tree));
}

/** A path in memory that stands at `head` and has recorded nothing. */
export function createMemoryPath(head: PositionId): PathLayer {
  const nowhere: PathView = { head, selectedAt: () => undefined, lastChildAt: () => undefined };
  return layerPath(nowhere);
}

function emptyTree(tree: LoomTree): TreeView {
  return {
    tree,
    findNode: () => undefined,
    getContent: (id) => {
      throw new AspenError('NOT_FOUND', `no node ${id}`);
    },
    versionsAt: () => [],
    parentOf: () => null,
    childrenOf: () => [],
    findEdgeInto: () => undefined,
    hasLocalId: () => false,
    findEqualVersion: () => undefined,
    findEqualSibling: () => undefined,
  };
}
