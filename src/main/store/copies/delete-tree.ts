import { sql } from 'kysely';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { rebuildSearchIndex } from '../connection/integrity.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { isUnused, RESPONSE_USERS } from '../tables/responses.ts';
import type { Key } from '../tables/schema.ts';
import { TABLE_NAMES, type TableName, usesOf } from '../tables/table-list.ts';
import { getTree, listConversations } from '../tables/trees.ts';

/** The contents of one tree. */
export interface TreeContents {
  /** All versions of all nodes, except the root and notes. */
  readonly nodes: number;
  readonly notes: number;
  /** Provider responses that no other tree uses. */
  readonly answers: number;
}

/** The contents that deleting a tree for good removes: those of the tree and of the conversations about it. */
export interface DeletedContents extends TreeContents {
  readonly conversations: number;
}

interface TreeParameter {
  readonly tree: Key;
}

/** The tables whose rows belong to a tree through those of another, by the column that names these. */
const OWNERS: Readonly<Record<string, TableName>> = {
  edge_key: 'edge',
  node_key: 'node',
  turn_key: 'agent_turn',
  proposal_key: 'proposal',
  layer_key: 'layer',
};

// Of each table that refers to responses, the rows with their trees, and the order in which they were written.
const uses = RESPONSE_USERS.map((table) => {
  const { remove } = usesOf(table);
  assert(typeof remove === 'object', `a tree of the rows of ${table}`);
  const owner = OWNERS[remove.by];
  const key = sql.ref(`${table}.raw_api_response_key`);
  const rows =
    owner === undefined
      ? sql.table(table)
      : sql`${sql.table(table)} cross join ${sql.table(owner)}
          on ${sql.ref(`${owner}.key`)} = ${sql.ref(`${table}.${remove.by}`)}`;
  const of = owner ?? table;
  return { key, rows, tree: sql.ref(`${of}.loom_tree_key`), order: sql.ref(`${of}.key`) };
});

const usedElsewhere = sql.join(
  uses.map(
    ({ key, rows, tree }) => sql`select ${key} from ${rows} where ${tree} not in own and ${key} is not null`,
  ),
  sql` except `,
);

const treesOfUses = sql.join(
  uses.map(
    ({ key, rows, tree, order }) =>
      sql`(select ${tree} from ${rows} where ${key} = raw_api_response.key order by ${order} limit 1)`,
  ),
);

const contentsOf = defineQuery(
  'tree.contents',
  (_, p: { trees: string }) => sql<{ nodes: number; notes: number; answers: number }>`
    with own (key) as materialized (select value from json_each(${p.trees}))
    select
      (select count(*) from edge where loom_tree_key in own and edge_type = 'continuation') as nodes,
      (select count(*) from edge where loom_tree_key in own and edge_type = 'annotation') as notes,
      (select count(*) from (
        select raw_api_response_key as key from node
        where loom_tree_key in own and raw_api_response_key is not null
        union
        select key from raw_api_response where loom_tree_key in own
        except ${usedElsewhere}) as used
        cross join raw_api_response as answer on answer.key = used.key
        where answer.loom_tree_key is null or answer.loom_tree_key in own) as answers`,
);

/** The search index is rebuilt if fewer texts stay than this many times those that are deleted. */
const REBUILD_BELOW = 2;

const answersOf = defineQuery(
  'tree.answers',
  (_, p: TreeParameter) => sql<{ key: Key }>`
    select raw_api_response_key as key from node
    where loom_tree_key = ${p.tree} and raw_api_response_key is not null
    union
    select key from raw_api_response where loom_tree_key = ${p.tree}`,
);

// Deleting a row searches for references by the key they name, and these columns have no index, because no other query
// needs one. Without an index during this transaction, each deleted row would cost a scan of the whole file.
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

interface Deletion extends TreeParameter {
  /** The keys of the responses that the tree uses, as JSON. */
  readonly answers: string;
}

const deleteAnswers = defineQuery(
  'tree.delete.answers',
  (_, p: Deletion) => sql<never>`
    delete from raw_api_response
    where key in (select value from json_each(${p.answers})) and coalesce(loom_tree_key, ${p.tree}) = ${p.tree}
      and ${isUnused}`,
);

// A response that another tree uses now belongs to that.
const giveAnswers = defineQuery(
  'tree.delete.giveAnswers',
  (_, p: Deletion) => sql<never>`
    update raw_api_response set loom_tree_key = coalesce(${treesOfUses})
    where loom_tree_key = ${p.tree}`,
);

// A turn in another tree stays with what it did here.
const leaveActions = defineQuery(
  'tree.delete.leaveActions',
  (_, p: Deletion) =>
    sql<never>`update agent_action set loom_tree_key = null where loom_tree_key = ${p.tree}`,
);

// A link from another tree has no other end any more.
const deleteLinksTo = defineQuery(
  'tree.delete.linksTo',
  (_, p: Deletion) => sql<never>`
    delete from link where target_node_key in (select key from node where loom_tree_key = ${p.tree})`,
);

// A row is deleted before the row it refers to.
const deletions = TABLE_NAMES.toReversed().flatMap((table) => {
  const { remove } = usesOf(table);
  if (remove === 'ifUnused') return [deleteAnswers, giveAnswers];
  if (typeof remove === 'string') return [];
  const { by } = remove;
  const owner = OWNERS[by];
  return defineQuery(`tree.delete.${table}`, (_, p: Deletion) => {
    const isOwn =
      owner === undefined
        ? sql`= ${p.tree}`
        : sql`in (select key from ${sql.table(owner)} where loom_tree_key = ${p.tree})`;
    return sql<never>`delete from ${sql.table(table)} where ${sql.ref(by)} ${isOwn}`;
  });
});

const countNodes = defineQuery(
  'tree.delete.nodes',
  () => sql<{ count: number }>`select count(*) as count from node`,
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

/** Counts what a tree has, without the conversations about it. @throws {AspenError} NOT_FOUND */
export function countContents(reader: Reader, ...treeIds: readonly TreeId[]): TreeContents {
  const trees = JSON.stringify(treeIds.map((id) => getTreeKey(reader, id)));
  const row = reader.first(contentsOf, { trees });
  return { nodes: row?.nodes ?? 0, notes: row?.notes ?? 0, answers: row?.answers ?? 0 };
}

/** Counts what deleting a tree would remove. @throws {AspenError} NOT_FOUND */
export function countDeleted(reader: Reader, treeId: TreeId): DeletedContents {
  const conversations = listConversations(reader, treeId).map(({ id }) => id);
  return { conversations: conversations.length, ...countContents(reader, treeId, ...conversations) };
}

/**
 * Deletes an archived tree and the conversations about it with everything in them: nodes, edges, notes, paths, drafts,
 * turns, proposals, their words in the search index, and the responses that no other tree uses. Their log rows stay, with titles and
 * hashes, and one more row for each records the deletion. Agents stay.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT when it is not archived
 */
export function deleteTree(tx: FileTransaction, agentId: AgentId, treeId: TreeId): DeletedContents {
  const tree = getTree(tx, treeId);
  if (tree.archivedAt === null)
    throw new AspenError('INVALID_ARGUMENT', 'only an archived tree can be deleted');
  const contents = countDeleted(tx, treeId);
  // Conversations refer to their topic, so they go first.
  const trees = [...listConversations(tx, treeId), tree];
  // Indexing the texts that stay again costs less than deleting as many words and rewriting the index.
  const all = tx.first(countNodes, NONE)?.count ?? 0;
  const rebuilds = all - contents.nodes < REBUILD_BELOW * contents.nodes;
  for (const addIndex of addIndexes) tx.run(addIndex, NONE);
  for (const each of trees) deleteRows(tx, agentId, each, !rebuilds);
  for (const dropIndex of dropIndexes) tx.run(dropIndex, NONE);
  if (rebuilds) rebuildSearchIndex(tx);
  else tx.run(optimizeIndex, NONE);
  return contents;
}

/** Deletes the rows of one tree, to which no other tree refers any more. */
function deleteRows(tx: FileTransaction, agentId: AgentId, tree: LoomTree, deletesWords: boolean): void {
  const { id, title, archivedAt } = tree;
  const contents = countContents(tx, id);
  const key = getTreeKey(tx, id);
  const answers = JSON.stringify(tx.all(answersOf, { tree: key }).map((answer) => answer.key));
  if (deletesWords) tx.run(deleteWords, { tree: key });
  for (const deletion of [leaveActions, deleteLinksTo, ...deletions])
    tx.run(deletion, { tree: key, answers });
  appendLog(tx, agentId, 'tree-update', {
    tree: id,
    deleted: true,
    properties: { title, archivedAt },
    details: { ...contents },
  });
}
