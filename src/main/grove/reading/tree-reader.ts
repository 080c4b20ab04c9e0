/** The queries of the outline and the map: positions without texts, and the labels of those on the screen. */
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionLabel, TreeChanges, TreePage } from '../../../ipc/wire/position.ts';
import type { Store } from '../../store/connection/store.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { readChangedPositions, readPositionPage } from '../../store/tree/tree-positions.ts';

/** File rows read for one page: main is blocked for no more than a frame or two. */
const PAGE = 5_000;
/** Length of a label, in characters. */
export const LABEL_EXCERPT = 120;

/** @throws {AspenError} NOT_FOUND */
export function readTreePage(store: Store, treeId: TreeId, agentId: AgentId, after: number): TreePage {
  return { ...readPositionPage(store, treeId, agentId, after, PAGE), seq: store.head.seq };
}

/** @throws {AspenError} NOT_FOUND */
export function readTreeChanges(store: Store, treeId: TreeId, agentId: AgentId, since: number): TreeChanges {
  return readChangedPositions(store, treeId, agentId, since);
}

/** @throws {AspenError} NOT_FOUND */
export function readLabels(
  store: Store,
  treeId: TreeId,
  agentId: AgentId,
  positionIds: readonly PositionId[],
): readonly PositionLabel[] {
  return readPositionLabels(store, treeId, agentId, positionIds, LABEL_EXCERPT);
}
