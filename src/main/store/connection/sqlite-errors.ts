import { AspenError, type ErrorCode } from '../../../core/errors.ts';

/**
 * What SQLite's result codes mean to a writer (`storage.md`, *The repository*). The first prefix that fits decides,
 * so that an extended code stands before its family.
 */
const CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_READONLY_DBMOVED', 'MOVED'],
  ['SQLITE_READONLY', 'READ_ONLY'],
  ['SQLITE_BUSY', 'IN_USE'],
  ['SQLITE_PROTOCOL', 'IN_USE'],
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_IOERR_CORRUPTFS', 'CORRUPT'],
  ['SQLITE_IOERR', 'IO_ERROR'],
  ['SQLITE_CANTOPEN', 'IO_ERROR'],
  ['SQLITE_NOLFS', 'IO_ERROR'],
  ['SQLITE_PERM', 'READ_ONLY'],
  ['SQLITE_CORRUPT', 'CORRUPT'],
  ['SQLITE_NOTADB', 'CORRUPT'],
  ['SQLITE_FORMAT', 'CORRUPT'],
  ['SQLITE_TOOBIG', 'INVALID_ARGUMENT'],
];

/** FTS5 says of its own damaged tables what SQLite says of a mistake in a statement. */
const DAMAGED_INDEX = /^invalid fts5 file format/;

/** A grove has all its tables when it is opened: another program has emptied the file since. */
const EMPTIED = /^no such table: (?:main\.)?(?:grove|node|loom_tree|agent|draft|cursor|log)$/;

/** The code that better-sqlite3 put on an error, with its extension; undefined for any other error. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/**
 * The `AspenError` for what the world did to a statement. Anything else comes back as it is: a constraint that fails
 * is a mistake of ours, and stays one.
 */
export function fromSqlite(error: unknown, doing: string): unknown {
  const code = sqliteCodeOf(error);
  if (code === undefined || !(error instanceof Error)) return error;
  const [, known] = CODES.find(([prefix]) => code.startsWith(prefix)) ?? [];
  const isDamage = DAMAGED_INDEX.test(error.message) || EMPTIED.test(error.message);
  const meaning = isDamage ? 'CORRUPT' : known;
  if (meaning === undefined) return error;
  return new AspenError(meaning, `${doing}: ${error.message} (${code})`, { cause: error });
}

/** Runs `fn`, and throws `fromSqlite` of what it throws. */
export function translated<T>(doing: string, fn: () => T): T {
  try {
    return fn();
  } catch (error) {
    throw fromSqlite(error, doing);
  }
}
