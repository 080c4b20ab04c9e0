import { OpenPath } from '../grove/reading/open-path.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { findDraft, findLostDraft } from '../store/tables/drafts.ts';
import { getGreatestId, getGrove } from '../store/tables/grove.ts';
import { findCursor, findLastTree } from '../store/tables/path-state.ts';
import { listTrees } from '../store/tables/trees.ts';

/**
 * Reads what the program reads before it has written that it opened the grove, or right after: the lists, and for
 * whoever wrote in it the path, draft and caret of the tree they were in last.
 * @throws {AspenError} CORRUPT, NOT_FOUND where something of it cannot be read or makes no sense
 */
export function readOpening(store: Store): void {
  getGrove(store);
  getGreatestId(store);
  const trees = listTrees(store);
  const shown = trees.filter(({ archivedAt }) => archivedAt === null);
  for (const { id: agentId, type } of listAgents(store)) {
    if (type !== 'human') continue;
    for (const { id } of trees) findLostDraft(store, id, agentId);
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
