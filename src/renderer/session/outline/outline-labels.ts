import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionLabel } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { LiveQueries } from '../live-queries.ts';

/** The most labels in one request (`tree.labels`). */
const BATCH = 500;
/** Labels that are kept after they leave the screen. */
const KEPT = 20_000;

export interface OutlineLabelsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** The labels of positions, read as they become visible. */
export type OutlineLabels = LiveQueries<PositionId, PositionLabel>;

/** Reads labels of one tree in batches. */
export function createOutlineLabels({ client, treeId, onError }: OutlineLabelsOptions): OutlineLabels {
  return new LiveQueries({
    batch: BATCH,
    kept: KEPT,
    read: async (positionIds) => {
      const labels = await client.call('tree.labels', { treeId, positionIds });
      return labels.map((label) => [label.positionId, label] as const);
    },
    onError,
  });
}
