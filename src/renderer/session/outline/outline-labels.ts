import type { PositionId } from '../../../core/ids.ts';
import type { PositionLabel } from '../../../ipc/wire/position.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQueries } from '../live-queries.ts';

/** The most labels in one request (`tree.labels`). */
const BATCH = 500;
/** Labels that are kept after they leave the screen. */
const KEPT = 20_000;

/** The labels of positions, read as they become visible. */
export type OutlineLabels = LiveQueries<PositionId, PositionLabel>;

/** Reads labels of one tree in batches. */
export function createOutlineLabels({ client, treeId, notices }: TreeScope): OutlineLabels {
  return new LiveQueries({
    batch: BATCH,
    kept: KEPT,
    read: async (positionIds) => {
      const labels = await client.call('tree.labels', { treeId, positionIds });
      return labels.map((label) => [label.positionId, label] as const);
    },
    onError: notices.report,
  });
}
