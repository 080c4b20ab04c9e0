import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { checkSearchIndex } from '../../../../src/cli/doctor/check-search-index.ts';
import { measureFile } from '../../../../src/cli/doctor/measure.ts';
import { findFileFaults, rebuildSearchIndex } from '../../../../src/main/store/connection/integrity.ts';
import { openGrove, plantGrove } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

function closedGrove() {
  const grove = plantGrove();
  grove.chain(grove.root, ['Once ', 'there was 🏰']);
  grove.store.close();
  return grove.store.path;
}

function edit(path: string, sql: string): void {
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
}

test('a sound file has no faults', () => {
  const store = openGrove(closedGrove());
  expect(findFileFaults(store)).toEqual([]);
  store.transact((tx) => checkSearchIndex(tx));
});

test('a dangling reference is reported', () => {
  const path = closedGrove();
  edit(path, 'UPDATE node SET author_agent_key = 99 WHERE key = 2');
  expect(findFileFaults(openGrove(path))).toEqual(['row 2 of node refers to a missing row of agent']);
});

test('a search index that differs from the texts is detected and can be rebuilt', () => {
  const path = closedGrove();
  edit(path, "UPDATE node SET text = 'changed beside the index' WHERE key = 2");
  const store = openGrove(path);
  expect(refusal(() => store.transact((tx) => checkSearchIndex(tx)))).toMatchObject({
    code: 'CORRUPT',
  });
  store.transact((tx) => rebuildSearchIndex(tx));
  store.transact((tx) => checkSearchIndex(tx));
});

test('the file and its tables are measured', () => {
  const store = openGrove(closedGrove());
  const sizes = measureFile(store);
  expect(sizes).toMatchObject({ nodes: 3, textBytes: Buffer.byteLength('Once there was 🏰') });
  const names = sizes.tables?.map(({ name }) => name) ?? [];
  expect(names).toContain('node');
  expect(names).toContain('node_text_data');
  const sum = sizes.tables?.reduce((bytes, table) => bytes + table.bytes, 0) ?? 0;
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(sizes.bytes);
});
