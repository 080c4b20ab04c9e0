/** The index of the links in texts (`documents.md`, table `node_link`): of documents, notes and messages. */
import { sql } from 'kysely';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { Key } from './schema.ts';

/** In a story, brackets are text. */
const parsed = sql`
  select node.key as node_key, found.ordinal, found.name, found.section, found.local_id, found.start, found.length, found.embed
  from node
  cross join loom_tree on loom_tree.key = node.loom_tree_key
  cross join text_link(node.text) as found
  where instr(node.text, '[[') > 0 and (
    loom_tree.kind = 'document' or loom_tree.mode = 'dialogue' or exists (
      select 1 from edge where edge.target_node_key = node.key and edge.edge_type = 'annotation'))`;
const columns = sql.raw('node_key, ordinal, name, section, local_id, start, length, embed');

const insertLinks = defineQuery(
  'node_link.insert',
  (_, p: { from: Key; to: Key }) => sql<never>`
    insert into node_link (${columns}) ${parsed} and node.key >= ${p.from} and node.key <= ${p.to}`,
);

const deleteAll = defineQuery('node_link.deleteAll', (db) => db.deleteFrom('node_link'));

const faulty = defineQuery(
  'node_link.faulty',
  () => sql<{ id: string }>`
    with fresh as (${parsed}), kept as (select ${columns} from node_link)
    select id from node where key in (
      select node_key from (select * from fresh except select * from kept)
      union select node_key from (select * from kept except select * from fresh))
    order by key`,
);

/** Nodes with these keys: all in between, which have been written with their edges. */
export interface KeyRange {
  readonly from: Key;
  readonly to: Key;
}

/** Writes the links of nodes. */
export function indexLinks(tx: FileTransaction, { from, to }: KeyRange): void {
  if (from <= to) tx.run(insertLinks, { from, to });
}

/** Reads the links of all texts again. */
export function rebuildLinkIndex(tx: FileTransaction): void {
  tx.run(deleteAll, NONE);
  tx.run(insertLinks, { from: 0, to: Number.MAX_SAFE_INTEGER });
}

/** Describes each node whose links in the index are not those of its text; empty when there is none. */
export function findLinkFaults(reader: Reader): readonly string[] {
  return reader
    .all(faulty, NONE)
    .map(({ id }) => `node ${id}: the index does not have the links of its text`);
}
