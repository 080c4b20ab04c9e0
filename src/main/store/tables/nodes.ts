import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { MetadataChange } from '../../../core/tree/tree-change.ts';
import { type NodeContent, type TreeNode, textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { checkSpannedText, encodeSpans } from './authorship-column.ts';
import {
  type AgentKeys,
  getNodeKeys,
  getPositionKey,
  getResponseKey,
  lazyAgentKeys,
  readAgentKeys,
} from './keys.ts';
import { metadataParameters, rowOfMetadata } from './metadata-columns.ts';
import type { KeyRange } from './node-links.ts';
import {
  type AuthoredNode,
  selectHeaders,
  selectWholeNodes,
  toAuthoredNode,
  toNodeContent,
  toTreeNode,
} from './node-rows.ts';
import { bit, type Key, type MetadataColumns, type NodeTable } from './schema.ts';
import { insertRow } from './write-row.ts';

const header = defineQuery('node.header', (db, p: { id: string }) =>
  selectHeaders(db).where('node.id', '=', p.id),
);

const wholeNode = defineQuery('node.whole', (db, p: { id: string }) =>
  selectWholeNodes(db).where('node.id', '=', p.id),
);

const wholeNodes = defineQuery('node.wholes', (db, p: { ids: string }) =>
  selectWholeNodes(db).where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`),
);

const authoredNodes = defineQuery('node.authored', (db, p: { ids: string }) =>
  selectHeaders(db)
    .select('node.authorship')
    .where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`),
);

const nextKey = defineQuery('node.nextKey', (db) =>
  db
    .selectFrom('node')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('key'), eb.lit(0)), '+', eb.lit(1)).as('key')),
);

const insertNodeRow = insertRow('node.insert', 'node');

const insertTexts = defineQuery(
  'node_text.insertAll',
  (_, p: { from: Key; to: Key }) => sql<never>`
    insert into node_text (rowid, text)
    select key, text from node where key >= ${p.from} and key <= ${p.to} order by key`,
);

const insertText = defineQuery('node_text.insert', (db, p: { key: Key; text: string | null }) =>
  db.insertInto('node_text').values({ rowid: p.key, text: p.text }),
);

const updateMetadata = defineQuery('node.metadata', (db, p: { position: Key } & MetadataColumns) =>
  db.updateTable('node').set(metadataParameters(p)).where('position_key', '=', p.position),
);

export function findNode(reader: Reader, id: NodeId): TreeNode | undefined {
  const row = reader.first(header, { id });
  return row === undefined ? undefined : toTreeNode(row);
}

/** @throws {AspenError} NOT_FOUND */
export function getNode(reader: Reader, id: NodeId): TreeNode {
  return orNotFound(findNode(reader, id), id);
}

/** These nodes with the authors of their texts, in the same order, by one statement. @throws {AspenError} NOT_FOUND */
export function getAuthoredNodes(reader: Reader, ids: readonly NodeId[]): readonly AuthoredNode[] {
  if (ids.length === 0) return [];
  const agents = lazyAgentKeys(reader);
  const rows = reader.all(authoredNodes, { ids: JSON.stringify(ids) });
  const nodes = new Map(rows.map((row) => [row.id, toAuthoredNode(row, agents)]));
  return ids.map((id) => orNotFound(nodes.get(id), id));
}

/** @throws {AspenError} NOT_FOUND; CORRUPT when its columns are invalid */
export function getWholeNode(reader: Reader, id: NodeId): WholeNode {
  const row = orNotFound(reader.first(wholeNode, { id }), id);
  return { ...toTreeNode(row), ...toNodeContent(row, readAgentKeys(reader)) };
}

/** The nodes that exist, by id. @throws {AspenError} CORRUPT when their columns are invalid */
export function findWholeNodes(reader: Reader, ids: readonly NodeId[]): ReadonlyMap<NodeId, WholeNode> {
  const agents = readAgentKeys(reader);
  return new Map(
    reader
      .all(wholeNodes, { ids: JSON.stringify(ids) })
      .map((row) => ({ ...toTreeNode(row), ...toNodeContent(row, agents) }))
      .map((node) => [node.id, node]),
  );
}

/**
 * A node's content.
 * @param agents pass them to read many
 * @throws {AspenError} NOT_FOUND; CORRUPT when its columns are invalid
 */
export function getNodeContent(reader: Reader, id: NodeId, agents = readAgentKeys(reader)): NodeContent {
  return toNodeContent(orNotFound(reader.first(wholeNode, { id }), id), agents);
}

/**
 * Writes nodes in the order given, each with its row in the search index. Their links are for `indexLinks`.
 * @returns their keys
 * @throws {AspenError} NOT_FOUND when one refers to a position, version, agent or response that does not
 *   exist; INVALID_ARGUMENT when its spans do not add up to its text, or its text is not well-formed Unicode
 */
export function insertNodes(tx: FileTransaction, tree: Key, nodes: readonly WholeNode[]): KeyRange {
  if (nodes.length === 0) return { from: 0, to: -1 };
  const agents = readAgentKeys(tx);
  const from = getNextNodeKey(tx);
  for (const [index, node] of nodes.entries()) insertNode(tx, tree, node, from + index, agents);
  return { from, to: from + nodes.length - 1 };
}

function insertNode(tx: FileTransaction, tree: Key, node: WholeNode, key: Key, agents: AgentKeys): void {
  const text = node.content.type === 'text' ? node.content.text : null;
  checkSpannedText(textOf(node.content), node.spans, `node ${node.id}`);
  if (node.content.type !== node.contentType) {
    throw new AspenError('INVALID_ARGUMENT', `node ${node.id} claims to be ${node.contentType}`);
  }
  const opensPosition = (node.positionId as string) === node.id;
  tx.run(insertNodeRow, {
    key,
    id: node.id,
    local_id: node.localId,
    loom_tree_key: tree,
    position_key: opensPosition ? key : getPositionKey(tx, tree, node.positionId),
    edited_from_key: node.editedFrom === null ? null : getNodeKeys(tx, tree, node.editedFrom).key,
    author_agent_key: agents.keyOf(node.authorId),
    author_type: node.authorType,
    content_type: node.contentType,
    content_hash: node.contentHash,
    raw_api_response_key: node.responseId === null ? null : getResponseKey(tx, node.responseId),
    choice_index: node.choiceIndex,
    seam: node.seam === null ? null : JSON.stringify(node.seam),
    finish_reason: node.finishReason,
    created_at: node.createdAt,
    ...rowOfMetadata(node),
    summary: node.summary,
    authorship: encodeSpans(node.spans, node.authorId, agents),
    content: text === null ? JSON.stringify(node.content) : null,
    text,
    split_at: node.splitAt,
    offered: bit(node.offered),
  });
  tx.run(insertText, { key, text });
}

const mistyped = defineQuery('node.mistyped', (db) =>
  db
    .selectFrom('node')
    .innerJoin('agent', 'agent.key', 'node.author_agent_key')
    .select('node.id')
    .whereRef('node.author_type', '<>', 'agent.type')
    .orderBy('node.key'),
);

/** Nodes whose author is of another type than they record, in the order in which they were written. */
export function listMistypedNodes(reader: Reader): readonly NodeId[] {
  return reader.all(mistyped, NONE).map(({ id }) => id as NodeId);
}

/** The key of the next node. */
export function getNextNodeKey(reader: Reader): Key {
  return reader.first(nextKey, NONE)?.key ?? 1;
}

/**
 * Writes rows of another file's nodes, in the order of their keys, each with its row in the search index.
 * @param rows with keys of this file; the first key is the next one
 */
export function insertNodeRows(tx: FileTransaction, rows: readonly NodeTable[]): void {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const row of rows) tx.run(insertNodeRow, row);
  tx.run(insertTexts, { from: first.key, to: last.key });
}

/** Sets metadata on every version of the positions. @throws {AspenError} NOT_FOUND */
export function writeMetadata(tx: FileTransaction, tree: Key, changes: readonly MetadataChange[]): void {
  for (const { position, metadata } of changes) {
    tx.run(updateMetadata, { position: getPositionKey(tx, tree, position), ...rowOfMetadata(metadata) });
  }
}

function orNotFound<T>(value: T | undefined, id: NodeId): T {
  if (value === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
  return value;
}
