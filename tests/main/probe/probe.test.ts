import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AgentId, GroveId } from '../../../src/core/ids.ts';
import { flipBitIn, makeLarge, stateOf } from '../../helpers/damage.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { digestOf, openGrove, temporaryFolder } from '../../helpers/grove.ts';
import { writeJournal } from '../../helpers/hot-journal.ts';
import { never, openProbe } from '../../helpers/probe.ts';

/** Files are inspected and recovered in a child process (`storage.md`, *Opening, in order*). */

/** The writer of a desk's grove. */
const MARA = '01KDXA00000000000000000000' as AgentId;

const SENTENCES = Array.from({ length: 30 }, (_, index) => `Sentence ${index + 1} of a long story. `);

/** A grove of thirty nodes; with `crashed`, its session is still open. */
async function writeGrove({ crashed = false } = {}): Promise<string> {
  const desk = new HandlersDesk();
  for (const sentence of SENTENCES) await desk.commit([desk.typed(sentence)]);
  const path = join(temporaryFolder(), 'story.aspen');
  if (crashed) copyFileSync(desk.path, path);
  await desk.close();
  if (!crashed) copyFileSync(desk.path, path);
  return path;
}

function change(path: string, sql: string): void {
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

/** Overwrites a page of a table, as a bad disk does. */
function breakPage(path: string, table: string): void {
  const database = new Database(path, { readonly: true });
  const pages = database
    .prepare<[string], { pageno: number }>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
    )
    .all(table);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const page = pages[Math.floor(pages.length / 2)]?.pageno;
  if (page === undefined) throw new Error(`no leaf of ${table}`);
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

/** Copies a file in mid-transaction to `into`, with the journal that rolls it back beside it. */
function copyMidTransaction(path: string, into: string, rows = 1_000): void {
  const database = new Database(path);
  database.pragma('journal_mode = DELETE');
  database.pragma('cache_size = 1');
  database.exec(`BEGIN IMMEDIATE; UPDATE node SET text = text || hex(zeroblob(20000)) WHERE key <= ${rows}`);
  copyFileSync(path, into);
  copyFileSync(`${path}-journal`, `${into}-journal`);
  database.exec('ROLLBACK');
  database.close();
}

describe('the probe', () => {
  const probe = openProbe();

  test('checks all of a file of up to 16 MB, even if its last session was closed', async () => {
    const path = await writeGrove();
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'sound', whole: true, unclosed: null });
    flipBitIn(path, 'Sentence 5 of');
    const before = stateOf(path);
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'damaged' });
    expect(stateOf(path)).toBe(before);
  });

  test('makes the quick checks of a larger file, unless opening it writes by itself', async () => {
    const path = await writeGrove();
    makeLarge(path);
    const inspection = await probe.inspect(path, never(), { writerId: MARA });
    expect(inspection).toMatchObject({ kind: 'sound', whole: false, unclosed: null });
    if (inspection.kind !== 'sound') expect.unreachable();
    const { groveId } = inspection;
    const asked: GroveId[] = [];
    const inspect = (writerId: AgentId, isJournaled: boolean) =>
      probe.inspectForOpening(path, never(), {
        writerId,
        hasJournaled: async (id) => {
          asked.push(id);
          return isJournaled;
        },
      });
    expect(await inspect(MARA, false)).toMatchObject({ whole: false });
    expect(await inspect(MARA, true)).toMatchObject({ whole: true });
    expect(asked).toEqual([groveId, groveId]);
    // Opening writes a path for a writer who has none.
    expect(await inspect('01KDXB00000000000000000000' as AgentId, false)).toMatchObject({ whole: true });
    expect(await probe.inspect(path, never(), { whole: true })).toMatchObject({ whole: true });
    change(path, 'DELETE FROM cursor');
    expect(await inspect(MARA, false)).toMatchObject({ whole: true });
    expect(asked).toHaveLength(2);
  });

  test('checks all of a file whose last session was not closed, and reports whose session it was', async () => {
    const path = await writeGrove({ crashed: true });
    const before = digestOf(path);
    const inspection = await probe.inspect(path, never());
    expect(inspection).toMatchObject({ kind: 'sound', whole: true, unclosed: { host: 'desk' } });
    expect(digestOf(path)).toBe(before);
  });

  test.each([
    ['a trigger', "CREATE TRIGGER t AFTER INSERT ON node BEGIN UPDATE node SET text = ''; END", 'trigger'],
    ['a view', 'CREATE VIEW v AS SELECT * FROM node', 'view'],
  ])('finds %s, which a grove does not have', async (_what, sql, fault) => {
    const path = await writeGrove();
    change(path, sql);
    const before = digestOf(path);
    const inspection = await probe.inspect(path, never());
    expect(inspection).toMatchObject({ kind: 'damaged', faults: [expect.stringContaining(fault)] });
    expect(digestOf(path)).toBe(before);
  });

  test('finds an altered text', async () => {
    const path = await writeGrove({ crashed: true });
    change(path, "UPDATE node SET text = 'Another story.' WHERE key = 5");
    const inspection = await probe.inspect(path, never());
    if (inspection.kind !== 'damaged') expect.unreachable();
    expect(inspection.faults[0]).toContain('1 changed after');
  });

  test('inspects a crashed file as it is after rollback, without rolling it back', async () => {
    const path = join(temporaryFolder(), 'half.aspen');
    copyMidTransaction(await writeGrove({ crashed: true }), path);
    const before = digestOf(path);
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'sound', whole: true });
    expect([digestOf(path), existsSync(`${path}-journal`)]).toEqual([before, true]);
    const desk = new HandlersDesk(path, 10_000);
    expect(await desk.shown()).toBe(SENTENCES.join(''));
  });

  test('does not let a stale journal destroy a file, and recovers everything', async () => {
    const older = await writeGrove();
    const path = join(temporaryFolder(), 'story.aspen');
    copyFileSync(older, path);
    const desk = new HandlersDesk(path, 10_000);
    for (const sentence of SENTENCES) await desk.commit([desk.typed(sentence)]);
    await desk.close();
    const half = join(temporaryFolder(), 'half.aspen');
    copyMidTransaction(older, half, 10);
    copyFileSync(`${half}-journal`, `${path}-journal`);
    const before = digestOf(path);
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'staleJournal' });
    const target = join(temporaryFolder(), 'recovered.aspen');
    const report = await probe.recover(path, target, never());
    expect(digestOf(path)).toBe(before);
    expect(report).toMatchObject({ nodes: 2 * SENTENCES.length + 1, unverified: 0 });
  });

  test('checks what opening will read before anything is written', async () => {
    const path = await writeGrove();
    change(path, 'UPDATE edge_source SET position_key = 9999 WHERE edge_key = 20');
    const before = digestOf(path);
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'damaged' });
    expect(digestOf(path)).toBe(before);
  });

  test('refuses a newer version with a code, and writes nothing', async () => {
    const path = await writeGrove();
    change(path, 'PRAGMA user_version = 9000');
    const before = digestOf(path);
    expect(await probe.inspect(path, never())).toMatchObject({ kind: 'refused', code: 'NEWER_VERSION' });
    expect(digestOf(path)).toBe(before);
  });

  test('refuses an absurdly large text before reading it', async () => {
    const path = await writeGrove();
    change(path, `UPDATE node SET text = CAST(zeroblob(70000000) AS TEXT) WHERE key = 5`);
    expect(await probe.inspect(path, never())).toMatchObject({
      kind: 'damaged',
      faults: [expect.stringContaining('a text has')],
    });
  });

  test('ends a child that takes too long', async () => {
    const hurried = openProbe(1);
    expect(await hurried.inspect(await writeGrove(), never())).toMatchObject({ kind: 'damaged' });
  });

  test('can be stopped', async () => {
    const controller = new AbortController();
    const inspection = probe.inspect(await writeGrove(), controller.signal);
    controller.abort(new Error('stopped'));
    await expect(inspection).rejects.toThrow('stopped');
  });
});

describe('stopping', () => {
  /** A grove of some megabytes with an old journal beside it, so that inspecting it makes a copy and takes a while. */
  async function writeLarge(): Promise<string> {
    const desk = new HandlersDesk();
    const older = readFileSync(desk.path);
    for (let at = 0; at < 6; at += 1) await desk.commit([desk.typed('word '.repeat(120_000))]);
    await desk.close();
    writeJournal(`${desk.path}-journal`, older);
    return desk.path;
  }

  /** Stops `work` as soon as `isUnderWay`; tries again if it finished first. */
  async function stopIn(
    work: (signal: AbortSignal) => Promise<unknown>,
    isUnderWay: () => boolean,
    again: () => void = () => undefined,
  ): Promise<void> {
    for (;;) {
      again();
      const controller = new AbortController();
      const outcome = work(controller.signal).then(
        () => 'done',
        (error: unknown) => error,
      );
      let isDone = false;
      void outcome.then(() => {
        isDone = true;
      });
      while (!isDone && !isUnderWay()) await setTimeout(1);
      controller.abort('stopped');
      if ((await outcome) === 'stopped') return;
    }
  }

  test('an inspection leaves no copy of the grove', async () => {
    const folder = join(temporaryFolder(), 'looking');
    const probe = openProbe(undefined, folder);
    const path = await writeLarge();
    const copies = () => (existsSync(folder) ? readdirSync(folder) : []);
    await stopIn(
      (signal) => probe.inspect(path, signal),
      () => copies().length > 0,
    );
    expect(copies()).toEqual([]);
  });

  test.each(['recover', 'copy'] as const)('a %s leaves nothing beside the target', async (what) => {
    const folder = join(temporaryFolder(), 'looking');
    const probe = openProbe(undefined, folder);
    const path = await writeLarge();
    const target = join(temporaryFolder(), 'copy.aspen');
    await stopIn(
      (signal) => probe[what](path, target, signal),
      () => existsSync(`${target}.partial`),
      () => rmSync(target, { force: true }),
    );
    expect(readdirSync(dirname(target)).filter((name) => name.includes('partial'))).toEqual([]);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  test('a killed program leaves nothing once the next has started', () => {
    const folder = join(temporaryFolder(), 'looking');
    mkdirSync(join(folder, 'earlier'), { recursive: true });
    writeFileSync(join(folder, 'earlier', 'story.aspen'), 'Once');
    openProbe(undefined, folder).sweep();
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the folder for inspection', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('is in the program’s data folder, since the system’s temporary folder may be small', async () => {
    const path = join(temporaryFolder(), 'half.aspen');
    copyMidTransaction(await writeGrove({ crashed: true }), path);
    const folder = join(temporaryFolder(), 'looking');
    vi.stubEnv('TMPDIR', '/dev/full');
    expect(await openProbe(undefined, folder).inspect(path, never())).toMatchObject({ kind: 'sound' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('may be unusable, which does not make the file damaged', async () => {
    const path = join(temporaryFolder(), 'half.aspen');
    copyMidTransaction(await writeGrove({ crashed: true }), path);
    const folder = join(temporaryFolder(), 'looking');
    writeFileSync(folder, 'No folder can be made where a file stands.');
    expect(await openProbe(undefined, folder).inspect(path, never())).toMatchObject({
      kind: 'refused',
      code: 'IO_ERROR',
    });
  });
});

test('only one of two simultaneous recoveries to the same target succeeds', async () => {
  const path = await writeGrove();
  const target = join(temporaryFolder(), 'recovered.aspen');
  const probe = openProbe();
  const first = probe.recover(path, target, never());
  await expect(probe.recover(path, target, never())).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await first;
  expect(readdirSync(dirname(target))).toEqual(['recovered.aspen']);
});

describe('a recovered copy', () => {
  const probe = openProbe();
  const recover = async (path: string) => {
    const target = join(temporaryFolder(), 'recovered.aspen');
    const before = digestOf(path);
    const report = await probe.recover(path, target, never());
    expect(digestOf(path)).toBe(before);
    const inspection = await probe.inspect(target, never());
    expect(inspection.kind).toBe('sound');
    return { target, report };
  };

  test('of a whole grove is complete and verifies', async () => {
    const { target, report } = await recover(await writeGrove({ crashed: true }));
    expect(report).toEqual({
      nodes: SENTENCES.length + 1,
      unverified: 0,
      lost: ['The history of changes, which starts over.'],
    });
    const desk = new HandlersDesk(target, 10_000);
    expect(await desk.shown()).toBe(SENTENCES.join(''));
    expect((await desk.call('grove.verify', {})).nodes.invalid).toBe(0);
  });

  test('of a grove with several trees still verifies after one of them is deleted', async () => {
    const path = await writeGrove();
    const before = new HandlersDesk(path, 10_000);
    const { id: treeId, title } = await before.call('tree.create', { title: 'Another' });
    await before.commit([before.typed('Not for long. ')]);
    const groveId = before.grove.snapshot().id;
    await before.close();
    const { target } = await recover(path);
    const desk = new HandlersDesk(target, 20_000);
    // Settings of a grove, such as unsaved notes, are found by its id.
    expect(desk.grove.snapshot().id).toBe(groveId);
    await desk.call('tree.delete', { treeId, title });
    expect(await desk.call('grove.verify', {})).toMatchObject({ log: [], violations: [], records: [] });
  });

  test('of a file with a broken page keeps what can be read and lists what cannot', async () => {
    const path = await writeGrove({ crashed: true });
    breakPage(path, 'node');
    const { target, report } = await recover(path);
    expect(report.nodes).toBeGreaterThan(5);
    expect(report.lost.join(' ')).toContain('of the texts');
    const store = openGrove(target);
    store.close();
  });

  test('does not show an altered text as verified', async () => {
    const path = await writeGrove({ crashed: true });
    change(path, "UPDATE node SET text = 'Another story.' WHERE key = 5");
    const { target, report } = await recover(path);
    expect(report.unverified).toBe(1);
    const desk = new HandlersDesk(target, 10_000);
    const details = await desk.call('grove.verify', {});
    expect(details.nodes.invalid).toBe(1);
  });

  test('of a grove with a trigger has the texts and no trigger', async () => {
    const path = await writeGrove();
    change(path, "CREATE TRIGGER t AFTER INSERT ON node BEGIN UPDATE node SET text = ''; END");
    const { target } = await recover(path);
    const desk = new HandlersDesk(target, 10_000);
    expect(await desk.shown()).toBe(SENTENCES.join(''));
  });

  test('is refused if nothing can be read, and leaves nothing behind', async () => {
    const path = await writeGrove();
    truncateSync(path, 4096);
    const target = join(temporaryFolder(), 'recovered.aspen');
    await expect(probe.recover(path, target, never())).rejects.toThrow(/CORRUPT/);
  });
});
