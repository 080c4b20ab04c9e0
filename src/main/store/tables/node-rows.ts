import { type InferResult, type Kysely, sql } from 'kysely';
import type { AgentId, LocalId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../../../core/ids.ts';
import {
  type Content,
  type NodeContent,
  type Seam,
  type TreeNode,
  textOf,
} from '../../../core/tree/tree-node.ts';
import { decodeAuthors, decodeSpans } from './authorship-column.ts';
import { parseColumn } from './json-column.ts';
import { faultOfContent, faultOfSeam } from './json-values.ts';
import type { AgentKeys } from './keys.ts';
import { METADATA_COLUMNS, metadataOfRow } from './metadata-columns.ts';
import type { Key, NodeTable, Schema } from './schema.ts';

/** A node's header with the ids that it refers to. */
export type NodeRow = Readonly<InferResult<ReturnType<typeof selectHeaders>>[number]>;

export type ContentRow = Readonly<Pick<NodeTable, 'content_type' | 'authorship' | 'content' | 'text'>> &
  Pick<NodeRow, 'author_id'>;

/**
 * The id of a node's position. It is nearly always the node's own id, which avoids a lookup that costs a
 * fifth of reading a path of 10,000 nodes.
 */
export const positionId = sql<string>`case
  when node.position_key = node.key then node.id
  else (select first.id from node as first where first.key = node.position_key)
end`;

/**
 * The key of the version that a position shows where none is selected: the newest that is not offered, or else
 * the first (`domain.md`, *Paths*).
 * @param position an expression for the key of the position
 */
export function newestVersionAt(position: string) {
  const key = sql.ref<Key>(position);
  return sql<Key>`coalesce(
    (select newest.key from node as newest where newest.position_key = ${key} and newest.offered = 0
     order by newest.id desc limit 1),
    ${key})`;
}

/** Selects headers; the caller adds the conditions. */
export function selectHeaders(db: Kysely<Schema>) {
  return db
    .selectFrom('node')
    .innerJoin('loom_tree', 'loom_tree.key', 'node.loom_tree_key')
    .innerJoin('agent', 'agent.key', 'node.author_agent_key')
    .leftJoin('node as edited_from', 'edited_from.key', 'node.edited_from_key')
    .leftJoin('raw_api_response', 'raw_api_response.key', 'node.raw_api_response_key')
    .select([
      'node.key',
      'node.id',
      'node.local_id',
      'loom_tree.id as tree_id',
      'edited_from.id as edited_from_id',
      'agent.id as author_id',
      'node.author_type',
      'node.content_type',
      'node.content_hash',
      'raw_api_response.id as response_id',
      'node.choice_index',
      'node.seam',
      'node.finish_reason',
      'node.created_at',
      ...METADATA_COLUMNS.map((column) => `node.${column}` as const),
      'node.summary',
      'node.split_at',
      'node.offered',
    ])
    .select(positionId.as('position_id'));
}

/** Selects headers and, after them, the nodes' content. */
export function selectWholeNodes(db: Kysely<Schema>) {
  return selectHeaders(db).select(['node.authorship', 'node.content', 'node.text']);
}

export function toTreeNode(row: NodeRow): TreeNode {
  return {
    id: row.id as NodeId,
    localId: row.local_id as LocalId,
    treeId: row.tree_id as TreeId,
    positionId: row.position_id as PositionId,
    editedFrom: row.edited_from_id as NodeId | null,
    splitAt: row.split_at,
    offered: row.offered === 1,
    authorId: row.author_id as AgentId,
    authorType: row.author_type,
    contentType: row.content_type,
    contentHash: row.content_hash as Sha256,
    responseId: row.response_id as ResponseId | null,
    choiceIndex: row.choice_index,
    seam: row.seam === null ? null : parseColumn<Seam>(row.seam, 'seam', faultOfSeam),
    finishReason: row.finish_reason,
    createdAt: row.created_at,
    ...metadataOfRow(row),
    summary: row.summary,
  };
}

/** A header with the authors of the text (`core/provenance/who-wrote.ts`). */
export interface AuthoredNode extends TreeNode {
  /** By decreasing share; never empty. */
  readonly authors: readonly AgentId[];
}

export function toAuthoredNode(
  row: NodeRow & Pick<ContentRow, 'authorship'>,
  agents: () => AgentKeys,
): AuthoredNode {
  return {
    ...toTreeNode(row),
    authors: decodeAuthors(row.authorship, row.author_id as AgentId, agents),
  };
}

/** @throws {AspenError} CORRUPT when the columns are invalid */
export function toNodeContent(row: ContentRow, agents: AgentKeys): NodeContent {
  const content: Content =
    row.content === null
      ? { type: 'text', text: row.text ?? '' }
      : parseColumn<Content>(row.content, 'content', faultOfContent);
  const { length } = textOf(content);
  return { content, spans: decodeSpans(row.authorship, length, row.author_id as AgentId, agents) };
}
