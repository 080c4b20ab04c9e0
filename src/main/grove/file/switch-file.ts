import type { AgentId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { transactAnyway } from '../../store/connection/transact-anyway.ts';
import { beginSession, listSessions } from '../../store/tables/sessions.ts';
import type { SessionNote } from '../begin-grove.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { tellOfBranch } from '../rescue/recover-drafts.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';

export interface FileSwitch {
  /** Has the other file already. */
  readonly store: Store;
  readonly sessions: TreeSessions;
  /** Of this opening. */
  readonly session: SessionNote;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly notices: GroveNotices;
}

/**
 * Makes an open grove at home in another file: the file notes this opening, and everything held is written to it. A draft
 * that only that file has becomes a branch, which a notice tells of. What cannot be written stays held, and the save
 * state says so.
 * @throws {AspenError} what the store throws
 */
export function switchFile({ store, sessions, session, writerId, idsAndClock, notices }: FileSwitch): void {
  const strange = sessions.takeOtherFile();
  transactAnyway(store, (tx) => {
    if (!listSessions(tx).some(({ id }) => id === session.id)) beginSession(tx, session);
    for (const { treeId, draft } of strange)
      saveOrphanedDraft(tx, treeId, writerId, { draft, above: [], left: [] }, idsAndClock);
  });
  sessions.catchUp();
  if (strange.length > 0) tellOfBranch(notices);
  sessions.flushOrTell();
}
