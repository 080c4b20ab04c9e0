import type { PositionId } from '../../../core/ids.ts';
import { metadataAt, prune, pruneOffPath } from '../../../core/tree/metadata.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { positionsTo } from '../../../core/tree/path.ts';
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

/** Separates positions to hide from those to show; if one is listed twice, its last entry counts. */
export function sortPruned(positions: readonly PrunedPosition[]): {
  readonly hidden: readonly PositionId[];
  readonly shown: readonly PositionId[];
} {
  const last = [...new Map(positions.map(({ positionId, pruned }) => [positionId, pruned]))];
  const sorted = (is: boolean) => last.filter(([, pruned]) => pruned === is).map(([position]) => position);
  return { hidden: sorted(true), shown: sorted(false) };
}

/** Those positions whose pruned state would change. @throws {AspenError} NOT_FOUND */
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
