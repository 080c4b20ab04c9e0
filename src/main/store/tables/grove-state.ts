import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';

const heads = defineQuery('state.grove', (db) =>
  db.selectFrom('grove').select(['name', 'log_seq', 'log_hash']),
);

// Keys are the same in a copy.
const drafts = defineQuery('state.drafts', (db) =>
  db
    .selectFrom('draft')
    .select(['loom_tree_key', 'agent_key', 'head_position_key', 'buffer', 'edits'])
    .orderBy('loom_tree_key')
    .orderBy('agent_key'),
);

/** Ids that are held against each other at a time: a row for each would take four times as long. */
const PAGE = 5_000;

const ID_QUERIES = (['agent', 'loom_tree', 'raw_api_response', 'node', 'edge'] as const).map((table) =>
  defineQuery(
    `state.ids.${table}`,
    (_, p: { from: string }) => sql<{ ids: string | null; last: string | null }>`
      select group_concat(id) as ids, max(id) as last
      from (select id from ${sql.table(table)} where id >= ${p.from} order by id limit ${sql.lit(PAGE)})`,
  ),
);

const counts = defineQuery(
  'state.counts',
  () => sql<{ nodes: number; trees: number }>`
    select (select count(*) from node where text <> '') as nodes,
      (select count(*) from loom_tree where archived_at is null) as trees`,
);

/** Nodes that say something, and trees that are not archived. */
export function countEntities(reader: Reader): { readonly nodes: number; readonly trees: number } {
  return reader.first(counts, NONE) ?? { nodes: 0, trees: 0 };
}

/** What a writer could miss in a copy of the grove, in one text: the head of the log, the name and the drafts. */
export function readState(reader: Reader): string {
  return JSON.stringify([reader.all(heads, NONE), reader.all(drafts, NONE)]);
}

/** Whether two groves hold entities of the same ids. */
export function hasSameIds(one: Reader, other: Reader): boolean {
  return ID_QUERIES.every((query) => {
    for (let from = ''; ; ) {
      const page = one.first(query, { from });
      if (page?.ids !== other.first(query, { from })?.ids) return false;
      // Each page begins with the last of the one before, so that none is left out.
      const last = page?.last ?? from;
      if (last === from) return true;
      from = last;
    }
  });
}
