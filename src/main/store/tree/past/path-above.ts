import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { PositionId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import type { Key } from '../../tables/schema.ts';

const above = defineQuery(
  'path.above',
  (_, p: { tree: Key; from: string; count: number }) => sql<{ id: string }>`
    with recursive climb (position_key, depth) as (
      select key, 0 from node
      where id = ${p.from} and loom_tree_key = ${p.tree} and key = position_key
      union all
      select source.position_key, climb.depth + 1
      from climb
      cross join edge on edge.target_node_key = climb.position_key
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
      limit ${p.count}
    )
    select node.id from climb cross join node on node.key = climb.position_key
    order by climb.depth`,
);

/**
 * A position and those above it, upwards, at most `count`: for reading a long path in steps.
 * @throws {AspenError} NOT_FOUND
 */
export function positionsAbove(
  reader: Reader,
  tree: Key,
  from: PositionId,
  count: number,
): readonly PositionId[] {
  const positions = reader.all(above, { tree, from, count }).map(({ id }) => id as PositionId);
  if (positions.length === 0) throw new AspenError('NOT_FOUND', `no position ${from}`);
  return positions;
}
