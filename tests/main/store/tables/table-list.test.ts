import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/setup/project.mjs';
import { TABLE_NAMES, TABLES, tablesWhere, usesOf } from '../../../../src/main/store/tables/table-list.ts';
import { rowsOf } from '../../../../src/ui-text/recovery.ts';
import { plantGrove } from '../../../helpers/grove.ts';

/** The list of tables against the schema after all migrations (`storage.md`, *The log*). */

function openRaw() {
  const { store } = plantGrove();
  store.close();
  return new Database(store.path, { readonly: true });
}

interface Reference {
  readonly from: string;
  readonly table: string;
}

const referencesOf = (database: Database.Database, table: string) =>
  database.pragma(`foreign_key_list(${table})`) as readonly Reference[];

test('every table of the file has an entry, and every entry a table', () => {
  const database = openRaw();
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();
  database.close();
  expect(tables.sort()).toEqual([...TABLE_NAMES].sort());
});

test('every entry comes after those that its rows refer to, except a grove’s owner and a tree’s root', () => {
  const database = openRaw();
  const backwards = TABLE_NAMES.flatMap((table, at) =>
    referencesOf(database, table)
      .filter((reference) => !TABLE_NAMES.slice(0, at + 1).some((earlier) => earlier === reference.table))
      .map(({ from }) => `${table}.${from}`),
  );
  database.close();
  expect(backwards).toEqual(['grove.owner_agent_key', 'loom_tree.root_node_key']);
});

test('every reference to a node, edge or response has an index, or gets one while a tree is deleted', () => {
  const database = openRaw();
  const isLarge = (name: string) => Object.hasOwn(TABLES, name) && usesOf(name as 'node').size !== 'few';
  const isRowid = (table: string, column: string) =>
    database
      .prepare<[string, string, string], number>(
        `SELECT count(*) FROM pragma_table_info(?) WHERE name = ? AND pk = 1 AND type = 'INTEGER'
         AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk')`,
      )
      .pluck()
      .get(table, column, table) !== 0;
  const isIndexed = (table: string, column: string) =>
    database
      .prepare<[string, string], number>(
        `SELECT count(*) FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS part
         WHERE part.seqno = 0 AND part.name = ? AND list.partial = 0`,
      )
      .pluck()
      .get(table, column) !== 0 || isRowid(table, column);
  for (const table of TABLE_NAMES.filter(isLarge)) {
    const unindexed = referencesOf(database, table)
      .filter((reference) => isLarge(reference.table) && !isIndexed(table, reference.from))
      .map(({ from }) => from);
    expect([table, unindexed.sort()]).toEqual([table, [...usesOf(table).unindexed].sort()]);
  }
  database.close();
});

test('the format’s page names every table, and every table that is recovered has a name for the writer', () => {
  const page = readFileSync(join(root, 'docs/format.md'), 'utf8');
  const named = page
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? (line.split('|')[1] ?? '') : []));
  expect(TABLE_NAMES.filter((table) => !named.some((cell) => cell.includes(`\`${table}\``)))).toEqual([]);
  const recovered = tablesWhere(({ salvage }) => salvage !== 'none' && salvage !== 'identity');
  expect(recovered.filter((table) => rowsOf(table) === table)).toEqual([]);
});
