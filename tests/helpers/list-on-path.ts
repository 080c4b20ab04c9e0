import type { PositionId } from '../../src/core/ids.ts';
import { type Fork, type ForkList, forkOf, listAtFork, listsIn } from '../../src/core/tree/forks.ts';
import { positionsTo } from '../../src/core/tree/path.ts';
import type { PathView, TreeView } from '../../src/core/tree/tree-view.ts';

/** The list at a fork, with what a path shows of it. */
export function listOnPath(tree: TreeView, path: PathView, fork: Fork): ForkList {
  const positions = new Set(positionsTo(tree, path.head));
  return listAtFork(tree, path, fork, (position) => positions.has(position));
}

/** The forks inside the text that a position shows. */
export function forksIn(tree: TreeView, path: PathView, position: PositionId): readonly Fork[] {
  return listsIn(tree, path, position, () => false).map(({ fork }) => fork);
}

/** The position that `shownChildren` shows another below; null at the root. */
export function shownParent(tree: TreeView, path: PathView, position: PositionId): PositionId | null {
  return forkOf(tree, path, position)?.position ?? null;
}
