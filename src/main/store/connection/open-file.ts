import { type BigIntStats, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database, { type Database as Connection } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import { addWordList, applySettings, BUSY_MILLISECONDS } from './connection-settings.ts';
import { findStats, getStats, hasSameIdentity } from './file-stats.ts';
import { addLinkFunctions } from './link-functions.ts';
import {
  APPLICATION_ID,
  checkSchema,
  type Migration,
  migrate,
  newestVersion,
  readMigrations,
  readPragma,
  rejectNewer,
  type SchemaObject,
  schemaAfter,
  schemaOf,
} from './migrate.ts';
import { beginPartial, removePartial } from './partial-file.ts';
import { nameOf, type ResolvedFile, resolveFile } from './resolve-file.ts';
import { closeOnError, fromSqlite, sqliteCodeOf, translateErrors } from './sqlite-errors.ts';
import { Store, type StoreEnvironment } from './store.ts';

/** A grove to create where there is no file, or an empty one. */
export interface NewGrove {
  readonly id: GroveId;
  readonly name: string;
  /**
   * If given, the grove is written beside its target and then renamed (`backup/backup-folder.ts`): a crash
   * midway leaves no partial file, which the next start would have to reject.
   */
  moveIntoPlace?(partial: string, target: string): void;
}

export interface OpenOptions extends StoreEnvironment {
  readonly migrations: string;
  /** If given, a missing or empty file becomes this grove; otherwise it is rejected. */
  readonly create?: NewGrove;
  /** Opens for reading only: migrates and writes nothing. */
  readonly readonly?: boolean;
  /** With `readonly`: opens an older version without migrating it. Not every query can read it. */
  readonly allowOlder?: boolean;
  /** With `readonly`: reads an older version from a copy in memory, which is migrated. */
  readonly migrateCopy?: boolean;
  /**
   * Allows SQLite to roll back a hot journal: the caller has inspected the file and found that the journal
   * belongs to its last transaction. Without this, a file with a journal is rejected, because any other
   * journal would revert or destroy it.
   */
  readonly allowRollback?: boolean;
  /** Called before an older version is migrated, with the unmigrated file opened read-only. */
  readonly beforeMigration?: (old: Store) => void;
  /** better-sqlite3's native addon, when its own cannot be loaded. */
  readonly nativeBinding?: string;
}

/**
 * Opens or creates a grove (`storage.md`, *Opening, in order*, steps 1 and 3). A file that is not a grove of
 * a known version is rejected without changing a byte of it. An older version is migrated. A symbolic link is
 * followed; one that leads nowhere is rejected, even with `create`.
 *
 * Only `stat` and SQLite may use the path: closing any other descriptor of the file would drop SQLite's
 * locks.
 *
 * @throws {AspenError} NOT_FOUND: no file there; NOT_A_GROVE: a folder, an empty file, any other file or
 *   database; NEWER_VERSION; CORRUPT: truncated, damaged, with another schema than its version has, or with a
 *   journal that was not inspected; READ_ONLY: it may not be written (open it with `readonly`); IN_USE;
 *   IO_ERROR; DISK_FULL
 */
export function openFile(path: string | ResolvedFile, options: OpenOptions): Store {
  const file = resolveFile(path);
  const { real } = file;
  // better-sqlite3 trims names, and would open another file than the one checked here.
  if (real.trim() !== real)
    throw new AspenError('INVALID_ARGUMENT', `the name “${basename(real)}” ends with white space`);
  const migrations = readMigrations(options.migrations);
  const stats = findStats(real);
  if (stats === undefined) {
    if (options.create === undefined) throw new AspenError('NOT_FOUND', `${nameOf(file)} does not exist`);
    makeGrove(file, options, options.create, migrations);
  } else if (stats.isFile() && stats.size === 0n && options.create !== undefined) {
    makeGrove(file, options, options.create, migrations);
  } else {
    const version = rejectForeign(file, stats, options, migrations);
    if (version < newestVersion(migrations)) notifyBeforeMigration(file, options);
  }

  const opened = getStats(real);
  return new Store(
    {
      path: real,
      givenPath: file.given,
      readonly: options.readonly === true,
      connect: () => connectToGrove(file, options, migrations, options.readonly !== true),
      reconnect: () => connectToGrove(file, options, migrations, false),
      isFile: (stats) => stats.dev === opened.dev && stats.ino === opened.ino,
      isUnmoved: () => hasSameIdentity(findStats(real), opened),
    },
    options,
  );
}

/** Checks the file before anything can change it, through a connection that cannot write. Returns its version. */
function rejectForeign(
  file: ResolvedFile,
  stats: BigIntStats,
  options: OpenOptions,
  migrations: readonly Migration[],
): number {
  if (stats.isDirectory()) throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is a folder`);
  if (!stats.isFile()) throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is not an ordinary file`);
  if (stats.size === 0n) throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is empty`);
  const header = findHeader(file, options) ?? headerAfterRollback(file, options);
  rejectHeader(header, migrations, file);
  return header.version;
}

/** The header that SQLite finds after rolling back a hot journal. */
function headerAfterRollback(file: ResolvedFile, options: OpenOptions): Header {
  if (options.allowRollback !== true && options.readonly !== true)
    throw new AspenError('CORRUPT', `the journal beside ${nameOf(file)} was not inspected`);
  return translateErrors(`opening ${file.real}`, () => {
    const database = connect(file.real, options, {
      readonly: options.readonly === true,
      fileMustExist: true,
    });
    try {
      return headerOf(database);
    } finally {
      database.close();
    }
  });
}

function notifyBeforeMigration(file: ResolvedFile, { beforeMigration, ...options }: OpenOptions): void {
  if (beforeMigration === undefined || options.readonly === true) return;
  const old = openFile(file, { ...options, readonly: true, allowOlder: true });
  try {
    beforeMigration(old);
  } finally {
    old.close();
  }
}

/** Undefined when SQLite must first roll back a hot journal, which takes a connection that can write. */
function findHeader(file: ResolvedFile, options: OpenOptions): Header | undefined {
  // A read-only connection leaves files beside a database in WAL mode; a writable one removes them, but first
  // writes back what a crash left in them. So this connection is writable only when there are no such files.
  const readonly = ['-journal', '-wal'].some((suffix) => findStats(file.real + suffix) !== undefined);
  try {
    const database = connect(file.real, options, { readonly, fileMustExist: true });
    try {
      database.pragma('query_only = ON');
      return headerOf(database);
    } finally {
      database.close();
    }
  } catch (error) {
    switch (sqliteCodeOf(error)) {
      case 'SQLITE_NOTADB':
        throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is not a database`, { cause: error });
      case 'SQLITE_READONLY_ROLLBACK':
        return undefined;
      default:
        throw fromSqlite(error, `reading the header of ${nameOf(file)}`);
    }
  }
}

/** A connection to an existing grove: checked, configured and, if `mayMigrate`, migrated. */
function connectToGrove(
  file: ResolvedFile,
  options: OpenOptions,
  migrations: readonly Migration[],
  mayMigrate: boolean,
): Connection {
  const readonly = options.readonly === true;
  const database = translateErrors(`opening ${file.real}`, () =>
    connect(file.real, options, { readonly, fileMustExist: true }),
  );
  let isOlder = false;
  closeOnError(database, `opening ${file.real}`, () => {
    // Check again, now that SQLite may have rolled back a hot journal.
    const header = headerOf(database);
    rejectHeader(header, migrations, file);
    database.pragma('trusted_schema = OFF');
    checkSchema(schemaOf(database), expectedSchema(migrations, header.version, options));
    isOlder = header.version < newestVersion(migrations);
    if (isOlder && !(readonly && (options.allowOlder === true || options.migrateCopy === true))) {
      if (readonly)
        throw new AspenError(
          'READ_ONLY',
          `${nameOf(file)} has version ${header.version} and cannot be migrated when read-only`,
        );
      if (!mayMigrate)
        throw new AspenError('CORRUPT', `${nameOf(file)} became one of version ${header.version}`);
      migrate(database, migrations);
      checkSchema(schemaOf(database), expectedSchema(migrations, newestVersion(migrations), options));
    }
    applySettings(database, readonly);
    addWordList(database);
    // SQLite also opens files without write permission. This statement asks for the permission and changes
    // nothing, so the problem shows now instead of at the first commit.
    if (!readonly) database.exec('BEGIN IMMEDIATE; UPDATE grove SET key = key WHERE false; ROLLBACK');
  });
  const isCopied = isOlder && readonly && options.migrateCopy === true;
  return isCopied ? migrateCopy(database, file, options, migrations) : database;
}

/**
 * A copy of an older grove in memory, migrated, in place of the connection to its file. Nothing is written to
 * any disk: there may be no room for a copy, and no trace of the text must stay behind.
 * @throws {AspenError} READ_ONLY when the grove is too large for that
 */
function migrateCopy(
  database: Connection,
  file: ResolvedFile,
  options: OpenOptions,
  migrations: readonly Migration[],
): Connection {
  const operation = `reading ${file.real}`;
  let copy: Connection;
  try {
    copy = translateErrors(operation, () => connect(database.serialize(), options, {}));
  } catch (error) {
    if (error instanceof AspenError) throw error;
    const detail = `${nameOf(file)} is of an older version, and too large to be read without migrating it`;
    throw new AspenError('READ_ONLY', detail, { cause: error });
  } finally {
    database.close();
  }
  return closeOnError(copy, operation, () => {
    migrate(copy, migrations);
    checkSchema(schemaOf(copy), expectedSchema(migrations, newestVersion(migrations), options));
    applySettings(copy, true);
    addWordList(copy);
  });
}

function makeGrove(
  file: ResolvedFile,
  options: OpenOptions,
  grove: NewGrove,
  migrations: readonly Migration[],
): void {
  if (grove.moveIntoPlace === undefined) {
    createGrove(file, options, grove, migrations);
    return;
  }
  const partialFile = beginPartial(file.real);
  const { path: partial, target } = partialFile;
  try {
    removePartial(partial);
    createGrove({ given: partial, real: partial }, options, grove, migrations);
    if ((findStats(file.real)?.size ?? 0n) > 0n) throw createdByAnotherProgram(file);
    grove.moveIntoPlace(partial, target);
  } catch (error) {
    throw error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
  } finally {
    partialFile.release();
  }
}

function createdByAnotherProgram(file: ResolvedFile): AspenError {
  return new AspenError('IN_USE', `${nameOf(file)} was created by another program just now`);
}

/**
 * Writes the schema and the grove row in one transaction. If that fails, a file that was not there before is
 * removed again.
 */
function createGrove(
  file: ResolvedFile,
  options: OpenOptions,
  grove: NewGrove,
  migrations: readonly Migration[],
): void {
  if (options.readonly === true) throw new AspenError('INVALID_ARGUMENT', 'a new grove cannot be read-only');
  const existed = findStats(file.real) !== undefined;
  if (!existed) getStats(dirname(file.real));
  const database = translateErrors(`creating ${file.real}`, () => connect(file.real, options, {}));
  const created = getStats(file.real);
  try {
    closeOnError(database, `creating ${file.real}`, () => {
      applySettings(database, false);
      migrate(database, migrations, {
        before: () => {
          // Another program may have written the file between `stat` and the lock.
          const schema = schemaOf(database);
          if (schema.length > 0 || headerOf(database).applicationId !== 0) {
            throw createdByAnotherProgram(file);
          }
        },
        after: () => {
          const now = options.now();
          database
            .prepare('INSERT INTO grove (key, id, name, created_at, updated_at) VALUES (1, ?, ?, ?, ?)')
            .run(grove.id, grove.name, now, now);
        },
      });
      database.pragma('journal_mode = DELETE');
    }).close();
  } catch (error) {
    const leftover = findStats(file.real);
    if (!existed && hasSameIdentity(leftover, created) && leftover?.size === 0n) {
      unlinkSync(file.real);
      if (findStats(`${file.real}-journal`)?.size === 0n) unlinkSync(`${file.real}-journal`);
    }
    throw error;
  }
}

/**
 * Connects to a damaged file, which cannot be written through the connection, and to the new grove that is to
 * receive what can be read of it. Neither is checked first.
 * @throws {AspenError} what SQLite reports for a file that it cannot open at all
 */
export function openForSalvage(
  from: string,
  into: string,
  options: OpenOptions,
): { readonly from: Connection; readonly into: Connection } {
  const source = translateErrors(`opening ${from}`, () =>
    connect(from, options, { readonly: true, fileMustExist: true }),
  );
  const target = closeOnError(connect(into, options, { fileMustExist: true }), `opening ${into}`, () => {
    source.pragma('trusted_schema = OFF');
    source.pragma('query_only = ON');
  });
  target.pragma('foreign_keys = OFF');
  target.pragma('synchronous = EXTRA');
  return { from: source, into: target };
}

/** Lets SQLite roll back the hot journal of any database. @throws {AspenError} CORRUPT, IO_ERROR, DISK_FULL */
export function rollBackHotJournal(path: string, nativeBinding: string | undefined): void {
  translateErrors(`opening ${path}`, () => {
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    const database = new Database(path, { fileMustExist: true, timeout: BUSY_MILLISECONDS, ...binding });
    try {
      headerOf(database);
    } finally {
      database.close();
    }
  });
}

const schemas = new Map<string, readonly SchemaObject[]>();

/** The schema that the migrations create, computed once per process and version. */
function expectedSchema(
  migrations: readonly Migration[],
  version: number,
  options: OpenOptions,
): readonly SchemaObject[] {
  const key = JSON.stringify([options.migrations, version]);
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const memory = connect(':memory:', options, {});
  try {
    const schema = schemaAfter(migrations, version, memory);
    schemas.set(key, schema);
    return schema;
  } finally {
    memory.close();
  }
}

/** @param name the path, or the bytes of a database to copy into memory */
function connect(
  name: string | Buffer,
  options: OpenOptions,
  mode: { readonly readonly?: boolean; readonly fileMustExist?: boolean },
): Connection {
  const { nativeBinding } = options;
  const database = new Database(name, {
    ...mode,
    timeout: BUSY_MILLISECONDS,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  addLinkFunctions(database);
  return database;
}

/** The program and version that wrote a database, by its first page. */
interface Header {
  readonly applicationId: number;
  readonly version: number;
}

function headerOf(database: Connection): Header {
  return {
    applicationId: Number(readPragma(database, 'application_id')),
    version: Number(readPragma(database, 'user_version')),
  };
}

/** @throws {AspenError} NOT_A_GROVE; NEWER_VERSION; CORRUPT for a version that does not exist */
function rejectHeader(
  { applicationId, version }: Header,
  migrations: readonly Migration[],
  file: ResolvedFile,
): void {
  if (applicationId !== APPLICATION_ID) {
    throw new AspenError('NOT_A_GROVE', `${nameOf(file)} is another program’s database`);
  }
  rejectNewer(version, newestVersion(migrations));
  if (!migrations.some((migration) => migration.version === version)) {
    throw new AspenError('CORRUPT', `${nameOf(file)} has version ${version}, which does not exist`);
  }
}
