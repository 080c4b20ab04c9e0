import type { AgentId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { transactWithRetry } from '../../store/connection/transact-with-retry.ts';
import { beginSession, listSessions } from '../../store/tables/sessions.ts';
import type { SessionNote } from '../begin-grove.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { notifyBranched } from '../rescue/recover-drafts.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';
import { warnOfOtherNames } from './warn-other-names.ts';

export interface FileSwitch {
  /** Already switched to the other file. */
  readonly store: Store;
  readonly sessions: TreeSessions;
  readonly session: SessionNote;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly notices: GroveNotices;
}

/**
 * Continues an open grove in another file: records this opening there and writes everything unsaved to it. A
 * draft that only the other file has becomes a branch, reported by a notice. What cannot be written stays in
 * memory, and the save state says so.
 * @throws {AspenError} what the store throws
 */
export function switchFile({ store, sessions, session, writerId, idsAndClock, notices }: FileSwitch): void {
  const unknown = sessions.onFileSwitched();
  transactWithRetry(store, (tx) => {
    if (!listSessions(tx).some(({ id }) => id === session.id)) beginSession(tx, session);
    for (const { treeId, draft } of unknown)
      saveOrphanedDraft(tx, treeId, writerId, { draft, above: [], unapplied: [] }, idsAndClock);
  });
  sessions.reloadIfStale();
  if (unknown.length > 0) notifyBranched(notices);
  warnOfOtherNames(store.path, notices);
  sessions.tryFlush();
}
