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

// A position above several hits is visited once.
const above = defineQuery(
  'search.above',
  (_, p: { positions: string }) => sql<{
    key: Key;
    above: Key | null;
    id: string;
    pruned: Bit;
    excluded: Bit;
  }>`
    with recursive climb (key) as (
      select position.key
      from json_each(${p.positions}) as wanted cross join node as position on position.id = wanted.value
      union
      select source.position_key
      from climb
      cross join edge on edge.target_node_key = climb.key
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    )
    select climb.key, source.position_key as above, node.id, node.pruned, node.excluded
    from climb
    cross join node on node.key = climb.key
    left join edge on edge.target_node_key = climb.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'`,
);

export interface PositionRef {
  readonly position_id: string;
  readonly tree_id: string;
}

/**
 * The ids of those positions that are pruned or below a pruned one. Runs two statements; one in a grove
 * without pruned positions.
 */
export function findHiddenPositions(reader: Reader, rows: readonly PositionRef[]): ReadonlySet<string> {
  const trees = JSON.stringify([...new Set(rows.map((row) => row.tree_id))]);
  const pruning = new Set(reader.all(prunedTrees, { trees }).map(({ id }) => id));
  const candidates = rows.filter((row) => pruning.has(row.tree_id)).map((row) => row.position_id);
  return findMarkedAbove(reader, candidates, 'pruned');
}

/** The ids of those positions, and of those above them, that have a mark or are below one that has it. Runs one statement. */
export function findMarkedAbove(
  reader: Reader,
  positions: readonly string[],
  mark: 'pruned' | 'excluded',
): ReadonlySet<string> {
  if (positions.length === 0) return new Set();
  const ancestors = reader.all(above, { positions: JSON.stringify(positions) });
  const byKey = new Map(ancestors.map((ancestor) => [ancestor.key, ancestor]));
  const marked = new Map<Key, boolean>();
  for (const ancestor of ancestors) {
    const chain: Key[] = [];
    let current: typeof ancestor | undefined = ancestor;
    // Stop at a visited position; this also ends a cycle in a damaged file.
    while (current !== undefined && !marked.has(current.key)) {
      chain.push(current.key);
      marked.set(current.key, current[mark] === 1);
      if (current[mark] === 1) break;
      current = current.above === null ? undefined : byKey.get(current.above);
    }
    const isMarked = current !== undefined && marked.get(current.key) === true;
    for (const key of chain) marked.set(key, isMarked);
  }
  return new Set(ancestors.filter(({ key }) => marked.get(key) === true).map(({ id }) => id));
}
