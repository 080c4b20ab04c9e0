import { type BigIntStats, unlinkSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import Database, { type Database as Connection } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import { applySettings, BUSY_MILLISECONDS } from './connection-settings.ts';
import { findStats, getStats, isSame } from './file-stats.ts';
import {
  APPLICATION_ID,
  checkSchema,
  type Migration,
  migrate,
  newestVersion,
  readMigrations,
  readPragma,
  refuseNewer,
  type SchemaObject,
  schemaMadeBy,
  schemaOf,
} from './migrate.ts';
import { beginPartial, removePartial } from './partial-file.ts';
import { fromSqlite, sqliteCodeOf, translated } from './sqlite-errors.ts';
import { Store, type StoreEnvironment } from './store.ts';

/** A grove to be made where there is no file, or an empty one. */
export interface NewGrove {
  readonly id: GroveId;
  readonly name: string;
  /**
   * Given, the grove is made beside its place and brought there whole (`grove/backup-folder.ts`): a crash in the middle
   * leaves no half of one, which the next start would have to refuse.
   */
  intoPlace?(partial: string, target: string): void;
}

export interface OpenOptions extends StoreEnvironment {
  /** The folder of migrations. */
  readonly migrations: string;
  /** Given, a missing or empty file becomes this grove; not given, it is refused. */
  readonly create?: NewGrove;
  /** Opens for reading only: nothing is migrated, and nothing can be written. */
  readonly readonly?: boolean;
  /** With `readonly`: an older version is read as it is, which not every query can. */
  readonly asItIs?: boolean;
  /**
   * What a crash left half done may be undone: whoever looked at the file found that the journal beside it is of its last
   * transaction. Without this such a file is refused, since any other journal sets it back or destroys it.
   */
  readonly mayUndo?: boolean;
  /** Called before an older version is migrated, with the file opened for reading as it is. */
  readonly beforeMigration?: (old: Store) => void;
  /** better-sqlite3's native addon, where its own cannot be loaded. */
  readonly nativeBinding?: string;
}

/**
 * Opens a grove, or makes one (`storage.md`, *Opening, in order*, steps 1 and 3). What is not a grove of a version we
 * know is refused without a byte of it changed. An older one is migrated.
 *
 * The path is given to `stat` and SQLite and to nothing else: closing any other descriptor of the file would drop
 * SQLite's locks.
 *
 * @throws {AspenError} NOT_FOUND: no file there; NOT_A_GROVE: a folder, an empty file, any other file or database;
 *   NEWER_VERSION; CORRUPT: cut short, damaged, of another schema than its version has, or with a journal beside it that
 *   nobody looked at; READ_ONLY: it may not be written (open it with `readonly`); IN_USE; IO_ERROR; DISK_FULL
 */
export function openFile(path: string, options: OpenOptions): Store {
  const file = resolve(path);
  // better-sqlite3 trims a name, and would open another file than the one that was looked at.
  if (file.trim() !== file)
    throw new AspenError('INVALID_ARGUMENT', `the name “${basename(file)}” ends with white space`);
  const migrations = readMigrations(options.migrations);
  const stats = findStats(file);
  if (stats === undefined) {
    if (options.create === undefined) throw new AspenError('NOT_FOUND', `there is no file ${basename(file)}`);
    makeGrove(file, options, options.create, migrations);
  } else if (stats.isFile() && stats.size === 0n && options.create !== undefined) {
    makeGrove(file, options, options.create, migrations);
  } else {
    const version = refuseForeign(file, stats, options, migrations);
    if (version < newestVersion(migrations)) tellBeforeMigration(file, options);
  }

  const opened = getStats(file);
  return new Store(
    {
      path: file,
      readonly: options.readonly === true,
      connect: () => connectToGrove(file, options, migrations),
      isFile: (stats) => stats.dev === opened.dev && stats.ino === opened.ino,
      isUnmoved: () => isSame(findStats(file), opened),
    },
    options,
  );
}

/** Looks at the file before anything could change it, and through a connection that cannot. Returns its version. */
function refuseForeign(
  file: string,
  stats: BigIntStats,
  options: OpenOptions,
  migrations: readonly Migration[],
): number {
  if (stats.isDirectory()) throw new AspenError('NOT_A_GROVE', `${basename(file)} is a folder`);
  if (!stats.isFile()) throw new AspenError('NOT_A_GROVE', `${basename(file)} is not an ordinary file`);
  if (stats.size === 0n) throw new AspenError('NOT_A_GROVE', `${basename(file)} is empty`);
  const header = findHeader(file, options) ?? headerAfterRollback(file, options);
  refuseHeader(header, migrations, file);
  return header.version;
}

/** What SQLite finds once it has undone what a crash left half done. */
function headerAfterRollback(file: string, options: OpenOptions): Header {
  if (options.mayUndo !== true && options.readonly !== true)
    throw new AspenError('CORRUPT', `beside ${basename(file)} lies a journal that was not looked at`);
  return translated(`opening ${file}`, () => {
    const database = connect(file, options, { readonly: options.readonly === true, fileMustExist: true });
    try {
      return headerOf(database);
    } finally {
      database.close();
    }
  });
}

function tellBeforeMigration(file: string, { beforeMigration, ...options }: OpenOptions): void {
  if (beforeMigration === undefined || options.readonly === true) return;
  const old = openFile(file, { ...options, readonly: true, asItIs: true });
  try {
    beforeMigration(old);
  } finally {
    old.close();
  }
}

interface Header {
  readonly applicationId: number;
  readonly version: number;
}

/** Undefined where SQLite must first undo what a crash left half done, which takes a connection that can write. */
function findHeader(file: string, options: OpenOptions): Header | undefined {
  // A connection that can only read leaves files beside a database in WAL mode; one that can write takes them away
  // again, but first writes back what a crash left in them. So it may write only where there is nothing of the kind.
  const readonly = ['-journal', '-wal'].some((suffix) => findStats(file + suffix) !== undefined);
  try {
    const database = connect(file, options, { readonly, fileMustExist: true });
    try {
      database.pragma('query_only = ON');
      return headerOf(database);
    } finally {
      database.close();
    }
  } catch (error) {
    switch (sqliteCodeOf(error)) {
      case 'SQLITE_NOTADB':
        throw new AspenError('NOT_A_GROVE', `${basename(file)} is not a database`, { cause: error });
      case 'SQLITE_READONLY_ROLLBACK':
        return undefined;
      default:
        throw fromSqlite(error, `looking at ${basename(file)}`);
    }
  }
}

function headerOf(database: Connection): Header {
  return {
    applicationId: Number(readPragma(database, 'application_id')),
    version: Number(readPragma(database, 'user_version')),
  };
}

function refuseHeader(
  { applicationId, version }: Header,
  migrations: readonly Migration[],
  file: string,
): void {
  if (applicationId !== APPLICATION_ID) {
    throw new AspenError('NOT_A_GROVE', `${basename(file)} is a database of another program`);
  }
  refuseNewer(version, newestVersion(migrations));
  if (!migrations.some((migration) => migration.version === version)) {
    throw new AspenError('CORRUPT', `${basename(file)} is of version ${version}, which never was`);
  }
}

/** A connection to a grove that is there, checked, migrated and set up. */
function connectToGrove(file: string, options: OpenOptions, migrations: readonly Migration[]): Connection {
  const readonly = options.readonly === true;
  const database = translated(`opening ${file}`, () =>
    connect(file, options, { readonly, fileMustExist: true }),
  );
  return closingOnError(database, `opening ${file}`, () => {
    // Again, now that SQLite has rolled back what a crash may have left half done.
    const header = headerOf(database);
    refuseHeader(header, migrations, file);
    database.pragma('trusted_schema = OFF');
    checkSchema(schemaOf(database), expectedSchema(migrations, header.version, options));
    const isOlder = header.version < newestVersion(migrations);
    if (isOlder && !(readonly && options.asItIs === true)) {
      if (readonly)
        throw new AspenError(
          'READ_ONLY',
          `${basename(file)} is of version ${header.version} and cannot be brought up to date`,
        );
      migrate(database, migrations);
      checkSchema(schemaOf(database), expectedSchema(migrations, newestVersion(migrations), options));
    }
    applySettings(database, readonly);
    // SQLite opens a file that may not be written all the same. Better to know now than at the first commit: this asks
    // for the right to write and changes nothing.
    if (!readonly) database.exec('BEGIN IMMEDIATE; UPDATE grove SET key = key WHERE false; ROLLBACK');
  });
}

function makeGrove(
  file: string,
  options: OpenOptions,
  grove: NewGrove,
  migrations: readonly Migration[],
): void {
  if (grove.intoPlace === undefined) {
    createGrove(file, options, grove, migrations);
    return;
  }
  const begun = beginPartial(file);
  const partial = begun.path;
  try {
    removePartial(partial);
    createGrove(partial, options, grove, migrations);
    if ((findStats(file)?.size ?? 0n) > 0n) throw madeByAnother(file);
    grove.intoPlace(partial, file);
  } catch (error) {
    throw error instanceof AspenError ? error : new AspenError('IO_ERROR', String(error), { cause: error });
  } finally {
    begun.end();
  }
}

function madeByAnother(file: string): AspenError {
  return new AspenError('IN_USE', `${basename(file)} was made by another program just now`);
}

/** Writes schema and grove row in one transaction. When that fails, a file that was not there is gone again. */
function createGrove(
  file: string,
  options: OpenOptions,
  grove: NewGrove,
  migrations: readonly Migration[],
): void {
  if (options.readonly === true) throw new AspenError('INVALID_ARGUMENT', 'a new grove cannot be read-only');
  const wasThere = findStats(file) !== undefined;
  if (!wasThere) getStats(dirname(file));
  const database = translated(`creating ${file}`, () => connect(file, options, {}));
  const made = getStats(file);
  try {
    closingOnError(database, `creating ${file}`, () => {
      applySettings(database, false);
      migrate(database, migrations, {
        before: () => {
          // Between `stat` and the lock another program may have been faster.
          const schema = schemaOf(database);
          if (schema.length > 0 || headerOf(database).applicationId !== 0) {
            throw madeByAnother(file);
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
    const left = findStats(file);
    if (!wasThere && isSame(left, made) && left?.size === 0n) {
      unlinkSync(file);
      if (findStats(`${file}-journal`)?.size === 0n) unlinkSync(`${file}-journal`);
    }
    throw error;
  }
}

/**
 * A connection to a damaged file, and one to the new grove that is to take what can be read of it; neither is looked at
 * first, and the damaged one cannot be written.
 * @throws {AspenError} what SQLite says of a file that it cannot open at all
 */
export function openForSalvage(
  from: string,
  into: string,
  options: OpenOptions,
): { readonly from: Connection; readonly into: Connection } {
  const source = translated(`opening ${from}`, () =>
    connect(from, options, { readonly: true, fileMustExist: true }),
  );
  const target = closingOnError(connect(into, options, { fileMustExist: true }), `opening ${into}`, () => {
    source.pragma('trusted_schema = OFF');
    source.pragma('query_only = ON');
  });
  target.pragma('foreign_keys = OFF');
  target.pragma('synchronous = EXTRA');
  return { from: source, into: target };
}

/**
 * Lets SQLite undo what a crash left half done in a file, whatever it is.
 * @throws {AspenError} CORRUPT, IO_ERROR, DISK_FULL
 */
export function undoHalfDone(path: string, nativeBinding: string | undefined): void {
  translated(`opening ${path}`, () => {
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

/** What the migrations create, run once a process and version. */
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
    const schema = schemaMadeBy(migrations, version, memory);
    schemas.set(key, schema);
    return schema;
  } finally {
    memory.close();
  }
}

function connect(
  name: string,
  options: OpenOptions,
  how: { readonly readonly?: boolean; readonly fileMustExist?: boolean },
): Connection {
  const { nativeBinding } = options;
  return new Database(name, {
    ...how,
    timeout: BUSY_MILLISECONDS,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
}

function closingOnError(database: Connection, doing: string, fn: () => void): Connection {
  try {
    translated(doing, fn);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
