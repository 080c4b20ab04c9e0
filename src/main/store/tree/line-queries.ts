/** Statements that read a whole line of positions at once, up to the root or down to the end of the path. */
import { sql } from 'kysely';
import { defineQuery } from '../connection/query.ts';
import { selectHeaders } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';

// A line cannot be longer than there are keys: the limit ends a cycle in a damaged file.
const longestLine = sql`(select max(key) + 1 from node)`;

/**
 * From a position up to the root, to where a continuation ends, or as many steps as asked for: the position first, then
 * its source, and so on.
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

/** Going down: the child last visited unless it is pruned, else the newest that is not (`domain.md`, *Paths*). */
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

/** What an agent chose at positions; no row where it never came. */
export const choicesAt = defineQuery(
  'line.choices',
  (_, p: { tree: Key; agent: Key; keys: string }) => sql<{
    position_id: string;
    version_id: string | null;
    child_id: string | null;
    seen_at: number | null;
  }>`
    select position.id as position_id, version.id as version_id, child.id as child_id, choice.seen_at
    from json_each(${p.keys}) as wanted
    cross join position_choice as choice
      on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.position_key = wanted.value
    cross join node as position on position.key = choice.position_key
    left join node as version on version.key = choice.version_node_key
    left join node as child on child.key = choice.last_child_position_key`,
);
