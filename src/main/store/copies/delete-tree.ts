import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import type { Key } from '../tables/schema.ts';
import { getTree } from '../tables/trees.ts';

/** What goes when a tree is deleted for good. */
export interface TreeContents {
  /** Texts, every version of them; the root and notes are not counted. */
  readonly nodes: number;
  readonly notes: number;
  /** Answers of providers that no other tree has. */
  readonly answers: number;
}

interface OfTree {
  readonly tree: Key;
}

const contentsOf = defineQuery(
  'tree.contents',
  (_, p: OfTree) => sql<{ nodes: number; notes: number; answers: number }>`
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

const answersOf = defineQuery(
  'tree.answers',
  (_, p: OfTree) => sql<{ key: Key }>`
    select distinct raw_api_response_key as key from node
    where loom_tree_key = ${p.tree} and raw_api_response_key is not null`,
);

// A reference is looked for by the key that it names, and these columns have no index, since nothing else asks so:
// without one for this one transaction, each row deleted would cost a walk through all of the file.
const REFERENCES = [
  ['deletion_origin', 'edge_source (origin_node_key)'],
  ['deletion_choice', 'position_choice (position_key)'],
  ['deletion_version', 'position_choice (version_node_key)'],
  ['deletion_child', 'position_choice (last_child_position_key)'],
  ['deletion_answer', 'node (raw_api_response_key)'],
] as const;

const addIndexes = REFERENCES.map(([name, columns]) =>
  defineQuery(`${name}.create`, () => sql<never>`create index ${sql.raw(`${name} on ${columns}`)}`),
);
const dropIndexes = REFERENCES.map(([name]) =>
  defineQuery(`${name}.drop`, () => sql<never>`drop index ${sql.raw(name)}`),
);

// In the order of the references: what refers to something goes before it.
const deletions = [
  defineQuery('tree.delete.drafts', (db, p: OfTree) =>
    db.deleteFrom('draft').where('loom_tree_key', '=', p.tree),
  ),
  defineQuery('tree.delete.cursors', (db, p: OfTree) =>
    db.deleteFrom('cursor').where('loom_tree_key', '=', p.tree),
  ),
  defineQuery('tree.delete.choices', (db, p: OfTree) =>
    db.deleteFrom('position_choice').where('loom_tree_key', '=', p.tree),
  ),
  defineQuery(
    'tree.delete.sources',
    (_, p: OfTree) => sql<never>`
      delete from edge_source where edge_key in (select key from edge where loom_tree_key = ${p.tree})`,
  ),
  defineQuery('tree.delete.edges', (db, p: OfTree) =>
    db.deleteFrom('edge').where('loom_tree_key', '=', p.tree),
  ),
  defineQuery(
    'tree.delete.words',
    (_, p: OfTree) => sql<never>`
      insert into node_text (node_text, rowid, text)
      select 'delete', key, text from node where loom_tree_key = ${p.tree}`,
  ),
  defineQuery('tree.delete.nodes', (db, p: OfTree) =>
    db.deleteFrom('node').where('loom_tree_key', '=', p.tree),
  ),
  defineQuery('tree.delete.tree', (db, p: OfTree) => db.deleteFrom('loom_tree').where('key', '=', p.tree)),
];

const deleteAnswers = defineQuery(
  'tree.delete.answers',
  (_, p: { keys: string }) => sql<never>`
    delete from raw_api_response
    where key in (select value from json_each(${p.keys}))
      and not exists (select 1 from node where node.raw_api_response_key = raw_api_response.key)`,
);

// Deleting a word only marks it in the index; this makes the index anew without what is marked.
const forgetWords = defineQuery(
  'tree.delete.forgetWords',
  () => sql<never>`insert into node_text (node_text) values ('optimize')`,
);

/** What a tree is made of. @throws {AspenError} NOT_FOUND */
export function countContents(reader: Reader, treeId: TreeId): TreeContents {
  const row = reader.first(contentsOf, { tree: getTreeKey(reader, treeId) });
  return { nodes: row?.nodes ?? 0, notes: row?.notes ?? 0, answers: row?.answers ?? 0 };
}

/**
 * Deletes an archived tree with everything in it: nodes, edges, notes, paths, drafts, its words in the search index, and
 * the answers that no other tree has. Its rows of the log stay, with titles and hashes; a row more says that it was
 * deleted. Agents stay.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is not archived
 */
export function deleteTree(tx: FileTransaction, agentId: AgentId, treeId: TreeId): TreeContents {
  const { archivedAt, title } = getTree(tx, treeId);
  if (archivedAt === null) throw new AspenError('INVALID_ARGUMENT', 'only an archived tree is deleted');
  const contents = countContents(tx, treeId);
  const tree = getTreeKey(tx, treeId);
  const keys = JSON.stringify(tx.all(answersOf, { tree }).map(({ key }) => key));
  for (const addIndex of addIndexes) tx.run(addIndex, NONE);
  for (const deletion of deletions) tx.run(deletion, { tree });
  tx.run(deleteAnswers, { keys });
  for (const dropIndex of dropIndexes) tx.run(dropIndex, NONE);
  tx.run(forgetWords, NONE);
  appendLog(tx, agentId, 'tree-update', {
    tree: treeId,
    deleted: true,
    properties: { title, archivedAt },
    details: { ...contents },
  });
  return contents;
}
