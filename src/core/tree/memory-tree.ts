import { AspenError } from '../errors.ts';
import type { PositionId } from '../ids.ts';
import type { LoomTree } from './loom-tree.ts';
import { layerPath, layerTree, type PathLayer, type TreeLayer } from './tree-layer.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A whole tree in memory; `add` applies changes to it. It starts empty, without a root. */
export function createMemoryTree(tree: LoomTree): TreeLayer {
  return layerTree(emptyTree(tree));
}

/** A path in memory with this head and nothing recorded. */
export function createMemoryPath(head: PositionId): PathLayer {
  const emptyPath: PathView = {
    head,
    selectedAt: () => undefined,
    lastChildAt: () => undefined,
    leftAt: () => undefined,
    isRest: () => false,
  };
  return layerPath(emptyPath);
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
    splitsOf: () => [],
    findEdgeInto: () => undefined,
    hasLocalId: () => false,
    findEqualVersion: () => undefined,
    listEqualSiblings: () => [],
    listEqualChildren: () => [],
  };
}
