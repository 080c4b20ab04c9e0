import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { moveIntoPlace } from '../../../../src/main/backup/backup-folder.ts';
import { saveCheckedCopy, saveCopy, writeCheckedCopy } from '../../../../src/main/store/copies/save-copy.ts';
import { listAgents, updateAgent } from '../../../../src/main/store/tables/agents.ts';
import { openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** Copies of a grove’s file (`storage.md`, *Backups*). */

/** A grove to copy, and a target with a file already in place. */
function toCopy() {
  const { store } = plantGrove();
  const target = join(temporaryFolder(), 'copy.aspen');
  writeFileSync(target, 'what stood there');
  const open = (path: string) => openGrove(path);
  return { store, target, copying: { store, target, open, moveIntoPlace } };
}

const nothingWrong = async () => [];

/** Expects that a failed copy left nothing and that the file at the target stays. */
function expectNothingOf(target: string) {
  expect(readdirSync(dirname(target))).toEqual(['copy.aspen']);
  expect(readFileSync(target, 'utf8')).toBe('what stood there');
}

describe('a copy that differs from its source is refused', () => {
  test.each([
    ['another log head', "UPDATE grove SET log_hash = 'other'"],
    ['a missing log row', 'UPDATE grove SET log_seq = log_seq - 1'],
    ['a different id', "UPDATE agent SET id = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' WHERE type = 'human'"],
  ])('for %s', async (_, change) => {
    const { target, copying } = toCopy();
    const open = (path: string) => {
      const database = new Database(path);
      database.exec(change);
      database.close();
      return openGrove(path);
    };
    await expect(saveCheckedCopy({ ...copying, open }, nothingWrong)).rejects.toMatchObject({
      code: 'CORRUPT',
    });
    expectNothingOf(target);
  });

  test('for faults found while checking it', async () => {
    const { target, copying } = toCopy();
    const check = async () => ['a page is torn'];
    await expect(saveCheckedCopy(copying, check)).rejects.toMatchObject({ code: 'CORRUPT' });
    expectNothingOf(target);
  });
});

test('a copy stopped during its check leaves nothing', async () => {
  const { target, copying } = toCopy();
  const stop = new AbortController();
  const check = async () => {
    stop.abort();
    return [];
  };
  await expect(saveCheckedCopy(copying, check, stop.signal)).rejects.toBe(stop.signal.reason);
  expectNothingOf(target);
});

test('a prepared copy moves into place with its last changes, or leaves nothing', async () => {
  const { target, copying } = toCopy();
  const unwanted = await writeCheckedCopy(copying, nothingWrong);
  unwanted.discard();
  expectNothingOf(target);
  const copy = await writeCheckedCopy(copying, nothingWrong);
  copy.moveIntoPlace((tx) => {
    expect(tx.now()).toBeGreaterThan(0);
  });
  const stored = openGrove(target, { readonly: true });
  expect(stored.head).toEqual(copying.store.head);
});

test('a second copy to the same target is refused, and the first completes', async () => {
  const { target, copying } = toCopy();
  const other = toCopy();
  const linked = join(temporaryFolder(), 'linked');
  symlinkSync(dirname(target), linked, 'junction');
  const first = await writeCheckedCopy(copying, nothingWrong);
  for (const place of [target, join(linked, 'copy.aspen')])
    await expect(saveCheckedCopy({ ...other.copying, target: place }, nothingWrong)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  expect(() => saveCopy({ ...other.copying, target })).toThrow('another file is being written to copy.aspen');
  first.moveIntoPlace();
  expect(openGrove(target, { readonly: true }).head).toEqual(copying.store.head);

  const second = await writeCheckedCopy({ ...other.copying, target }, nothingWrong);
  // The first copy has nothing to discard any more; the partial file is the second’s.
  first.discard();
  second.moveIntoPlace();
  expect(openGrove(target, { readonly: true }).head).toEqual(other.store.head);
});

test('a copy beside a journal, which would be rolled back into it, is refused', async () => {
  const { target, copying } = toCopy();
  const journal = `${target}-journal`;
  writeFileSync(journal, 'of a file that was here');
  const refusal = { code: 'INVALID_ARGUMENT', detail: expect.stringContaining('there is a journal next to') };
  await expect(saveCheckedCopy(copying, nothingWrong)).rejects.toMatchObject(refusal);
  // An open grove has an empty journal.
  writeFileSync(journal, '');
  await saveCheckedCopy(copying, nothingWrong);
  expect(openGrove(target, { readonly: true }).head).toEqual(copying.store.head);
});

test('a copy of a grove that another program writes meanwhile is refused, but is not called damaged', async () => {
  const { store, target, copying } = toCopy();
  const [agent] = listAgents(store);
  if (agent === undefined) expect.unreachable();
  openGrove(store.path).transact((tx) => updateAgent(tx, { ...agent, name: 'Mara' }, agent.id));
  await expect(saveCheckedCopy(copying, nothingWrong)).rejects.toMatchObject({ code: 'CONFLICT' });
  expectNothingOf(target);
});

test('a grove cannot be copied onto itself', async () => {
  const { store, copying } = toCopy();
  await expect(saveCheckedCopy({ ...copying, target: store.path }, nothingWrong)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
