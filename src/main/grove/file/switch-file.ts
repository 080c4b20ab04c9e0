import type { AgentId } from '../../../core/ids.ts';
import type { Mint } from '../../../core/tree/ids-and-clock.ts';
import type { Store } from '../../store/connection/store.ts';
import { transactAnyway } from '../../store/connection/transact-anyway.ts';
import { beginSession, listSessions } from '../../store/tables/sessions.ts';
import type { SessionNote } from '../begin-grove.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { tellOfBranch } from '../rescue/recover-drafts.ts';
import { keepStranded } from '../rescue/save-orphaned-draft.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';

export interface GoingOn {
  /** Has the other file already. */
  readonly store: Store;
  readonly sessions: TreeSessions;
  /** Of this opening. */
  readonly session: SessionNote;
  readonly writerId: AgentId;
  readonly mint: Mint;
  readonly notices: GroveNotices;
}

/**
 * Makes an open grove at home in another file: the file notes this opening, and everything held is written to it. A draft
 * that only that file has becomes a branch, which a notice tells of. What cannot be written stays held, and the save
 * state says so.
 * @throws {AspenError} what the store throws
 */
export function goOnElsewhere({ store, sessions, session, writerId, mint, notices }: GoingOn): void {
  const strange = sessions.takeOtherFile();
  transactAnyway(store, (writer) => {
    if (!listSessions(writer).some(({ id }) => id === session.id)) beginSession(writer, session);
    for (const { treeId, draft } of strange)
      keepStranded(writer, treeId, writerId, { draft, above: [], left: [] }, mint);
  });
  sessions.catchUp();
  if (strange.length > 0) tellOfBranch(notices);
  sessions.flushOrTell();
}
