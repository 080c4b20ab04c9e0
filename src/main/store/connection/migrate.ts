import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';

/** `Aspn`, in the header of every grove (`storage.md`). */
export const APPLICATION_ID = 0x4173706e;

/** One SQL file of the folder of migrations. */
export interface Migration {
  /** The number in its name; `user_version` once it has run. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** The migrations in a folder, oldest first. Every file must be named `NNNN-name.sql`. */
export function readMigrations(folder: string): readonly Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name): Migration => {
      const version = Number(FILE_NAME.exec(name)?.[1]);
      assert(Number.isInteger(version), `${name} is not the name of a migration`);
      return { version, name, sql: readFileSync(join(folder, name), 'utf8') };
    });
  assert(migrations.length > 0, `there are no migrations in ${folder}`);
  assert(
    new Set(migrations.map(({ version }) => version)).size === migrations.length,
    'two migrations have the same number',
  );
  return migrations;
}

/** The version that running all of them produces. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

export function readPragma(database: Database, name: string): unknown {
  return database.pragma(name, { simple: true });
}

/**
 * Runs all pending migrations and sets `user_version`, in one exclusive transaction: if anything fails, the
 * file is unchanged. `steps.before` runs before the first migration, `steps.after` after the last.
 * @throws {AspenError} NEWER_VERSION, before a byte is written; CORRUPT when a foreign key is left dangling
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  steps: { readonly before?: () => void; readonly after?: () => void } = {},
): void {
  const newest = newestVersion(migrations);
  // The pragma does nothing inside a transaction; a migration that rebuilds a table needs it off.
  database.pragma('foreign_keys = OFF');
  try {
    database
      .transaction(() => {
        const version = Number(readPragma(database, 'user_version'));
        rejectNewer(version, newest);
        steps.before?.();
        for (const migration of migrations) if (migration.version > version) database.exec(migration.sql);
        database.pragma(`user_version = ${newest}`);
        steps.after?.();
        const [dangling] = database
          .prepare<[], { table: string; rowid: number; parent: string }>('PRAGMA foreign_key_check')
          .all();
        if (dangling !== undefined) {
          throw new AspenError(
            'CORRUPT',
            `row ${dangling.rowid} of ${dangling.table} refers to a missing row of ${dangling.parent}`,
          );
        }
      })
      .exclusive();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

/** @throws {AspenError} NEWER_VERSION */
export function rejectNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new AspenError('NEWER_VERSION', `the file has version ${version}; this program supports ${newest}`);
}

/** One object of a schema, as SQLite stores it. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/** All objects of a database's schema, by type and name. */
export function schemaOf(database: Database): readonly SchemaObject[] {
  return database
    .prepare<[], SchemaObject>(
      'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema ORDER BY type, name, tbl_name',
    )
    .all();
}

/** The schema that the migrations up to `version` create; `memory` is an empty in-memory database. */
export function schemaAfter(
  migrations: readonly Migration[],
  version: number,
  memory: Database,
): readonly SchemaObject[] {
  migrate(
    memory,
    migrations.filter((migration) => migration.version <= version),
  );
  return schemaOf(memory);
}

/**
 * Compares two schemas object by object: an extra trigger or view could rewrite text (`storage.md`, *Opening,
 * in order*).
 * @throws {AspenError} CORRUPT, naming the first object that is extra, missing or different
 */
export function checkSchema(found: readonly SchemaObject[], expected: readonly SchemaObject[]): void {
  const line = ({ type, name, table, sql }: SchemaObject) => JSON.stringify([type, name, table, sql]);
  const expectedLines = new Set(expected.map(line));
  const foundLines = new Set(found.map(line));
  const extra = found.find((object) => !expectedLines.has(line(object)));
  if (extra !== undefined) {
    throw new AspenError('CORRUPT', `the ${extra.type} “${extra.name}” is not part of this version’s schema`);
  }
  const missing = expected.find((object) => !foundLines.has(line(object)));
  if (missing !== undefined)
    throw new AspenError('CORRUPT', `the ${missing.type} “${missing.name}” is missing`);
}
