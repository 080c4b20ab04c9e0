import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { tablesWhere, usesOf } from './table-list.ts';

// Rows have the same keys in a copy. The result is stored on this computer as a digest, so its form stays.
const stateQueries = tablesWhere(({ state }) => state.length > 0).map((table) => {
  const columns = sql.join(usesOf(table).state.map((column) => sql.ref(column)));
  return defineQuery(
    `state.${table}`,
    () => sql<unknown>`select ${columns} from ${sql.table(table)} order by 1, 2`,
  );
});

/** Ids compared at a time: one row per id would take four times as long. */
const PAGE = 5_000;

const ID_QUERIES = tablesWhere(({ id }) => id?.of === 'entity').map((table) => ({
  table,
  query: defineQuery(
    `state.ids.${table}`,
    (_, p: { from: string }) => sql<{ ids: string | null; last: string | null }>`
      select group_concat(id) as ids, max(id) as last
      from (select id from ${sql.table(table)} where id >= ${p.from} order by id limit ${sql.lit(PAGE)})`,
  ),
}));

const tableNames = defineQuery(
  'state.tables',
  () => sql<{ name: string }>`select name from sqlite_schema where type = 'table' order by name`,
);

const counts = defineQuery(
  'state.counts',
  () => sql<{ nodes: number; drafts: number; trees: number }>`
    select (select count(*) from node where text <> '') as nodes,
      (select count(*) from draft where json_extract(buffer, '$.text') <> '') as drafts,
      (select count(*) from loom_tree where archived_at is null) as trees`,
);

/** Counts nodes with text, drafts with text of their own, and trees that are not archived. */
export function countEntities(reader: Reader): {
  readonly nodes: number;
  readonly drafts: number;
  readonly trees: number;
} {
  return reader.first(counts, NONE) ?? { nodes: 0, drafts: 0, trees: 0 };
}

/**
 * A string that changes with all that a writer could miss in a copy of the grove: the head of the log, the name and the
 * drafts.
 */
export function readState(reader: Reader): string {
  return JSON.stringify(stateQueries.map((query) => reader.all(query, NONE)));
}

/** Returns true if the entities of two groves have the same ids. A file of an older version may lack a table. */
export function hasSameIds(one: Reader, other: Reader): boolean {
  const [tables, others] = [tablesOf(one), tablesOf(other)];
  return ID_QUERIES.every(({ table, query }) => {
    for (let from = ''; ; ) {
      const page = tables.has(table) ? one.first(query, { from }) : undefined;
      const found = others.has(table) ? other.first(query, { from }) : undefined;
      if ((page?.ids ?? null) !== (found?.ids ?? null)) return false;
      // Each page begins with the last id of the previous one, so none is skipped.
      const last = page?.last ?? from;
      if (last === from) return true;
      from = last;
    }
  });
}

function tablesOf(reader: Reader): ReadonlySet<string> {
  return new Set(reader.all(tableNames, NONE).map(({ name }) => name));
}
