/** Statements that read a whole line of positions at once, up to the root or down to the end of the path. */
import { sql } from 'kysely';
import { defineQuery } from '../connection/query.ts';
import { selectHeaders } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';

// A line cannot be longer than the number of keys: the limit ends a cycle in a damaged file.
const longestLine = sql`(select max(key) + 1 from node)`;

/**
 * From a position up to the root, to the end of the continuation edges, or for `steps` steps: first the
 * position, then its source, and so on.
 */
export const climbFrom = defineQuery(
  'line.up',
  (_, p: { position: Key; steps: number }) => sql<{ key: Key; id: string }>`
    with recursive climb (key, depth) as (
      select ${p.position}, 0
      union all
      select source.position_key, climb.depth + 1
      from climb
      cross join edge on edge.target_node_key = climb.key and edge.edge_type = 'continuation'
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
      limit min(${p.steps} + 1, ${longestLine})
    )
    select climb.key, node.id from climb cross join node on node.key = climb.key order by climb.depth`,
);

/**
 * Goes down: to the last-visited child unless it is pruned, else to the newest one that is neither pruned nor a
 * split (`domain.md`, *Paths*). A split that is not hidden, because its base is pruned, is left to the caller.
 */
export const descendFrom = defineQuery(
  'line.down',
  (_, p: { tree: Key; agent: Key; position: Key }) => sql<{ key: Key; id: string }>`
    with recursive descent (key, depth) as (
      select ${p.position}, 0
      union all
      select
        coalesce(
          (select last.key
           from position_choice as choice
           cross join node as last on last.key = choice.last_child_position_key and last.pruned = 0
           where choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent}
             and choice.position_key = descent.key),
          (select child.key
           from edge_source as source
           cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
           cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
           where source.position_key = descent.key and source.role = 'primary' and child.pruned = 0
             and child.split_at is null
           order by child.id desc limit 1)
        ),
        descent.depth + 1
      from descent
      where descent.key is not null
      limit ${longestLine}
    )
    select descent.key, node.id from descent cross join node on node.key = descent.key order by descent.depth`,
);

/** All versions at positions, oldest first. */
export const versionsAt = defineQuery('line.versions', (db, p: { keys: string }) =>
  selectHeaders(db)
    .where('node.position_key', 'in', sql<Key>`(select value from json_each(${p.keys}))`)
    .orderBy('node.id'),
);

/** The nodes that exist in a tree, each with its position. */
export const positionsOf = defineQuery(
  'line.positions',
  (_, p: { tree: Key; nodes: string }) => sql<{ key: Key; id: string; node_id: string }>`
    select position.key, position.id, node.id as node_id
    from json_each(${p.nodes}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}
    cross join node as position on position.key = node.position_key`,
);

/** The parents of positions. */
export const parentsAt = defineQuery(
  'line.parents',
  (_, p: { keys: string }) => sql<{ id: string; parent_key: Key; parent_id: string }>`
    select position.id, parent.key as parent_key, parent.id as parent_id
    from json_each(${p.keys}) as wanted
    cross join node as position on position.key = wanted.value
    cross join edge on edge.target_node_key = position.key and edge.edge_type = 'continuation'
    cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    cross join node as parent on parent.key = source.position_key`,
);

/** The splits that divide any version at positions, by id. */
export const splitsAt = defineQuery(
  'line.splits',
  (_, p: { keys: string }) => sql<{ position_id: string; key: Key; id: string }>`
    select position.id as position_id, split.key, split.id
    from json_each(${p.keys}) as wanted
    cross join node as position on position.key = wanted.value
    cross join node as divided on divided.position_key = position.key
    cross join node as split indexed by node_split
      on split.edited_from_key = divided.key and split.split_at is not null
    where split.position_key = split.key
    order by split.id`,
);

/** All continuations of positions, by id. */
export const childrenAt = defineQuery(
  'line.children',
  (_, p: { keys: string }) => sql<{ parent_id: string; key: Key; id: string }>`
    select parent.id as parent_id, child.key, child.id
    from json_each(${p.keys}) as wanted
    cross join node as parent on parent.key = wanted.value
    cross join edge_source as source on source.position_key = parent.key and source.role = 'primary'
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
    order by child.id`,
);
