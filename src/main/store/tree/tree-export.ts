/** Reads a tree for export, one page at a time, so that a million nodes are never in memory at once. */
import { sql } from 'kysely';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionMetadata } from '../../../core/tree/position-metadata.ts';
import type { EdgeType } from '../../../core/tree/tree-node.ts';
import { defineQuery, eachPage, type Reader } from '../connection/query.ts';
import { getAgentKey, getTreeKey } from '../tables/keys.ts';
import { metadataColumns, metadataOfRow } from '../tables/metadata-columns.ts';
import { type ChoiceAtPosition, type ChoiceRow, toChoice } from '../tables/path-state.ts';
import type { Key, MetadataColumns } from '../tables/schema.ts';

/** A position with the properties that all its versions share. */
export interface StoredPosition extends PositionMetadata {
  readonly id: PositionId;
  /** The position that it continues or annotates; null at the root. */
  readonly parent: PositionId | null;
  /** Null at the root. */
  readonly edgeType: EdgeType | null;
}

export interface NodeExtent {
  readonly count: number;
  /** The greatest id; null when there are no nodes. */
  readonly last: NodeId | null;
}

const countOf = defineQuery('export.count', (_, p: { tree: Key }) => {
  return sql<{ count: number }>`select count(*) as count from node where loom_tree_key = ${p.tree}`;
});

// Scans all ids from the end: the tree's own index would read every row of the tree.
const lastOf = defineQuery('export.last', (_, p: { tree: Key }) => {
  return sql<{ id: string }>`select id from node where +loom_tree_key = ${p.tree} order by id desc limit 1`;
});

// As in `whole-trees.ts`: scans in id order instead of sorting the tree for each page.
const positionsAfter = defineQuery(
  'export.positions',
  (_, p: { tree: Key; after: string; limit: number }) => sql<
    Pick<StoredPosition, 'id' | 'parent' | 'edgeType'> & MetadataColumns
  >`
    select node.id, parent.id as parent, edge.edge_type as edgeType, ${metadataColumns}
    from node
    left join edge on edge.target_node_key = node.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    left join node as parent on parent.key = source.position_key
    where +node.loom_tree_key = ${p.tree} and node.id > ${p.after} and node.position_key = node.key
    order by node.id
    limit ${p.limit}`,
);

const choicesAfter = defineQuery(
  'export.choices',
  (_, p: { tree: Key; agent: Key; after: Key; limit: number }) => sql<ChoiceRow & { readonly key: Key }>`
    select choice.position_key as key, position.id as position, version.id as version, child.id as lastChild,
      choice.seen_at as seenAt, choice.left_at as leftAt, choice.rest
    from position_choice as choice
    join node as position on position.key = choice.position_key
    left join node as version on version.key = choice.version_node_key
    left join node as child on child.key = choice.last_child_position_key
    where choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.position_key > ${p.after}
    order by choice.position_key
    limit ${p.limit}`,
);

/** The number of nodes in a tree and its greatest id at this moment. @throws {AspenError} NOT_FOUND */
export function readNodeExtent(reader: Reader, treeId: TreeId): NodeExtent {
  const tree = getTreeKey(reader, treeId);
  const count = reader.first(countOf, { tree })?.count ?? 0;
  return { count, last: (reader.first(lastOf, { tree })?.id ?? null) as NodeId | null };
}

/** Every position of a tree by id, including those of notes, one page at a time. @throws {AspenError} NOT_FOUND */
export function* eachPosition(reader: Reader, treeId: TreeId, page = 500): Generator<StoredPosition> {
  const tree = getTreeKey(reader, treeId);
  const read = (after: string) => reader.all(positionsAfter, { tree, after, limit: page });
  for (const rows of eachPage('', page, read, ({ id }) => id)) {
    for (const row of rows) {
      const { id, parent, edgeType } = row;
      yield { id, parent, edgeType, ...metadataOfRow(row) };
    }
  }
}

/** All choices of an agent in a tree, in storage order, one page at a time. @throws {AspenError} NOT_FOUND */
export function* eachChoice(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  page = 500,
): Generator<ChoiceAtPosition> {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const read = (after: number) => reader.all(choicesAfter, { tree, agent, after, limit: page });
  for (const rows of eachPage(0, page, read, ({ key }) => key)) {
    for (const { key: _key, ...row } of rows) yield toChoice(row);
  }
}
