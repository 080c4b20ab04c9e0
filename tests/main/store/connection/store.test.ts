import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BugError } from '../../../../src/core/assert.ts';
import { AspenError } from '../../../../src/core/errors.ts';
import type { FileTransaction } from '../../../../src/main/store/connection/file-transaction.ts';
import { defineQuery, NONE } from '../../../../src/main/store/connection/query.ts';
import type { SlowQuery } from '../../../../src/main/store/connection/statement-cache.ts';
import { getGrove, renameGrove } from '../../../../src/main/store/tables/grove.ts';
import { createGrove, openGrove, plantGrove } from '../../../helpers/grove.ts';

const rename = defineQuery('test.rename', (db, p: { name: string }) =>
  db.updateTable('grove').set({ name: p.name }),
);

describe('a transaction', () => {
  test('writes everything, or nothing if its callback throws', () => {
    const store = createGrove();
    const failing = () =>
      store.transact((tx) => {
        renameGrove(tx, 'Half done');
        throw new AspenError('INVALID_ARGUMENT', 'no');
      });
    expect(failing).toThrow('no');
    expect(getGrove(store).name).toBe('Test');
    expect(store.transact((tx) => renameGrove(tx, 'Done'))).toBeUndefined();
    expect(getGrove(store).name).toBe('Done');
  });

  test('sees its own writes', () => {
    const store = createGrove();
    const name = store.transact((tx) => {
      renameGrove(tx, 'Inside');
      return getGrove(tx).name;
    });
    expect(name).toBe('Inside');
  });

  test('is synchronous: an async callback does not compile, and throws a bug error if forced', () => {
    const store = createGrove();
    // @ts-expect-error a promise would outlive the transaction
    expect(() => store.transact(async (tx) => renameGrove(tx, 'Later'))).toThrow(BugError);
    expect(getGrove(store).name).toBe('Test');
  });

  test('inside another is a bug', () => {
    const store = createGrove();
    expect(() => store.transact(() => store.transact(() => 1))).toThrow(BugError);
  });

  test('cannot be used after it ends', () => {
    const store = createGrove();
    const kept: FileTransaction[] = [];
    store.transact((tx) => {
      kept.push(tx);
    });
    expect(() => kept[0] && renameGrove(kept[0], 'Too late')).toThrow(BugError);
    expect(getGrove(store).name).toBe('Test');
  });

  test('is the only way to write', () => {
    const store = createGrove();
    expect(() => store.first(rename, { name: 'Beside it' })).toThrow(BugError);
    expect(getGrove(store).name).toBe('Test');
  });
});

test('a snapshot sees one state of the file, and nested statements share it', () => {
  const store = createGrove();
  const names = store.snapshot((reader) => [getGrove(reader).name, store.snapshot(getGrove).name]);
  expect(names).toEqual(['Test', 'Test']);
  store.transact((tx) => renameGrove(tx, 'After'));
  expect(store.snapshot(getGrove).name).toBe('After');
});

test('a reopened file continues where it was', () => {
  const { store, root, ...grove } = plantGrove();
  grove.continue(root, 'a');
  store.reopen();
  grove.continue(root, 'b');
  expect(store.head.seq).toBe(5);
});

test('closing twice is harmless', () => {
  const store = createGrove();
  store.close();
  store.close();
  expect(store.isOpen).toBe(false);
});

test('a slow statement is reported by its name', () => {
  const reported: SlowQuery[] = [];
  const store = createGrove({ report: (slow) => reported.push(slow) });
  const slow = defineQuery(
    'test.slow',
    () => sql<{ n: number }>`
      with recursive count (n) as (select 1 union all select n + 1 from count limit 1000000)
      select max(n) as n from count`,
  );
  expect(store.first(slow, NONE)?.n).toBe(1_000_000);
  expect(reported.map(({ name }) => name)).toEqual(['test.slow']);
});

test('opening restores the head of the log', () => {
  const { store, root, ...grove } = plantGrove();
  grove.continue(root, 'a');
  const { head } = store;
  store.close();
  expect(openGrove(store.path).head).toEqual(head);
});
