import { AspenError } from '../../core/errors.ts';
import type { AgentId } from '../../core/ids.ts';
import type { Mint } from '../../core/tree/mint.ts';
import { beginSession, listSessions } from '../store/sessions.ts';
import type { Store, Writer } from '../store/store.ts';
import type { SessionNote } from './begin-grove.ts';
import type { GroveNotices } from './grove-notices.ts';
import { keepStranded } from './keep-stranded.ts';
import { tellOfBranch } from './recover-drafts.ts';
import type { TreeSessions } from './tree-sessions.ts';

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
  transactHere(store, (writer) => {
    if (!listSessions(writer).some(({ id }) => id === session.id)) beginSession(writer, session);
    for (const { treeId, draft } of strange)
      keepStranded(writer, treeId, writerId, { draft, above: [], left: [] }, mint);
  });
  if (strange.length > 0) tellOfBranch(notices);
  sessions.flushOrTell();
}

/** In a file that has just been read anew, whatever its head. */
function transactHere(store: Store, fn: (writer: Writer) => void): void {
  try {
    store.transact(fn);
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CONFLICT') throw error;
    store.transact(fn);
  }
}
