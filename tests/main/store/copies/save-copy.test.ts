import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { intoPlace } from '../../../../src/main/backup/backup-folder.ts';
import { saveCheckedCopy, saveCopy, writeCheckedCopy } from '../../../../src/main/store/copies/save-copy.ts';
import { openGrove, plantGrove, temporaryFolder } from '../../../helpers/grove.ts';

/** Copies of a grove's file (`storage.md`, *Backups*). */

/** A grove with something in it, and where a copy is to stand: something stands there. */
function toCopy() {
  const { store } = plantGrove();
  const target = join(temporaryFolder(), 'copy.aspen');
  writeFileSync(target, 'what stood there');
  const open = (path: string) => openGrove(path);
  return { store, target, copying: { store, target, open, intoPlace } };
}

const nothingWrong = async () => [];

/** Of a copy that was refused nothing is left, and what stood in its place stays. */
function expectNothingOf(target: string) {
  expect(readdirSync(dirname(target))).toEqual(['copy.aspen']);
  expect(readFileSync(target, 'utf8')).toBe('what stood there');
}

describe('a copy that is not what was copied is refused', () => {
  test.each([
    ['another head of the log', "UPDATE grove SET log_hash = 'other'"],
    ['a row too few in the log', 'UPDATE grove SET log_seq = log_seq - 1'],
    ['an id that is another', "UPDATE agent SET id = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' WHERE type = 'human'"],
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

  test('for what is found when it is looked through', async () => {
    const { target, copying } = toCopy();
    const check = async () => ['a page is torn'];
    await expect(saveCheckedCopy(copying, check)).rejects.toMatchObject({ code: 'CORRUPT' });
    expectNothingOf(target);
  });
});

test('a copy that is stopped while it is looked through leaves nothing', async () => {
  const { target, copying } = toCopy();
  const stop = new AbortController();
  const check = async () => {
    stop.abort();
    return [];
  };
  await expect(saveCheckedCopy(copying, check, stop.signal)).rejects.toBe(stop.signal.reason);
  expectNothingOf(target);
});

test('a copy that waits takes its place with what came meanwhile, or leaves nothing', async () => {
  const { target, copying } = toCopy();
  const unwanted = await writeCheckedCopy(copying, nothingWrong);
  unwanted.abandon();
  expectNothingOf(target);
  const copy = await writeCheckedCopy(copying, nothingWrong);
  copy.arrive((tx) => {
    expect(tx.now()).toBeGreaterThan(0);
  });
  const stored = openGrove(target, { readonly: true });
  expect(stored.head).toEqual(copying.store.head);
});

test('a second copy to a place that one is on its way to is refused, and the first arrives as it is', async () => {
  const { target, copying } = toCopy();
  const other = toCopy();
  const linked = join(temporaryFolder(), 'linked');
  symlinkSync(dirname(target), linked, 'junction');
  const first = await writeCheckedCopy(copying, nothingWrong);
  for (const place of [target, join(linked, 'copy.aspen')])
    await expect(saveCheckedCopy({ ...other.copying, target: place }, nothingWrong)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  expect(() => saveCopy({ ...other.copying, target })).toThrow('another file is on its way to copy.aspen');
  first.arrive();
  expect(openGrove(target, { readonly: true }).head).toEqual(copying.store.head);

  const second = await writeCheckedCopy({ ...other.copying, target }, nothingWrong);
  // What has arrived has nothing to leave: what is on its way now is another's.
  first.abandon();
  second.arrive();
  expect(openGrove(target, { readonly: true }).head).toEqual(other.store.head);
});

test('the grove itself is no place for its copy', async () => {
  const { store, copying } = toCopy();
  await expect(saveCheckedCopy({ ...copying, target: store.path }, nothingWrong)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
