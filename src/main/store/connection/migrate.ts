import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';

/** `Aspn`, in the header of every grove (`storage.md`). */
export const APPLICATION_ID = 0x4173706e;

/** One SQL file of the folder of migrations. */
export interface Migration {
  /** The number its name begins with; `user_version` once it has run. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** The migrations of a folder, oldest first. Every file in it must be called `NNNN-name.sql`. */
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
    'two migrations have one number',
  );
  return migrations;
}

/** The version that all of them lead to. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

export function readPragma(database: Database, name: string): unknown {
  return database.pragma(name, { simple: true });
}

/**
 * Runs all pending migrations and sets `user_version`, in one exclusive transaction: when anything fails, the file is
 * as it was. `withinTransaction` runs before the first and `afterwards` after the last.
 * @throws {AspenError} NEWER_VERSION, before a byte is written; CORRUPT when a reference leads nowhere afterwards
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
        refuseNewer(version, newest);
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
            `row ${dangling.rowid} of ${dangling.table} refers to a row of ${dangling.parent} that is not there`,
          );
        }
      })
      .exclusive();
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

/** @throws {AspenError} NEWER_VERSION */
export function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new AspenError('NEWER_VERSION', `the file is of version ${version}; this program knows ${newest}`);
}

/** One statement of a schema, with the name that SQLite keeps it under. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/** Everything the schema of a database consists of, by type and name. */
export function schemaOf(database: Database): readonly SchemaObject[] {
  return database
    .prepare<[], SchemaObject>(
      'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema ORDER BY type, name, tbl_name',
    )
    .all();
}

/** What the migrations up to `version` create; `memory` is an empty database of its own. */
export function schemaMadeBy(
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
 * Statement by statement: an extra trigger or view could rewrite text (`storage.md`, *Opening, in order*).
 * @throws {AspenError} CORRUPT, naming the first object that is extra, missing or other
 */
export function checkSchema(found: readonly SchemaObject[], expected: readonly SchemaObject[]): void {
  const line = ({ type, name, table, sql }: SchemaObject) => JSON.stringify([type, name, table, sql]);
  const expectedLines = new Set(expected.map(line));
  const foundLines = new Set(found.map(line));
  const extra = found.find((object) => !expectedLines.has(line(object)));
  if (extra !== undefined) {
    throw new AspenError(
      'CORRUPT',
      `the ${extra.type} “${extra.name}” is not as a grove of this version has it`,
    );
  }
  const missing = expected.find((object) => !foundLines.has(line(object)));
  if (missing !== undefined)
    throw new AspenError('CORRUPT', `the ${missing.type} “${missing.name}” is missing`);
}
