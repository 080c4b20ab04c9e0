import { sql } from 'kysely';
import type { PositionParent } from '../../../../core/history/moments/position-order.ts';
import type { PositionId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';

// The plus keeps SQLite from sorting a page by way of another index.
const parentsAfter = defineQuery(
  'path.parents',
  (_, p: { tree: Key; after: Key; limit: number }) => sql<{ key: Key; id: string; parent: string }>`
    select node.key, node.id, source.id as parent
    from node
    cross join edge on edge.target_node_key = node.key and edge.edge_type <> 'annotation'
    cross join edge_source on edge_source.edge_key = edge.key and edge_source.role = 'primary'
    cross join node as source on source.key = edge_source.position_key
    where node.key > ${p.after} and +node.loom_tree_key = ${p.tree} and node.position_key = node.key
    order by node.key limit ${p.limit}`,
);

/** Positions of a tree with those that they continue, a page of them. */
export interface ParentPage {
  readonly parents: readonly PositionParent[];
  /** Start of the next page; null after the last one. */
  readonly next: Key | null;
}

/** @param after 0 for the first page @throws {AspenError} NOT_FOUND */
export function readParentPage(reader: Reader, treeId: TreeId, after: Key, limit: number): ParentPage {
  const rows = reader.all(parentsAfter, { tree: getTreeKey(reader, treeId), after, limit });
  return {
    parents: rows.map(({ id, parent }) => ({ position: id as PositionId, parent: parent as PositionId })),
    next: rows.length < limit ? null : (rows.at(-1)?.key ?? null),
  };
}
