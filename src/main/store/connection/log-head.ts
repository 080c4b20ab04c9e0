import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from './query.ts';

/** The last row of the log. */
export interface LogHead {
  /** 0 before the first row. */
  readonly seq: number;
  /** Null before the first row. */
  readonly hash: Sha256 | null;
}

/** Returns true if two files, or one file at two moments, have the same log. */
export function isSameHead(one: LogHead, other: LogHead): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}

const headOfLog = defineQuery('store.head', (db) => db.selectFrom('grove').select(['log_seq', 'log_hash']));

/** The head of the log as the file records it. @throws {AspenError} CORRUPT without a grove row */
export function readHead(reader: Pick<Reader, 'first'>): LogHead {
  const row = reader.first(headOfLog, NONE);
  if (row === undefined) throw new AspenError('CORRUPT', 'the file has no grove row');
  return { seq: row.log_seq, hash: row.log_hash as Sha256 | null };
}
