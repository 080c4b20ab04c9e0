import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findOddValues } from '../../../../src/main/store/connection/odd-values.ts';
import { columnsOf, TABLE_NAMES, usesOf } from '../../../../src/main/store/tables/table-list.ts';
import { openGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { makeVariousGroves } from '../../../helpers/various-groves.ts';

/** Values that the program can read, never writes, and no hash covers: the doctor and *Verify* name them (`security.md`). */

const ODD: readonly (readonly [sql: string, fault: string])[] = [
  ["update node set bookmark_label = printf('%.36000c', 'x') where bookmarked", 'node.bookmark_label'],
  ["update loom_tree set title = printf('%.36000c', 'x') where key = 1", 'loom_tree.title'],
  ["update anchor set quote = printf('%.36000c', 'x')", 'anchor.quote'],
  ['update loom_tree set topic_tree_key = key', 'its topic is no manuscript'],
  ['update cursor set caret_anchor = -1', 'cursor.caret_anchor'],
  ['update session set opened_at = 9000000000000000', 'session.opened_at'],
  ['update layer set added = -5', 'layer.added'],
];

test('what only another program can have written is named, and nothing else', async () => {
  const { written, all } = await makeVariousGroves();
  for (const path of all) {
    const store = openGrove(path, { readonly: true });
    expect([path, ...findOddValues(store)]).toEqual([path]);
    store.close();
  }
  for (const [index, [sql, fault]] of ODD.entries()) {
    const path = join(temporaryFolder(), `odd ${index}.aspen`);
    copyFileSync(written, path);
    const database = new Database(path);
    expect(database.prepare(sql).run().changes, sql).toBeGreaterThan(0);
    database.close();
    const store = openGrove(path, { readonly: true });
    expect(findOddValues(store).join('\n'), sql).toContain(fault);
    store.close();
  }
});

test.each([
  ['[[1,-3]]', 'has an invalid run'],
  ['[[1,0]]', 'has an invalid run'],
  ['{"1":3}', 'is not a list'],
])('who wrote a result cannot be %s', (authorship, fault) => {
  const found = columnsOf('execution').find(({ column }) => column === 'authorship');
  expect(found?.findFault?.(JSON.parse(authorship))).toBe(fault);
});

test('every column that is checked as JSON says what is wrong with a value', () => {
  const unchecked = TABLE_NAMES.flatMap((table) =>
    Object.entries(usesOf(table).values).flatMap(([column, value]) => {
      const uses = columnsOf(table).find((one) => one.column === column);
      return value === 'json' && uses?.findFault?.('no object or list') == null ? [`${table}.${column}`] : [];
    }),
  );
  expect(unchecked).toEqual([]);
});
