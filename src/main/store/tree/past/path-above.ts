import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getPositionKey, getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';

const above = defineQuery(
  'path.above',
  (_, p: { from: Key; count: number }) => sql<{ id: string }>`
    with recursive climb (position_key, depth) as (
      select ${p.from}, 0
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
  treeId: TreeId,
  from: PositionId,
  count: number,
): readonly PositionId[] {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), from);
  return reader.all(above, { from: key, count }).map(({ id }) => id as PositionId);
}
