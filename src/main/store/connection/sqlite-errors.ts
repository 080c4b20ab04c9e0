import type { Database } from 'better-sqlite3';
import { AspenError, type ErrorCode } from '../../../core/errors.ts';

/**
 * The writer's meaning of SQLite's result codes (`storage.md`, *The repository*). The first matching prefix wins, so an
 * extended code must come before its family.
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

/** FTS5 reports damage to its tables with the code SQLite uses for a mistake in a statement. */
const DAMAGED_INDEX = /^invalid fts5 file format/;

/** A grove has all its tables when it is opened, so another program has emptied the file since. */
const EMPTIED = /^no such table: (?:main\.)?(?:grove|node|loom_tree|agent|draft|cursor|log)$/;

/** The extended result code that better-sqlite3 put on an error; undefined for any other error. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/**
 * The `AspenError` for a failure that the outside world caused. Any other error is returned unchanged: a
 * failed constraint is a bug.
 */
export function fromSqlite(error: unknown, operation: string): unknown {
  const code = sqliteCodeOf(error);
  if (code === undefined || !(error instanceof Error)) return error;
  const [, known] = CODES.find(([prefix]) => code.startsWith(prefix)) ?? [];
  const isDamage = DAMAGED_INDEX.test(error.message) || EMPTIED.test(error.message);
  const meaning = isDamage ? 'CORRUPT' : known;
  if (meaning === undefined) return error;
  return new AspenError(meaning, `${operation}: ${error.message} (${code})`, { cause: error });
}

/** Runs `fn` and passes its errors through `fromSqlite`. */
export function translateErrors<T>(operation: string, fn: () => T): T {
  try {
    return fn();
  } catch (error) {
    throw fromSqlite(error, operation);
  }
}

/** Runs `fn` and returns the connection; closes it if that fails. @throws {AspenError} as `translateErrors` */
export function closeOnError(database: Database, operation: string, fn: () => void): Database {
  try {
    translateErrors(operation, fn);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
