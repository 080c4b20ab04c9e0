import type { GroveId } from '../../../core/ids.ts';
import type { LogHead } from '../connection/log-head.ts';
import type { Overwrite } from '../connection/overwrite-guard.ts';
import type { Reader } from '../connection/query.ts';
import { getGrove } from './grove.ts';
import { hasHead } from './log.ts';
import { findSession, predatesKnownSessions } from './sessions.ts';

/** The contents by which a file is recognised as the one written here. */
export interface WrittenState {
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
