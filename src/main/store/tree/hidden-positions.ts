import { sql } from 'kysely';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { Bit, Key } from '../tables/schema.ts';

const prunedTrees = defineQuery(
  'search.prunedTrees',
  (_, p: { trees: string }) => sql<{ id: string }>`
    select loom_tree.id
    from json_each(${p.trees}) as wanted
    cross join loom_tree on loom_tree.id = wanted.value
    where exists (select 1 from node where node.loom_tree_key = loom_tree.key and node.pruned = 1)`,
);

// A position that many hits have above them is climbed once.
const above = defineQuery(
  'search.above',
  (_, p: { positions: string }) => sql<{ key: Key; above: Key | null; id: string; pruned: Bit }>`
    with recursive climb (key) as (
      select position.key
      from json_each(${p.positions}) as wanted cross join node as position on position.id = wanted.value
      union
      select source.position_key
      from climb
      cross join edge on edge.target_node_key = climb.key
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    )
    select climb.key, source.position_key as above, node.id, node.pruned
    from climb
    cross join node on node.key = climb.key
    left join edge on edge.target_node_key = climb.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'`,
);

/** A position, by its id and its tree's. */
export interface PlacedPosition {
  readonly position_id: string;
  readonly tree_id: string;
}

/** Those of the positions that are pruned or stand below one that is. Two statements; most groves need but one. */
export function hiddenAmong(reader: Reader, rows: readonly PlacedPosition[]): ReadonlySet<string> {
  const trees = JSON.stringify([...new Set(rows.map((row) => row.tree_id))]);
  const pruning = new Set(reader.all(prunedTrees, { trees }).map(({ id }) => id));
  const asked = rows.filter((row) => pruning.has(row.tree_id)).map((row) => row.position_id);
  if (asked.length === 0) return new Set();
  const places = reader.all(above, { positions: JSON.stringify(asked) });
  const byKey = new Map(places.map((place) => [place.key, place]));
  const hidden = new Map<Key, boolean>();
  for (const place of places) {
    const way: Key[] = [];
    let at: typeof place | undefined = place;
    // What was looked at before ends the way, a cycle in a damaged file too.
    while (at !== undefined && !hidden.has(at.key)) {
      way.push(at.key);
      hidden.set(at.key, at.pruned === 1);
      if (at.pruned === 1) break;
      at = at.above === null ? undefined : byKey.get(at.above);
    }
    const isHidden = at !== undefined && hidden.get(at.key) === true;
    for (const key of way) hidden.set(key, isHidden);
  }
  return new Set(places.filter(({ key }) => hidden.get(key) === true).map(({ id }) => id));
}
