import { type Fork, type ForkList, listAtFork } from '../../src/core/tree/forks.ts';
import { positionsTo } from '../../src/core/tree/path.ts';
import type { PathView, TreeView } from '../../src/core/tree/tree-view.ts';

/** The list at a fork, with what a path shows of it. */
export function listOnPath(tree: TreeView, path: PathView, fork: Fork): ForkList {
  const positions = new Set(positionsTo(tree, path.head));
  return listAtFork(tree, path, fork, (position) => positions.has(position));
}
