import { AspenError } from '../../../core/errors.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';

/** One time that a program had the grove open. */
export interface GroveSession {
  /** A ULID. */
  readonly id: string;
  readonly host: string;
  readonly appVersion: string;
  readonly openedAt: number;
  /** Null while it is open, and for ever when it ended in a crash. */
  readonly closedAt: number | null;
}

const KEPT = 10;

const allSessions = defineQuery('session.all', (db) =>
  db.selectFrom('session').selectAll().orderBy('id', 'desc'),
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

const forgetOld = defineQuery('session.forget', (db, p: { kept: number }) =>
  db
    .deleteFrom('session')
    .where('id', 'not in', (eb) => eb.selectFrom('session').select('id').orderBy('id', 'desc').limit(p.kept)),
);

const forgetAll = defineQuery('session.forgetAll', (db) => db.deleteFrom('session'));

const endSession = defineQuery('session.end', (db, p: { id: string; closedAt: number }) =>
  db.updateTable('session').set({ closed_at: p.closedAt }).where('id', '=', p.id),
);

/** The last ten sessions, the newest first. */
export function listSessions(reader: Reader): readonly GroveSession[] {
  return reader.all(allSessions, NONE).map((row) => ({
    id: row.id,
    host: row.host,
    appVersion: row.app_version,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  }));
}

/** One of them; undefined where it never was, or is forgotten. */
export function findSession(reader: Reader, id: string): GroveSession | undefined {
  return listSessions(reader).find((session) => session.id === id);
}

/** Whether a session that is not among the last ten came before all of them. */
export function isForgotten(reader: Reader, id: string): boolean {
  const sessions = listSessions(reader);
  return sessions.length >= KEPT && sessions.every((session) => session.id > id);
}

/** Notes that the grove is open, and forgets all but the last ten sessions. */
export function beginSession(
  tx: FileTransaction,
  session: Omit<GroveSession, 'openedAt' | 'closedAt'>,
): void {
  const { id, host, appVersion } = session;
  tx.run(insertSession, { id, host, appVersion, openedAt: tx.now() });
  tx.run(forgetOld, { kept: KEPT });
}

/** @throws {AspenError} NOT_FOUND */
export function closeSession(tx: FileTransaction, id: string): void {
  if (tx.run(endSession, { id, closedAt: tx.now() }) === 0) {
    throw new AspenError('NOT_FOUND', `no session ${id}`);
  }
}

/** Of a copy: they were of the file that it is a copy of. */
export function forgetSessions(tx: FileTransaction): void {
  tx.run(forgetAll, NONE);
}
