import type { PositionId } from '../../../core/ids.ts';
import {
  type Fork,
  type ForkItem,
  forkAfter,
  forkOf,
  itemsAtFork,
  selectItem,
} from '../../../core/tree/forks.ts';
import { metadataAt, prune, pruneOffPath } from '../../../core/tree/metadata.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { PrunedPosition } from '../../../ipc/wire/path.ts';

/** Prunes positions with their subtrees; the author's own path leaves them. */
export function prunePositions(after: Overlay, positions: readonly PositionId[]): void {
  if (positions.length === 0) return;
  const own = new Set(positionsTo(after.tree, after.path.head));
  for (const position of positions) {
    after.add(
      own.has(position) ? prune(after.tree, after.path, position) : pruneOffPath(after.tree, position),
    );
  }
}

/**
 * Prunes a position. If the path ran through it, it moves on to the next alternative, or else to the one before
 * (`domain.md`, *Operations*); with none left, it ends at the parent.
 */
export function pruneAndMoveOn(after: Overlay, position: PositionId): void {
  const fork = forkOf(after.tree, after.path, position);
  const parent = after.tree.parentOf(position);
  const index = fork === null ? -1 : itemsAt(after, fork).findIndex((item) => item.position === position);
  const isOnPath = positionsTo(after.tree, after.path.head).includes(position);
  prunePositions(after, [position]);
  // From a split without anything else, the path has gone to the text that it divides.
  if (!isOnPath || parent === null || after.path.head !== parent) return;
  const left = itemsAt(after, forkAfter(after.tree, after.path, parent));
  const next = left[Math.min(Math.max(index, 0), left.length - 1)];
  if (next !== undefined) after.addPath(selectItem(after.tree, after.path, next));
}

/** The items that may be shown without the writer choosing them. */
function itemsAt({ tree, path }: Overlay, fork: Fork): readonly ForkItem[] {
  return itemsAtFork(tree, path, fork).filter(
    ({ position }) => !isHeldBack(versionAt(tree, path, position).finishReason),
  );
}

/** Separates positions to hide from those to show; if one is listed twice, its last entry counts. */
export function sortPruned(positions: readonly PrunedPosition[]): {
  readonly hidden: readonly PositionId[];
  readonly shown: readonly PositionId[];
} {
  const last = [...new Map(positions.map(({ positionId, pruned }) => [positionId, pruned]))];
  const sorted = (is: boolean) => last.filter(([, pruned]) => pruned === is).map(([position]) => position);
  return { hidden: sorted(true), shown: sorted(false) };
}

/** The positions whose pruned state would change. @throws {AspenError} NOT_FOUND */
export function positionsToChange(
  tree: TreeView,
  hidden: readonly PositionId[],
  shown: readonly PositionId[],
): readonly PrunedPosition[] {
  const targets = [
    ...shown.map((positionId) => ({ positionId, pruned: false })),
    ...hidden.map((positionId) => ({ positionId, pruned: true })),
  ];
  return targets.filter(({ positionId, pruned }) => metadataAt(tree, positionId).pruned !== pruned);
}
