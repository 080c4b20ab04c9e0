import { once } from 'node:events';
import { chmodSync, closeSync, cpSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import type { GroveId } from '../../../../src/core/ids.ts';
import { fromSqlite } from '../../../../src/main/store/connection/sqlite-errors.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { getGrove, renameGrove } from '../../../../src/main/store/tables/grove.ts';
import { loadPath } from '../../../../src/main/store/tree/path-loading.ts';
import { runInChild, startChild } from '../../../helpers/child.ts';
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

/** Each cause is real: a lock, a full file, a moved file, damaged bytes. */

const rename = (store: Store, name = 'Renamed') => store.transact((tx) => renameGrove(tx, name));

const hold = (path: string, statement: string) => `
  import Database from 'better-sqlite3';
  const database = new Database(${JSON.stringify(path)});
  database.exec(${JSON.stringify(statement)});
  console.log('held');
  process.stdin.on('data', () => { database.close(); process.exit(0); });
`;

// Real files and real processes, on busy machines.
vi.setConfig({ testTimeout: 60_000 });

/** Code for a child that opens a grove: `open(options)`, and `codeOf(fn)`, which returns `ok` or the error code. */
function opener(path: string): string {
  const store = (file: string) =>
    JSON.stringify(new URL(`../../../../src/main/store/${file}`, import.meta.url).href);
  const migrations = join(dirname(path), 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  chmodSync(dirname(path), 0o755);
  return `
    import { chmodSync, chownSync } from 'node:fs';
    import { listAgents, updateAgent } from ${store('tables/agents.ts')};
    import { getGrove, renameGrove } from ${store('tables/grove.ts')};
    import { openFile } from ${store('connection/open-file.ts')};
    const environment = { migrations: ${JSON.stringify(migrations)}, now: () => 1 };
    const open = (options = {}) => openFile(${JSON.stringify(path)}, { ...environment, ...options });
    const codeOf = (fn) => {
      try { fn(); return 'ok'; } catch (error) { if (error.code === undefined) throw error; return error.code; }
    };
  `;
}

describe('another program that uses the file', () => {
  test('blocks a write while it writes: IN_USE, and the next write succeeds', async () => {
    const store = createGrove();
    const other = await startChild(hold(store.path, 'BEGIN IMMEDIATE'));
    expect(refusal(() => rename(store))).toMatchObject({ code: 'IN_USE' });
    other.stdin?.write('done\n');
    await once(other, 'exit');
    rename(store);
    expect(getGrove(store).name).toBe('Renamed');
  });

  test('blocks opening: IN_USE, without a byte changed', async () => {
    const store = createGrove();
    store.close();
    const before = digestOf(store.path);
    const other = await startChild(hold(store.path, 'BEGIN EXCLUSIVE'));
    expect(refusal(() => openGrove(store.path))).toMatchObject({ code: 'IN_USE' });
    other.stdin?.write('done\n');
    await once(other, 'exit');
    expect(digestOf(store.path)).toBe(before);
  });

  test('blocks a commit while it reads: IN_USE, nothing is written, and the next write succeeds', async () => {
    const store = createGrove();
    const other = await startChild(hold(store.path, 'BEGIN; SELECT * FROM grove'));
    expect(refusal(() => rename(store))).toMatchObject({ code: 'IN_USE' });
    expect(getGrove(store).name).toBe('Test');
    other.stdin?.write('done\n');
    await once(other, 'exit');
    rename(store);
    expect(getGrove(store).name).toBe('Renamed');
  });

  test('that changed the tree: CONFLICT once, and after reading again the write succeeds', () => {
    const { store, root, ...grove } = plantGrove();
    runInChild(`${opener(store.path)}
      const store = open();
      store.transact((writer) => {
        const [agent] = listAgents(writer);
        updateAgent(writer, { ...agent, name: 'Other' }, agent.id);
      });
      store.close();
    `);
    expect(refusal(() => grove.continue(root, 'Once'))).toMatchObject({ code: 'CONFLICT' });
    expect(loadPath(store, grove.tree.id, grove.human)).toHaveLength(1);
    grove.continue(root, 'Once');
    expect(loadPath(store, grove.tree.id, grove.human)).toHaveLength(2);
  });
});

describe('a read-only file', () => {
  /** Root may write everything, so the child drops root first. */
  const dropRoot = 'if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }';

  test('is refused for writing, READ_ONLY, and can be opened for reading', () => {
    const path = createGroveFile();
    const before = digestOf(path);
    const { output } = runInChild(`${opener(path)}
      open().close();
      chmodSync(${JSON.stringify(path)}, 0o444);
      ${dropRoot}
      console.log(codeOf(() => open()));
      console.log(getGrove(open({ readonly: true })).name);
    `);
    expect(output).toBe('READ_ONLY\nOther\n');
    expect(digestOf(path)).toBe(before);
  });

  test('in a folder that became read-only: READ_ONLY, and writes succeed once it is writable', () => {
    const path = createGroveFile();
    const folder = JSON.stringify(dirname(path));
    const { output } = runInChild(`${opener(path)}
      const change = (name) => codeOf(() => store.transact((writer) => renameGrove(writer, name)));
      chmodSync(${folder}, 0o777);
      chmodSync(${JSON.stringify(path)}, 0o666);
      if (process.getuid() === 0) { chownSync(${folder}, 65534, 65534); }
      ${dropRoot}
      const store = open();
      chmodSync(${folder}, 0o555);
      console.log(change('One'));
      chmodSync(${folder}, 0o755);
      console.log(change('Two'), getGrove(store).name);
      store.close();
    `);
    expect(output).toBe('READ_ONLY\nok Two\n');
  });
});

describe('a file system that refuses to write', () => {
  test('IO_ERROR: nothing is lost, and the next write succeeds without reopening', () => {
    const path = createGroveFile();
    const { output } = runInChild(
      `${opener(path)}
      const store = open();
      const change = (name) => codeOf(() => store.transact((writer) => renameGrove(writer, name)));
      console.log(change('One'));
      console.log(change('x'.repeat(2_000_000)));
      console.log(getGrove(store).name);
      console.log(change('Two'), getGrove(store).name);
      store.close();
    `,
      // A write beyond the limit fails with EFBIG, which SQLite treats as a disk error.
      "trap '' XFSZ; ulimit -f 2048",
    );
    expect(output).toBe('ok\nIO_ERROR\nOne\nok Two\n');
    expect(getGrove(openGrove(path)).name).toBe('Two');
  });
});

describe('a full disk', () => {
  test('DISK_FULL: nothing is written, and the next write that fits succeeds', () => {
    const { store, root, tree, human, ...grove } = plantGrove();
    store.pragma('max_page_count = 1');
    expect(refusal(() => grove.continue(root, 'x'.repeat(1_000_000)))).toMatchObject({ code: 'DISK_FULL' });
    expect(loadPath(store, tree.id, human)).toHaveLength(1);
    store.pragma('max_page_count = 1000000');
    grove.continue(root, 'x'.repeat(1_000_000));
    expect(loadPath(store, tree.id, human)).toHaveLength(2);
  });
});

describe('a file that was', () => {
  test('moved: MOVED, nothing is written to the old file, and nothing is left beside the moved one', () => {
    const store = createGrove();
    const moved = join(dirname(store.path), 'moved.aspen');
    renameSync(store.path, moved);
    const before = digestIn(moved);
    expect(refusal(() => rename(store))).toMatchObject({ code: 'MOVED' });
    expect(refusal(() => store.reopen())).toMatchObject({ code: 'MOVED' });
    store.close();
    expect(digestOf(moved)).toBe(before);
  });

  test('replaced by a half-written one: its journal and our file stay untouched', () => {
    const store = createGrove();
    rename(store, 'Ours');
    const folder = dirname(store.path);
    const other = join(folder, 'half.aspen');
    const { signal } = runInChild(`${opener(other)}
      const store = open({ create: { id: '01KDXB00000000000000000000', name: 'Theirs' } });
      store.pragma('cache_size = 5');
      store.transact((writer) => {
        renameGrove(writer, 'x'.repeat(200_000));
        renameGrove(writer, 'y'.repeat(200_000));
        process.kill(process.pid, 'SIGKILL');
      });
    `);
    expect(signal).toBe('SIGKILL');
    expect(statSync(`${other}-journal`).size).toBeGreaterThan(0);
    const moved = join(folder, 'moved.aspen');
    renameSync(store.path, moved);
    renameSync(other, store.path);
    renameSync(`${other}-journal`, `${store.path}-journal`);
    const before = [moved, store.path, `${store.path}-journal`].map(digestIn);
    expect(refusal(() => getGrove(store))).toMatchObject({ code: 'MOVED' });
    expect(refusal(() => rename(store))).toMatchObject({ code: 'MOVED' });
    expect(refusal(() => store.copyTo(join(folder, 'copy.aspen')))).toMatchObject({ code: 'MOVED' });
    expect([moved, store.path, `${store.path}-journal`].map(digestIn)).toEqual(before);

    // Opening the other file rolls it back, and ours can be read again.
    openGrove(store.path, { allowRollback: true }).close();
    expect(getGrove(store).name).toBe('Ours');
  });

  test('moved and brought back: writes succeed again', () => {
    const store = createGrove();
    const moved = join(dirname(store.path), 'moved.aspen');
    renameSync(store.path, moved);
    expect(refusal(() => rename(store))).toMatchObject({ code: 'MOVED' });
    renameSync(moved, store.path);
    rename(store);
    expect(getGrove(store).name).toBe('Renamed');
  });

  test('replaced: MOVED, and the other file and its journal stay untouched', () => {
    const store = createGrove();
    const other = createGroveFile();
    renameSync(other, store.path);
    const before = digestIn(store.path);
    expect(refusal(() => rename(store))).toMatchObject({ code: 'MOVED' });
    store.close();
    expect(digestOf(store.path)).toBe(before);
  });

  test('deleted: MOVED, and what was read can still be read', () => {
    const store = createGrove();
    unlinkSync(store.path);
    expect(refusal(() => rename(store))).toMatchObject({ code: 'MOVED' });
    expect(getGrove(store).name).toBe('Test');
  });
});

describe('damage', () => {
  test('on a page read while opening: CORRUPT', () => {
    const { store, root, tree, human, ...grove } = plantGrove();
    grove.chain(
      root,
      Array.from({ length: 200 }, (_, at) => `Sentence ${at} of a longer story. `.repeat(10)),
    );
    store.close();
    overwrite(store.path, 4096, statSync(store.path).size);
    expect(refusal(() => openGrove(store.path))).toMatchObject({ code: 'CORRUPT' });
  });

  test('on a page read later: CORRUPT, and nothing is written', () => {
    const { store, root, tree, human, ...grove } = plantGrove();
    grove.chain(
      root,
      Array.from({ length: 200 }, (_, at) => `Sentence ${at} of a longer story. `.repeat(10)),
    );
    store.close();
    const database = new Database(store.path, { readonly: true });
    const page = database
      .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'node'")
      .pluck()
      .get();
    database.close();
    overwrite(store.path, ((page ?? 2) - 1) * 4096, (page ?? 2) * 4096);
    const before = digestOf(store.path);
    const damaged = openGrove(store.path);
    expect(refusal(() => loadPath(damaged, tree.id, human))).toMatchObject({ code: 'CORRUPT' });
    damaged.close();
    expect(digestOf(store.path)).toBe(before);
  });
});

test('an error that is not from SQLite is passed through', () => {
  const error = new Error('mine');
  expect(fromSqlite(error, 'something')).toBe(error);
});

function createGroveFile(): string {
  const path = join(temporaryFolder(), 'other.aspen');
  openGrove(path, { create: { id: countingIdsAndClock().newId() as GroveId, name: 'Other' } }).close();
  return path;
}

/** The digest of a file that a connection has open; read in a child to keep our locks. */
function digestIn(path: string): string {
  return runInChild(`
    import { createHash } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    process.stdout.write(createHash('sha256').update(readFileSync(${JSON.stringify(path)})).digest('hex'));
  `).output;
}

function overwrite(path: string, from: number, to: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(file);
}
