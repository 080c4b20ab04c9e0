import { AspenError } from '../../core/errors.ts';
import { OpenPath } from '../grove/reading/open-path.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { findDraft, findOrphanedDraft } from '../store/tables/drafts.ts';
import { findUnusableId, getGrove } from '../store/tables/grove.ts';
import { findCursor, findLastTree } from '../store/tables/path-state.ts';
import { isOpening, listTrees } from '../store/tables/trees.ts';

/**
 * Reads what the program reads when it opens the grove: the lists and, for each human agent, the path, draft
 * and cursor of the tree it was in last.
 * @throws {AspenError} CORRUPT, NOT_FOUND when any of it cannot be read or is invalid
 */
export function readOpening(store: Store): void {
  getGrove(store);
  const unusable = findUnusableId(store);
  if (unusable !== undefined) throw new AspenError('CORRUPT', `“${unusable.slice(0, 40)}” is not an id`);
  if (!Number.isSafeInteger(store.head.seq))
    throw new AspenError('CORRUPT', 'the log has a number that is too large');
  const trees = listTrees(store);
  const shown = trees.filter(isOpening);
  if (trees.length > 0 && shown.length === 0) throw new AspenError('CORRUPT', 'every tree is archived');
  for (const { id: agentId, type } of listAgents(store)) {
    if (type !== 'human') continue;
    for (const { id } of trees) findOrphanedDraft(store, id, agentId);
    const last = findLastTree(store, agentId);
    const treeId = (shown.find(({ id }) => id === last) ?? shown.at(-1))?.id;
    if (treeId === undefined) continue;
    const path = new OpenPath(store, treeId, agentId);
    path.reload();
    path.pack(path.steps(), [0, path.ids.length - 1]);
    findDraft(store, treeId, agentId);
    findCursor(store, treeId, agentId);
  }
}
