import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../../../src/core/errors.ts';
import type { GroveId } from '../../../../src/core/ids.ts';
import {
  APPLICATION_ID,
  newestVersion,
  readMigrations,
} from '../../../../src/main/store/connection/migrate.ts';
import { openFile } from '../../../../src/main/store/connection/open-file.ts';
import { getGrove, renameGrove } from '../../../../src/main/store/tables/grove.ts';
import { runInChild } from '../../../helpers/child.ts';
import {
  countingIdsAndClock,
  createGrove,
  digestOf,
  MIGRATIONS,
  openGrove,
  plantGrove,
  temporaryFolder,
} from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

// Real files and real processes, on busy machines.
vi.setConfig({ testTimeout: 60_000 });

const NEW = { id: '01KDXM000000000000000000ZZ' as GroveId, name: 'New' };

/** A closed grove with a few nodes; returns its path. */
function closedGrove(): string {
  const { store, root, chain } = plantGrove();
  chain(root, ['Once upon a time, ', 'there was a castle.']);
  store.close();
  return store.path;
}

function expectUntouched(path: string, code: ErrorCode, options: Parameters<typeof openGrove>[1] = {}): void {
  const before = { digest: digestOf(path), files: readdirSync(dirname(path)) };
  expect(refusal(() => openGrove(path, options))).toMatchObject({ code });
  expect({ digest: digestOf(path), files: readdirSync(dirname(path)) }).toEqual(before);
}

/** Edits a closed grove with SQL, as another program might. */
function edit(path: string, sql: string): void {
  const database = new Database(path);
  database.unsafeMode(true);
  database.exec(sql);
  database.close();
}

describe('opening', () => {
  test('shows a grove where it was left, and closing leaves one file', () => {
    const path = closedGrove();
    const store = openGrove(path);
    store.transact((tx) => renameGrove(tx, 'Renamed'));
    store.close();
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(getGrove(openGrove(path))).toMatchObject({ name: 'Renamed' });
  });

  test('and closing changes no byte', () => {
    const path = closedGrove();
    const before = digestOf(path);
    openGrove(path).close();
    expect(digestOf(path)).toBe(before);
  });

  test('configures the connection for durability', () => {
    const store = createGrove();
    expect(Object.fromEntries(readSettings(store))).toEqual({
      journal_mode: 'truncate',
      synchronous: 3,
      locking_mode: 'normal',
      fullfsync: 1,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      mmap_size: 0,
      temp_store: 2,
      busy_timeout: 250,
    });
  });

  test('finds application id and version in the file’s header', () => {
    const database = new Database(closedGrove(), { readonly: true });
    expect(database.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(database.pragma('user_version', { simple: true })).toBe(newestVersion(readMigrations(MIGRATIONS)));
    database.close();
  });

  test('for reading shows the contents and refuses changes', () => {
    const path = closedGrove();
    const before = digestOf(path);
    const store = openGrove(path, { readonly: true });
    expect(getGrove(store).name).toBe('Test');
    expect(refusal(() => store.transact((tx) => renameGrove(tx, 'x')))).toMatchObject({
      code: 'READ_ONLY',
    });
    store.close();
    expect(digestOf(path)).toBe(before);
  });

  test('rolls back an interrupted commit once the file was inspected', () => {
    const path = closedGrove();
    const before = digestOf(path);
    const { signal } = runInChild(
      `
      import Database from 'better-sqlite3';
      const database = new Database(${JSON.stringify(path)});
      database.exec("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 1; BEGIN; UPDATE grove SET name = 'Half done'");
      database.exec("CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(1000) FROM generate_series(1, 100)");
      process.kill(process.pid, 'SIGKILL');
    `.replace('FROM generate_series(1, 100)', 'FROM log, log, log, log, log, log, log'),
    );
    expect(signal).toBe('SIGKILL');
    expect(digestOf(path)).not.toBe(before);
    const half = digestOf(path);
    expect(refusal(() => openGrove(path))).toMatchObject({ code: 'CORRUPT' });
    expect(digestOf(path)).toBe(half);
    const store = openGrove(path, { allowRollback: true });
    expect(getGrove(store).name).toBe('Test');
    store.close();
    expect(digestOf(path)).toBe(before);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });
});

describe('creating', () => {
  test('makes a new file', () => {
    const path = join(temporaryFolder(), 'new.aspen');
    const store = openGrove(path, { create: NEW });
    expect(getGrove(store)).toMatchObject({ id: NEW.id, name: 'New', ownerId: null });
    store.close();
    expect(readdirSync(dirname(path))).toEqual(['new.aspen']);
  });

  test('makes a grove from an empty file', () => {
    const path = join(temporaryFolder(), 'empty.aspen');
    writeFileSync(path, '');
    expect(getGrove(openGrove(path, { create: NEW })).id).toBe(NEW.id);
  });

  test('never overwrites an existing grove', () => {
    const path = closedGrove();
    expect(getGrove(openGrove(path, { create: NEW })).id).not.toBe(NEW.id);
  });

  test('leaves nothing behind if it fails', () => {
    const folder = temporaryFolder();
    const migrations = join(folder, 'migrations');
    mkdirSync(migrations);
    copyFileSync(join(MIGRATIONS, '0010-grove-trees-nodes.sql'), join(migrations, '0010-first.sql'));
    writeFileSync(
      join(migrations, '0020-broken.sql'),
      'CREATE TABLE half (x TEXT) STRICT; CREATE TABLE half (y);',
    );
    const path = join(folder, 'new.aspen');
    expect(() => openGrove(path, { create: NEW, migrations })).toThrow(/half already exists/);
    expect(readdirSync(folder)).toEqual(['migrations']);
  });

  test('in a missing folder is refused', () => {
    const path = join(temporaryFolder(), 'nowhere', 'new.aspen');
    expect(refusal(() => openGrove(path, { create: NEW }))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('refusing without changing a byte:', () => {
  const foreign = (name: string, content: string | Uint8Array) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    return path;
  };

  test.each([
    ['text', 'Once upon a time.\n'.repeat(1000)],
    ['a few bytes', 'x'],
    ['zeros', new Uint8Array(8192)],
    ['a SQLite header and nothing more', 'SQLite format 3\0'],
    ['a SQLite header and garbage', `SQLite format 3\0${'garbage '.repeat(1000)}`],
  ])('a file of %s', (_, content) => {
    expectUntouched(foreign('foreign.aspen', content), 'NOT_A_GROVE');
    expectUntouched(foreign('foreign.aspen', content), 'NOT_A_GROVE', { create: NEW });
  });

  test('an empty file, unless creating a grove', () => {
    expectUntouched(foreign('empty.aspen', ''), 'NOT_A_GROVE');
  });

  test('a missing file', () => {
    const folder = temporaryFolder();
    expect(refusal(() => openGrove(join(folder, 'none.aspen')))).toMatchObject({ code: 'NOT_FOUND' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a folder', () => {
    const folder = temporaryFolder();
    expect(refusal(() => openGrove(folder, { create: NEW }))).toMatchObject({ code: 'NOT_A_GROVE' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['delete', 'wal'])('a database of another program in %s mode', (mode) => {
    const path = join(temporaryFolder(), 'other.aspen');
    edit(path, `PRAGMA journal_mode = ${mode}; CREATE TABLE note (text); INSERT INTO note VALUES ('mine')`);
    expectUntouched(path, 'NOT_A_GROVE');
    expectUntouched(path, 'NOT_A_GROVE', { create: NEW });
  });

  test('a grove of a newer version', () => {
    const path = closedGrove();
    edit(path, 'CREATE TABLE later (x); PRAGMA user_version = 9990');
    expectUntouched(path, 'NEWER_VERSION');
  });

  test('a grove of a version that never existed', () => {
    const path = closedGrove();
    edit(path, 'PRAGMA user_version = 5');
    expectUntouched(path, 'CORRUPT');
  });

  test.each([4096, 4095, 1000, 512])('a grove truncated to %i bytes', (size) => {
    const path = closedGrove();
    truncateSync(path, size);
    expectUntouched(path, 'CORRUPT');
  });

  test('a grove without its last page', () => {
    const path = closedGrove();
    truncateSync(path, statSync(path).size - 4096);
    expectUntouched(path, 'CORRUPT');
  });

  test.each([
    ['an extra trigger', "CREATE TRIGGER rewrite AFTER INSERT ON node BEGIN UPDATE node SET text = 'x'; END"],
    ['an extra view', 'CREATE VIEW extra AS SELECT * FROM node'],
    ['an extra table', 'CREATE TABLE extra (x)'],
    ['an extra index', 'CREATE INDEX extra ON node (text)'],
    ['a missing index', 'DROP INDEX node_position'],
    ['another column', 'ALTER TABLE agent ADD COLUMN extra TEXT'],
  ])('a grove with %s', (_, sql) => {
    const path = closedGrove();
    edit(path, sql);
    expectUntouched(path, 'CORRUPT');
  });

  test('a grove with a damaged schema', () => {
    const path = closedGrove();
    edit(path, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'log'");
    expectUntouched(path, 'CORRUPT');
  });

  test('a name with trailing white space, which would open another file', () => {
    const path = closedGrove();
    expect(refusal(() => openGrove(`${path} `, { create: NEW }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  test('but not a grove with extra bytes at the end, which SQLite ignores', () => {
    const path = closedGrove();
    appendFileSync(path, 'x'.repeat(4096));
    const before = readFileSync(path);
    openGrove(path).close();
    expect(readFileSync(path)).toEqual(before);
  });
});

function readSettings(store: ReturnType<typeof openFile>): [string, unknown][] {
  return [
    'journal_mode',
    'synchronous',
    'locking_mode',
    'fullfsync',
    'foreign_keys',
    'trusted_schema',
    'cell_size_check',
    'mmap_size',
    'temp_store',
    'busy_timeout',
  ].map((name) => [name, store.pragma(name)]);
}

test('a store needs only a clock and a digest', () => {
  const { now } = countingIdsAndClock();
  const store = openFile(closedGrove(), { migrations: MIGRATIONS, now });
  expect(store.head.seq).toBeGreaterThan(0);
  store.close();
});
