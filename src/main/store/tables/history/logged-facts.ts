import { sql } from 'kysely';
import type { LoggedFacts } from '../../../../core/history/rebuilt-path.ts';
import type { NodeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import type { Bit, Key } from '../schema.ts';

const factsOf = defineQuery(
  'node.loggedFacts',
  (_, p: { tree: Key; ids: string }) => sql<Omit<LoggedFacts, 'isOffered'> & { offered: Bit }>`
    select node.id, position.id as position, parent.id as parent, origin.id as origin, node.offered
    from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}
    cross join node as position on position.key = node.position_key
    left join edge on edge.target_node_key = node.key and edge.edge_type = 'continuation'
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    left join node as parent on parent.key = source.position_key
    left join node as origin on origin.key = source.origin_node_key
    order by wanted.key`,
);

/** Facts of nodes that the rows of the log lack, in the order given; nodes that the tree lacks are left out. */
export function readLoggedFacts(reader: Reader, tree: Key, ids: readonly NodeId[]): readonly LoggedFacts[] {
  if (ids.length === 0) return [];
  return reader
    .all(factsOf, { tree, ids: JSON.stringify(ids) })
    .map(({ offered, ...facts }) => ({ ...facts, isOffered: offered === 1 }));
}

const olderNode = defineQuery(
  'node.olderThan',
  (_, p: { tree: Key; before: number }) => sql<{ key: Key }>`
    select node.key from node
    join loom_tree on loom_tree.key = node.loom_tree_key
    where node.loom_tree_key = ${p.tree} and node.created_at < ${p.before} and node.key <> loom_tree.root_node_key
    limit 1`,
);

/** Returns true if a tree has anything but its root that was written before a time. */
export function hasNodeBefore(reader: Reader, tree: Key, before: number): boolean {
  return reader.first(olderNode, { tree, before }) !== undefined;
}
