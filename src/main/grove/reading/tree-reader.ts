/** What the outline and the map ask for: positions without texts, and what those on the screen are called. */
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionLabel, TreeChanges, TreePage } from '../../../ipc/wire/position.ts';
import type { Store } from '../../store/connection/store.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { readChangedPositions, readPositionPage } from '../../store/tree/tree-positions.ts';

/** Rows of the file that one page is read from: main is not held up for longer than a frame or two. */
const PAGE = 5_000;
/** Characters of a text that a line shows. */
const EXCERPT = 120;

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
  return readPositionLabels(store, treeId, agentId, positionIds, EXCERPT);
}
