import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { rebuildSearchIndex } from '../connection/integrity.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import type { Key } from '../tables/schema.ts';
import { TABLE_NAMES, usesOf } from '../tables/table-list.ts';
import { getTree } from '../tables/trees.ts';

/** What deleting a tree for good removes. */
export interface TreeContents {
  /** All versions of all nodes, except the root and notes. */
  readonly nodes: number;
  readonly notes: number;
  /** Provider responses that no other tree uses. */
  readonly answers: number;
}

interface TreeParameter {
  readonly tree: Key;
}

const contentsOf = defineQuery(
  'tree.contents',
  (_, p: TreeParameter) => sql<{ nodes: number; notes: number; answers: number }>`
    select
      (select count(*) from edge where loom_tree_key = ${p.tree} and edge_type = 'continuation') as nodes,
      (select count(*) from edge where loom_tree_key = ${p.tree} and edge_type = 'annotation') as notes,
      (select count(*) from (
        select raw_api_response_key from node
        where loom_tree_key = ${p.tree} and raw_api_response_key is not null
        except
        select raw_api_response_key from node
        where loom_tree_key <> ${p.tree} and raw_api_response_key is not null)) as answers`,
);

/** The search index is rebuilt if fewer texts stay than this many times those that are deleted. */
const REBUILD_BELOW = 2;

const answersOf = defineQuery(
  'tree.answers',
  (_, p: TreeParameter) => sql<{ key: Key }>`
    select distinct raw_api_response_key as key from node
    where loom_tree_key = ${p.tree} and raw_api_response_key is not null`,
);

// Deleting a row searches for references by the key they name, and these columns have no index, because no
// other query needs one. Without an index during this transaction, each deleted row would cost a scan of the
// whole file.
const REFERENCES = TABLE_NAMES.flatMap((table) =>
  usesOf(table).unindexed.map((column) => ({ table, column, index: `deletion_${table}_${column}` })),
);

const addIndexes = REFERENCES.map(({ table, column, index }) =>
  defineQuery(
    `${index}.create`,
    () => sql<never>`create index ${sql.ref(index)} on ${sql.table(table)} (${sql.ref(column)})`,
  ),
);
const dropIndexes = REFERENCES.map(({ index }) =>
  defineQuery(`${index}.drop`, () => sql<never>`drop index ${sql.ref(index)}`),
);

// A row is deleted before the row it refers to.
const deletions = TABLE_NAMES.toReversed().flatMap((table) => {
  const { remove } = usesOf(table);
  if (typeof remove === 'string') return [];
  const { by } = remove;
  return defineQuery(`tree.delete.${table}`, (_, p: TreeParameter) => {
    const isOwn =
      by === 'edge_key' ? sql`in (select key from edge where loom_tree_key = ${p.tree})` : sql`= ${p.tree}`;
    return sql<never>`delete from ${sql.table(table)} where ${sql.ref(by)} ${isOwn}`;
  });
});

const deleteAnswers = defineQuery(
  'tree.delete.answers',
  (_, p: { keys: string }) => sql<never>`
    delete from raw_api_response
    where key in (select value from json_each(${p.keys}))
      and not exists (select 1 from node where node.raw_api_response_key = raw_api_response.key)`,
);

const countOthers = defineQuery(
  'tree.delete.others',
  (_, p: TreeParameter) => sql<{ count: number }>`
    select count(*) as count from node where loom_tree_key <> ${p.tree}`,
);

const deleteWords = defineQuery(
  'tree.delete.words',
  (_, p: TreeParameter) => sql<never>`
    insert into node_text (node_text, rowid, text)
    select 'delete', key, text from node where loom_tree_key = ${p.tree}`,
);

// Deleting only marks words in the index; this rewrites the index without them.
const optimizeIndex = defineQuery(
  'tree.delete.forgetWords',
  () => sql<never>`insert into node_text (node_text) values ('optimize')`,
);

/** Counts what deleting a tree would remove. @throws {AspenError} NOT_FOUND */
export function countContents(reader: Reader, treeId: TreeId): TreeContents {
  const row = reader.first(contentsOf, { tree: getTreeKey(reader, treeId) });
  return { nodes: row?.nodes ?? 0, notes: row?.notes ?? 0, answers: row?.answers ?? 0 };
}

/**
 * Deletes an archived tree with everything in it: nodes, edges, notes, paths, drafts, its words in the search
 * index, and the responses that no other tree uses. Its log rows stay, with titles and hashes, and one more
 * row records the deletion. Agents stay.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT when it is not archived
 */
export function deleteTree(tx: FileTransaction, agentId: AgentId, treeId: TreeId): TreeContents {
  const { archivedAt, title } = getTree(tx, treeId);
  if (archivedAt === null) throw new AspenError('INVALID_ARGUMENT', 'only an archived tree can be deleted');
  const contents = countContents(tx, treeId);
  const tree = getTreeKey(tx, treeId);
  const keys = JSON.stringify(tx.all(answersOf, { tree }).map(({ key }) => key));
  // Indexing the texts that stay again costs less than deleting as many words and rewriting the index.
  const others = tx.first(countOthers, { tree })?.count ?? 0;
  const rebuilds = others < REBUILD_BELOW * contents.nodes;
  if (!rebuilds) tx.run(deleteWords, { tree });
  for (const addIndex of addIndexes) tx.run(addIndex, NONE);
  for (const deletion of deletions) tx.run(deletion, { tree });
  tx.run(deleteAnswers, { keys });
  for (const dropIndex of dropIndexes) tx.run(dropIndex, NONE);
  if (rebuilds) rebuildSearchIndex(tx);
  else tx.run(optimizeIndex, NONE);
  appendLog(tx, agentId, 'tree-update', {
    tree: treeId,
    deleted: true,
    properties: { title, archivedAt },
    details: { ...contents },
  });
  return contents;
}
