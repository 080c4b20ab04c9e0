/** The listed versions: not those that an agent offered in a turn that was undone (`agents.md`, *Undoing a turn*). */
import { sql } from 'kysely';
import type { NodeId, PositionId } from '../../../../core/ids.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../../core/tree/tree-view.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import type { Key } from '../../tables/schema.ts';

// The keys of versions that undone turns offered. One stays that a path shows, that was written on from, or that a version
// was made of which stays. It depends on no row around it, so a statement runs it at most once.
const takenBack = sql<Key>`
  with recursive undone (key, position_key, loom_tree_key) as (
    select node.key, node.position_key, node.loom_tree_key
    from agent_turn as turn
    cross join agent_action as action on action.turn_key = turn.key
    cross join json_each(iif(json_valid(action.inverse), action.inverse, '{}'), '$.versions') as made
    cross join node on node.id = made.value ->> '$.version' and node.offered = 1
    where turn.undone_at is not null and action.inverse is not null
  ),
  used (key) as (
    select undone.key from undone
    where exists (
      select 1 from agent cross join position_choice as choice
      where choice.loom_tree_key = undone.loom_tree_key and choice.agent_key = agent.key
        and choice.position_key = undone.position_key and choice.version_node_key = undone.key
    ) or exists (
      select 1 from edge_source as source
      cross join edge on edge.key = source.edge_key
      cross join node as child on child.key = edge.target_node_key and child.pruned = 0
      where source.position_key = undone.position_key and source.role = 'primary'
        and source.origin_node_key = undone.key
    ) or exists (
      select 1 from node as made
      where made.edited_from_key = undone.key and made.pruned = 0 and made.key not in (select key from undone)
    )
    union
    select node.edited_from_key
    from used cross join node on node.key = used.key
    where node.edited_from_key in (select key from undone)
  )
  select key from undone where key not in (select key from used)`;

/** A condition on a row of `node`: whether lists and counts of the versions at its position have it. @param alias of the row */
export function isListed(alias: string) {
  const [offered, key] = [sql.ref(`${alias}.offered`), sql.ref(`${alias}.key`)];
  return sql<boolean>`not (${offered} = 1 and ${key} in (${takenBack}))`;
}

const allTakenBack = defineQuery(
  'versions.takenBack',
  () => sql<{ id: string }>`select id from node where key in (${takenBack})`,
);

/** The versions that undone turns offered and that nothing uses, in all trees. */
export function listTakenBack(reader: Reader): ReadonlySet<NodeId> {
  return new Set(reader.all(allTakenBack, NONE).map(({ id }) => id as NodeId));
}

/** The versions at a position that lists have, oldest first; empty if there is no such position. */
export function listedVersionsAt(reader: Reader, tree: TreeView, position: PositionId): readonly TreeNode[] {
  const versions = tree.versionsAt(position);
  if (!versions.some(({ offered }) => offered)) return versions;
  const takenBack = listTakenBack(reader);
  return takenBack.size === 0 ? versions : versions.filter(({ id }) => !takenBack.has(id));
}
