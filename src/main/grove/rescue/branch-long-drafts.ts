import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { deleteDraft, findDraft, findLongDraft } from '../../store/tables/drafts.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { saveOrphanedDraft } from './save-orphaned-draft.ts';

/**
 * Turns all drafts that are longer than a draft may be (`generation.md`, *Bounds*) into branches: earlier
 * versions did not limit them. Their texts become nodes of the allowed length, in a row.
 * @param divided nodes that were divided since, so that an edit of one no longer fits it
 * @returns how many there were
 * @throws {AspenError} CORRUPT when a draft is invalid; what the store throws
 */
export function branchLongDrafts(
  store: Store,
  idsAndClock: IdsAndClock,
  divided: ReadonlySet<string> = new Set(),
): number {
  let count = 0;
  for (const { id: agentId, type } of listAgents(store)) {
    if (type !== 'human') continue;
    for (const { id } of listTrees(store)) {
      const edited = divided.size === 0 ? undefined : findDraft(store, id, agentId);
      const isDivided = edited?.edits.some(({ nodeId }) => divided.has(nodeId)) === true;
      const draft = isDivided ? edited : findLongDraft(store, id, agentId);
      if (draft === undefined) continue;
      store.transact((tx) => {
        saveOrphanedDraft(tx, id, agentId, { draft, above: [], unapplied: [] }, idsAndClock);
        deleteDraft(tx, id, agentId);
      });
      count += 1;
    }
  }
  return count;
}
