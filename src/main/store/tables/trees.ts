import { type Kysely, sql } from 'kysely';
import type { NamedDocument } from '../../../core/documents/find-document.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { LoomTree, TreeKind, TreeSettings } from '../../../core/tree/loom-tree.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from './json-column.ts';
import { faultOfTreeSettings } from './json-values.ts';
import { getTreeKey } from './keys.ts';
import { appendLog } from './log.ts';
import { writeTitle } from './marks/names.ts';
import { insertNodes } from './nodes.ts';
import { writePath } from './path-state.ts';
import type { Bit, Key, LoomTreeTable, Schema } from './schema.ts';
import { insertRow, updateRow } from './write-row.ts';

type WrittenRow = Omit<LoomTreeTable, 'key' | 'root_node_key' | 'topic_tree_key'>;

const selectTrees = (db: Kysely<Schema>) =>
  db
    .selectFrom('loom_tree')
    .innerJoin('node', 'node.key', 'loom_tree.root_node_key')
    .leftJoin('loom_tree as topic', 'topic.key', 'loom_tree.topic_tree_key')
    .select(['loom_tree.id', 'loom_tree.title', 'loom_tree.description', 'loom_tree.summary'])
    .select(['node.id as rootPositionId', 'loom_tree.mode', 'loom_tree.kind', 'topic.id as topicTreeId'])
    .select(['loom_tree.system_context as systemContext', 'loom_tree.settings'])
    .select(['loom_tree.created_at as createdAt', 'loom_tree.updated_at as updatedAt'])
    .select('loom_tree.archived_at as archivedAt')
    .$castTo<TreeRow>();

type TreeRow = Omit<LoomTree, 'settings'> & Pick<LoomTreeTable, 'settings'>;

const allTrees = defineQuery('tree.all', (db) => selectTrees(db).orderBy('loom_tree.id'));

const oneTree = defineQuery('tree.find', (db, p: { id: string }) =>
  selectTrees(db).where('loom_tree.id', '=', p.id),
);

// `setRoot` sets the root's key once the root exists: the foreign key is checked when the transaction ends.
const insertTree = insertRow('tree.insert', 'loom_tree', 'key');

const setRootKey = defineQuery('tree.root.set', (db, p: { tree: Key; root: string }) =>
  db
    .updateTable('loom_tree')
    .set((eb) => ({ root_node_key: eb.selectFrom('node').select('key').where('id', '=', p.root) }))
    .where('key', '=', p.tree),
);

const updateTreeRow = updateRow(
  'tree.update',
  'loom_tree',
  'title',
  'description',
  'summary',
  'system_context',
  'settings',
  'updated_at',
  'archived_at',
);

/** All trees, including archived ones, by id and therefore in order of creation. */
export function listTrees(reader: Reader): readonly LoomTree[] {
  return reader.all(allTrees, NONE).map(toTree);
}

/** Returns true if a grove can open with a tree: it is not archived, and no conversation about another one. */
export function isOpening({ archivedAt, topicTreeId }: LoomTree): boolean {
  return archivedAt === null && topicTreeId === null;
}

/** The conversations about a tree, including archived ones, oldest first. */
export function listConversations(reader: Reader, topicTreeId: TreeId): readonly LoomTree[] {
  return listTrees(reader).filter((tree) => tree.topicTreeId === topicTreeId);
}

// An entry that says nothing of it is enabled.
const isLore = sql<Bit>`exists (
  select 1 from json_each(loom_tree.settings, '$.lore') as entry where entry.value ->> '$.enabled' is not 0)`;

const unarchivedTrees = defineQuery('tree.named', (db) =>
  db
    .selectFrom('loom_tree')
    .innerJoin('node', 'node.key', 'loom_tree.root_node_key')
    .select(['loom_tree.id', 'loom_tree.title', 'loom_tree.kind', 'loom_tree.summary', 'node.local_id'])
    .select(isLore.as('is_lore'))
    .where('loom_tree.archived_at', 'is', null)
    .orderBy('loom_tree.id'),
);

/** A tree, as far as commands name it. */
export interface NamedTree extends NamedDocument {
  readonly kind: TreeKind;
  readonly summary: string | null;
  /** An entry of its lore is enabled (`lore.md`). */
  readonly isLore: boolean;
}

/** The trees that are not archived, oldest first. */
export function listNamedTrees(reader: Reader): readonly NamedTree[] {
  return reader.all(unarchivedTrees, NONE).map(({ id, title, kind, summary, local_id, is_lore }) => ({
    id: id as TreeId,
    title,
    kind,
    summary,
    rootLocalId: local_id as LocalId,
    isLore: is_lore === 1,
  }));
}

/** The documents that are not archived, oldest first. */
export function listDocuments(reader: Reader): readonly NamedTree[] {
  return listNamedTrees(reader).filter(({ kind }) => kind === 'document');
}

const loreDocuments = defineQuery('tree.lore', (db) =>
  db
    .selectFrom('loom_tree')
    .select(['id', 'title', 'settings'])
    .where('kind', '=', 'document')
    .where('archived_at', 'is', null)
    .where('settings', 'like', '%"lore"%')
    .orderBy('id'),
);

/** The documents that may have entries of lore and are not archived, with their settings as the file has them, oldest first. */
export function listLoreDocuments(
  reader: Reader,
): readonly { readonly id: TreeId; readonly title: string; readonly settings: string }[] {
  return reader.all(loreDocuments, NONE).map((row) => ({ ...row, id: row.id as TreeId }));
}

export function findTree(reader: Reader, id: TreeId): LoomTree | undefined {
  const row = reader.first(oneTree, { id });
  return row === undefined ? undefined : toTree(row);
}

/** @throws {AspenError} NOT_FOUND */
export function getTree(reader: Reader, id: TreeId): LoomTree {
  const tree = findTree(reader, id);
  if (tree === undefined) throw new AspenError('NOT_FOUND', `no tree ${id}`);
  return tree;
}

/**
 * Writes a tree with its root, sets the agent's path to the root, and adds a log row.
 * @throws {AspenError} INVALID_ARGUMENT when `root` is not the empty first node of `tree`, or the tree
 *   exists; NOT_FOUND when the grove does not have the root's author
 */
export function createTree(tx: FileTransaction, agentId: AgentId, tree: LoomTree, root: WholeNode): void {
  const isRoot =
    root.treeId === tree.id &&
    root.positionId === tree.rootPositionId &&
    (root.id as string) === root.positionId &&
    root.editedFrom === null &&
    root.contentType === 'text' &&
    textOf(root.content) === '';
  if (!isRoot) throw new AspenError('INVALID_ARGUMENT', `node ${root.id} is not a root of tree ${tree.id}`);
  const key = insertTreeRow(tx, tree);
  insertNodes(tx, key, [root]);
  setRoot(tx, key, root.id);
  writeTitle(tx, key, tree.title, tree.createdAt);
  writePath(tx, tree.id, agentId, {
    head: tree.rootPositionId,
    selected: [{ position: tree.rootPositionId, version: root.id }],
    lastChild: [],
  });
  appendLog(tx, agentId, 'tree-create', {
    tree: tree.id,
    nodes: [logNode(root)],
    properties: loggedNewTree(tree),
  });
}

/**
 * Writes a tree's row without its nodes; call `setRoot` before the transaction ends.
 * @throws {AspenError} INVALID_ARGUMENT when the tree exists; NOT_FOUND when its topic does not
 */
export function insertTreeRow(tx: FileTransaction, tree: LoomTree): Key {
  if (findTree(tx, tree.id) !== undefined)
    throw new AspenError('INVALID_ARGUMENT', `tree ${tree.id} exists already`);
  const topic = tree.topicTreeId === null ? null : getTreeKey(tx, tree.topicTreeId);
  tx.run(insertTree, { ...toRow(tree), root_node_key: 0, topic_tree_key: topic });
  return getTreeKey(tx, tree.id);
}

/** Sets a tree's root, which must have been written. */
export function setRoot(tx: FileTransaction, tree: Key, root: NodeId): void {
  tx.run(setRootKey, { tree, root });
}

/**
 * Updates a tree, except its id, mode, kind, root, topic and time of creation, and adds a log row.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT when mode, kind, root or topic differ
 */
export function updateTree(tx: FileTransaction, agentId: AgentId, tree: LoomTree): void {
  const before = getTree(tx, tree.id);
  const isFixed =
    before.mode === tree.mode && before.kind === tree.kind && before.topicTreeId === tree.topicTreeId;
  if (!isFixed || before.rootPositionId !== tree.rootPositionId)
    throw new AspenError('INVALID_ARGUMENT', `what tree ${tree.id} is was fixed at its creation`);
  tx.run(updateTreeRow, toRow(tree));
  if (before.title !== tree.title) writeTitle(tx, getTreeKey(tx, tree.id), tree.title, tx.now());
  appendLog(tx, agentId, 'tree-update', { tree: tree.id, properties: loggedTree(tree) });
}

/** The log's record of a tree that it has not named before. */
export function loggedNewTree(tree: LoomTree): Readonly<Record<string, JsonValue>> {
  return { ...loggedTree(tree), mode: tree.mode, kind: tree.kind };
}

/** The log's record of a changed tree. */
function loggedTree({ title, archivedAt }: LoomTree): Readonly<Record<string, JsonValue>> {
  return { title, archivedAt };
}

function toTree({ settings, ...tree }: TreeRow): LoomTree {
  return { ...tree, settings: parseColumn<TreeSettings>(settings, 'settings', faultOfTreeSettings) };
}

function toRow(tree: LoomTree): WrittenRow {
  return {
    id: tree.id,
    title: tree.title,
    description: tree.description,
    summary: tree.summary,
    mode: tree.mode,
    kind: tree.kind,
    system_context: tree.systemContext,
    settings: JSON.stringify(tree.settings),
    created_at: tree.createdAt,
    updated_at: tree.updatedAt,
    archived_at: tree.archivedAt,
  };
}
