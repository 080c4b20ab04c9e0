import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { metadataAt, prune, pruneOffPath } from '../../../core/tree/metadata.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { leavePruned, positionsTo } from '../../../core/tree/path.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { PrunedPosition } from '../../../ipc/wire/path.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { listAgentsIn, writePath } from '../../store/tables/path-state.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/**
 * Hides positions with all below them; every agent's path that runs through one of them ends at its parent. A path is
 * walked once, however many positions there are.
 * @param after what the intent has done so far; the writer's own path leaves the positions in it
 */
export function prunePositions(
  after: Overlay,
  positions: readonly PositionId[],
  tx: FileTransaction,
  { treeId, writerId }: { readonly treeId: TreeId; readonly writerId: AgentId },
): void {
  if (positions.length === 0) return;
  const own = new Set(positionsTo(after.tree, after.path.head));
  for (const position of positions) {
    after.add(
      own.has(position) ? prune(after.tree, after.path, position) : pruneOffPath(after.tree, position),
    );
  }
  const hidden = new Set(positions);
  for (const agentId of listAgentsIn(tx, treeId)) {
    if (agentId === writerId) continue;
    const { tree, path } = sqlViews(tx, treeId, agentId);
    // Of those that lie below one another the uppermost ends the path.
    const uppermost = positionsTo(tree, path.head).find((position) => hidden.has(position));
    if (uppermost !== undefined) writePath(tx, treeId, agentId, leavePruned(tree, path, uppermost));
  }
}

/** Which are to be hidden and which shown; of a position that is named twice the last word counts. */
export function sortPruned(positions: readonly PrunedPosition[]): {
  readonly hidden: readonly PositionId[];
  readonly shown: readonly PositionId[];
} {
  const last = [...new Map(positions.map(({ positionId, pruned }) => [positionId, pruned]))];
  const sorted = (is: boolean) => last.filter(([, pruned]) => pruned === is).map(([position]) => position);
  return { hidden: sorted(true), shown: sorted(false) };
}

/** Those that are to be hidden and are not, and to be shown and are hidden. @throws {AspenError} NOT_FOUND */
export function positionsToChange(
  tree: TreeView,
  hidden: readonly PositionId[],
  shown: readonly PositionId[],
): readonly PrunedPosition[] {
  const wanted = [
    ...shown.map((positionId) => ({ positionId, pruned: false })),
    ...hidden.map((positionId) => ({ positionId, pruned: true })),
  ];
  return wanted.filter(({ positionId, pruned }) => metadataAt(tree, positionId).pruned !== pruned);
}
