import '../../helpers/fast-check-runs.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroveId } from '../../../src/core/ids.ts';
import { inspect } from '../../../src/main/probe/inspect.ts';
import type { Inspection } from '../../../src/main/probe/inspection.ts';
import { beginSession } from '../../../src/main/store/tables/sessions.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { examine } from '../../helpers/examine.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { digestOf, MIGRATIONS, openGrove, temporaryFolder } from '../../helpers/grove.ts';
import { changedPages, withPages, writeJournal } from '../../helpers/hot-journal.ts';
import { never, openProbe } from '../../helpers/probe.ts';

/** A stale journal would roll a file back to an older state; it must be told from the journal of a crash. */

/** The bytes of a grove after each step, and the text on the screen at the end. */
async function writeSteps(
  ...steps: readonly ((desk: HandlersDesk) => Promise<unknown>)[]
): Promise<{ readonly states: readonly Buffer[]; readonly shown: string; readonly path: string }> {
  const desk = new HandlersDesk();
  // Only the test reads the file, so closing it cannot drop a lock.
  const states = [readFileSync(desk.path)];
  for (const step of steps) {
    await step(desk);
    states.push(readFileSync(desk.path));
  }
  const shown = await desk.shown();
  await desk.close();
  states.push(readFileSync(desk.path));
  return { states, shown, path: desk.path };
}

const commit = (text: string) => async (desk: HandlersDesk) => desk.commit([desk.typed(text)]);

const changesIn = (file: Buffer) => file.readUInt32BE(24);

/** A file with a journal beside it. */
function writeWithJournal(file: Buffer, writeBeside: (journal: string) => void): string {
  const path = join(temporaryFolder(), 'story.aspen');
  writeFileSync(path, file);
  writeBeside(`${path}-journal`);
  return path;
}

/** The result of inspecting a file, which leaves the file and its journal unchanged. */
function inspectUnchanged(path: string): Inspection {
  const before = [digestOf(path), digestOf(`${path}-journal`)];
  const inspection = inspect({ path, migrations: MIGRATIONS });
  expect([digestOf(path), digestOf(`${path}-journal`)]).toEqual(before);
  return inspection;
}

function rowsOfLog(file: Buffer): number {
  const path = join(temporaryFolder(), 'counted.aspen');
  writeFileSync(path, file);
  const database = new Database(path, { readonly: true });
  try {
    return Number(database.prepare('SELECT count(*) FROM log').pluck().get());
  } finally {
    database.close();
  }
}

describe('an interrupted transaction', () => {
  /** Whichever of its pages are on the disk. */
  function expectRollback(before: Buffer, after: Buffer, title: string): void {
    expect(changesIn(after) - changesIn(before), title).toBe(1);
    const changed = changedPages(before, after);
    const kept = changed.filter((page) => page <= before.length / 4096);
    fc.assert(
      fc.property(fc.subarray([...changed]), (written) => {
        const path = writeWithJournal(withPages(before, after, written), (journal) =>
          writeJournal(journal, before, kept),
        );
        expect(inspectUnchanged(path)).toMatchObject({ kind: 'sound' });
        openGrove(path, { allowRollback: true }).close();
        expect(readFileSync(path).equals(before)).toBe(true);
      }),
      { ...casesFor('file'), examples: [[[]], [[...changed]], [changed.slice(1)], [changed.slice(0, 1)]] },
    );
  }

  test('is rolled back without a question, whether it wrote text or not', async () => {
    const steps = ['One. ', 'Two. ', `${'Three. '.repeat(3_000)}`].map(commit);
    const { states, path } = await writeSteps(...steps);
    for (const [at, after] of states.entries()) {
      const before = states[at - 1];
      if (before !== undefined && changesIn(after) === changesIn(before) + 1)
        expectRollback(before, after, `step ${at}`);
    }
    const closed = readFileSync(path);
    const store = openGrove(path);
    store.transact((tx) => {
      const session = { id: '01ZZZZ00000000000000000000', host: 'here', appVersion: '0.0.0' };
      beginSession(tx, session);
    });
    expectRollback(closed, readFileSync(path), 'the opening');
    store.close();
  });

  test('is rolled back without a question in a new grove with several rows in its log', async () => {
    const path = join(temporaryFolder(), 'new.aspen');
    openGrove(path, { create: { id: '01KDXG00000000000000000000' as GroveId, name: 'New' } }).close();
    const before = readFileSync(path);
    const desk = new HandlersDesk(path, 10_000);
    const after = readFileSync(path);
    await desk.close();
    expect(rowsOfLog(after)).toBeGreaterThan(2);
    expectRollback(before, after, 'the first opening');
  });
});

describe('a stale journal', () => {
  const probe = openProbe();

  test('is never rolled back, however old it is; a copy of the file has every word', async () => {
    const steps = ['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five. '].map(commit);
    const { states, shown } = await writeSteps(...steps);
    const last = states.at(-1);
    if (last === undefined) expect.unreachable();
    for (const older of states.filter((state) => changesIn(state) < changesIn(last) - 1)) {
      const path = writeWithJournal(last, (journal) => writeJournal(journal, older));
      expect(inspectUnchanged(path)).toMatchObject({ kind: 'staleJournal' });
    }
    const [oldest] = states;
    if (oldest === undefined) expect.unreachable();
    const path = writeWithJournal(last, (journal) => writeJournal(journal, oldest));
    const changes = rowsOfLog(last) - rowsOfLog(oldest);
    expect(changes).toBeGreaterThanOrEqual(steps.length);
    expect(inspectUnchanged(path)).toEqual({ kind: 'staleJournal', changes });
    const before = [digestOf(path), digestOf(`${path}-journal`)];
    const target = join(temporaryFolder(), 'story copy.aspen');
    await probe.copy(path, target, never());
    expect([digestOf(path), digestOf(`${path}-journal`)]).toEqual(before);
    expect(digestOf(target)).toBe(before[0]);
    expect(existsSync(`${target}.partial`)).toBe(false);
    expect(await new HandlersDesk(target, 10_000).shown()).toBe(shown);
  });

  test('is never rolled back, even if only uncommitted text would be lost', async () => {
    const { path, states } = await writeSteps(commit('The first line is the title.\n'));
    const older = states.at(-1);
    if (older === undefined) expect.unreachable();
    const desk = new HandlersDesk(path, 10_000);
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('Not committed. ')])), digest: null });
    await desk.close();
    const damaged = writeWithJournal(readFileSync(path), (journal) => writeJournal(journal, older));
    expect(inspectUnchanged(damaged)).toEqual({ kind: 'staleJournal', changes: 0 });
  });

  test('is never rolled back if it appears while the grove is open', async () => {
    const desk = new HandlersDesk();
    const older = readFileSync(desk.path);
    await desk.commit([desk.typed('One. ')]);
    await desk.commit([desk.typed('Two. ')]);
    const shown = await desk.shown();
    writeJournal(`${desk.path}-journal`, older);
    await expect(desk.commit([desk.typed('Three. ')])).rejects.toThrow(/IN_USE/);
    await expect(desk.close()).rejects.toThrow(/IN_USE/);
    expect(inspectUnchanged(desk.path)).toMatchObject({ kind: 'staleJournal' });
    const target = join(temporaryFolder(), 'copy.aspen');
    await probe.copy(desk.path, target, never());
    expect(await new HandlersDesk(target, 10_000).shown()).toContain(shown);
  });

  test('is never rolled back if it comes from a fork of the grove', async () => {
    const { path, states } = await writeSteps(commit('One. '));
    const common = states.at(-1);
    if (common === undefined) expect.unreachable();
    const other = join(temporaryFolder(), 'other.aspen');
    writeFileSync(other, common);
    const write = async (file: string, firstId: number, text: string) => {
      const desk = new HandlersDesk(file, firstId);
      await desk.commit([desk.typed(text)]);
      await desk.close();
      return readFileSync(file);
    };
    const here = await write(path, 10_000, 'Here. ');
    const there = await write(other, 20_000, 'There. ');
    expect(changesIn(here)).toBe(changesIn(there));
    expect(inspectUnchanged(writeWithJournal(here, (journal) => writeJournal(journal, there)))).toMatchObject(
      {
        kind: 'staleJournal',
      },
    );
  });

  test('is never rolled back if it covers only part of the file', async () => {
    const { states } = await writeSteps(...['One. ', 'Two. ', 'Three. '].map(commit));
    const [older, last] = [states.at(1), states.at(-1)];
    if (older === undefined || last === undefined) expect.unreachable();
    const pages = changedPages(older, last).filter((page) => page <= older.length / 4096);
    fc.assert(
      fc.property(fc.subarray([...pages], { minLength: 1 }), (kept) => {
        const path = writeWithJournal(last, (journal) => writeJournal(journal, older, kept));
        // Without the page of the change counter or any other changed page, it may change nothing.
        expect(inspectUnchanged(path)).toMatchObject({ kind: 'staleJournal' });
      }),
      casesFor('file'),
    );
  });

  test('beside a damaged file does not count as its repair', async () => {
    const { states } = await writeSteps(...['One. ', 'Two. ', 'Three. '].map(commit));
    const [older, last] = [states.at(0), states.at(-1)];
    if (older === undefined || last === undefined) expect.unreachable();
    const broken = Buffer.from(last);
    broken.write('Ano', broken.indexOf('Two. '));
    const path = writeWithJournal(broken, (journal) => writeJournal(journal, older));
    expect(inspectUnchanged(path)).toMatchObject({ kind: 'damaged' });
    const target = join(temporaryFolder(), 'recovered.aspen');
    expect(await probe.recover(path, target, never())).toMatchObject({ nodes: 4, unverified: 1 });
  });

  test('is examined by the doctor in a copy, with a report of what it would do', async () => {
    const { states } = await writeSteps(...['One. ', 'Two. '].map(commit));
    const [older, last] = [states.at(0), states.at(-1)];
    if (older === undefined || last === undefined) expect.unreachable();
    const path = writeWithJournal(last, (journal) => writeJournal(journal, older));
    const before = [digestOf(path), digestOf(`${path}-journal`)];
    const { findings, isHealthy } = examine(path);
    expect([digestOf(path), digestOf(`${path}-journal`)]).toEqual(before);
    expect(findings.filter(({ holds }) => !holds)).toEqual([
      expect.objectContaining({
        sentence: expect.stringContaining('would roll the grove back'),
        details: [`It would undo ${rowsOfLog(last) - rowsOfLog(older)} changes.`],
      }),
    ]);
    expect(isHealthy).toBe(false);
  });

  test('blocks opening a file without an inspection', async () => {
    const { states } = await writeSteps(...['One. ', 'Two. '].map(commit));
    const [older, last] = [states.at(0), states.at(-1)];
    if (older === undefined || last === undefined) expect.unreachable();
    const path = writeWithJournal(last, (journal) => writeJournal(journal, older));
    const before = [digestOf(path), digestOf(`${path}-journal`)];
    expect(() => openGrove(path)).toThrow(/was not inspected/);
    expect([digestOf(path), digestOf(`${path}-journal`)]).toEqual(before);
  });

  test('stops a copy to a target where it would become the copy’s own', async () => {
    const { states, path } = await writeSteps(...['One. ', 'Two. '].map(commit));
    const [older, last] = [states.at(0), states.at(-1)];
    if (older === undefined || last === undefined) expect.unreachable();
    const damaged = writeWithJournal(last, (journal) => writeJournal(journal, older));
    const other = writeWithJournal(last, (journal) => writeJournal(journal, older));
    for (const target of [damaged, other])
      await expect(probe.copy(damaged, target, never())).rejects.toThrow(/choose another name/);
    await expect(probe.recover(damaged, damaged, never())).rejects.toThrow(/choose another name/);
    expect(digestOf(damaged)).toBe(digestOf(path));
  });
});
