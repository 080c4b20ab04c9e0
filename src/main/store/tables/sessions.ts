import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { LogHead } from '../connection/log-head.ts';
import type { Overwrite } from '../connection/overwrite-guard.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getGrove } from './grove.ts';
import { hasHead } from './log.ts';

/** One period during which a program had the grove open. */
export interface GroveSession {
  /** A ULID. */
  readonly id: string;
  readonly host: string;
  readonly appVersion: string;
  readonly openedAt: number;
  /** Null while it is open, and permanently if it ended in a crash. */
  readonly closedAt: number | null;
}

const MAX_SESSIONS = 10;

const allSessions = defineQuery('session.all', (db) =>
  db
    .selectFrom('session')
    .select(['id', 'host', 'app_version as appVersion', 'opened_at as openedAt', 'closed_at as closedAt'])
    .orderBy('id', 'desc'),
);

const insertSession = defineQuery(
  'session.insert',
  (db, p: { id: string; host: string; appVersion: string; openedAt: number }) =>
    db.insertInto('session').values({
      id: p.id,
      host: p.host,
      app_version: p.appVersion,
      opened_at: p.openedAt,
      closed_at: null,
    }),
);

const deleteOld = defineQuery('session.forget', (db, p: { newest: number }) =>
  db
    .deleteFrom('session')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('session').select('id').orderBy('id', 'desc').limit(p.newest),
    ),
);

const endSession = defineQuery('session.end', (db, p: { id: string; closedAt: number }) =>
  db.updateTable('session').set({ closed_at: p.closedAt }).where('id', '=', p.id),
);

/** The last ten sessions, newest first. */
export function listSessions(reader: Reader): readonly GroveSession[] {
  return reader.all(allSessions, NONE);
}

/** One of the last ten sessions; undefined when it is older or never existed. */
export function findSession(reader: Reader, id: string): GroveSession | undefined {
  return listSessions(reader).find((session) => session.id === id);
}

/** Returns true if a session that is not among the last ten predates them all. */
export function predatesKnownSessions(reader: Reader, id: string): boolean {
  const sessions = listSessions(reader);
  return sessions.length >= MAX_SESSIONS && sessions.every((session) => session.id > id);
}

/** Records that the grove is open, and deletes all but the last ten sessions. */
export function beginSession(
  tx: FileTransaction,
  session: Omit<GroveSession, 'openedAt' | 'closedAt'>,
): void {
  const { id, host, appVersion } = session;
  tx.run(insertSession, { id, host, appVersion, openedAt: tx.now() });
  tx.run(deleteOld, { newest: MAX_SESSIONS });
}

/** @throws {AspenError} NOT_FOUND */
export function closeSession(tx: FileTransaction, id: string): void {
  if (tx.run(endSession, { id, closedAt: tx.now() }) === 0) {
    throw new AspenError('NOT_FOUND', `no session ${id}`);
  }
}

/** The contents by which a file is recognised as the one written here. */
interface WrittenState {
  readonly groveId: GroveId;
  readonly head: LogHead;
  /** The session recorded in it; null if none was. */
  readonly sessionId: string | null;
}

/**
 * Checks that a file which something else has touched is still the one written here (`storage.md`, *Overwritten in
 * place*).
 * @returns null if it has all of it, even if another program has added to it
 * @throws {AspenError} what reading throws
 */
export function findOverwrite(reader: Reader, { groveId, head, sessionId }: WrittenState): Overwrite | null {
  if (getGrove(reader).id !== groveId) return 'otherGrove';
  if (!hasHead(reader, head)) return 'olderState';
  // Drafts and cursors write no log row, so an equal head alone proves nothing.
  const hasSession =
    sessionId === null ||
    findSession(reader, sessionId) !== undefined ||
    predatesKnownSessions(reader, sessionId);
  return hasSession ? null : 'olderState';
}
