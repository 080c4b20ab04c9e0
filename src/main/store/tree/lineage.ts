/** What is above and below a position, counted without reading it: each takes one statement, and no row with a text. */
import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getPositionKey, getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';

// The limit ends a cycle in a damaged file.
const climb = (position: Key) => sql`
  with recursive climb (key, depth) as (
    select ${position}, 0
    union all
    select source.position_key, climb.depth + 1
    from climb
    cross join edge on edge.target_node_key = climb.key and edge.edge_type = 'continuation'
    cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    limit (select max(key) + 1 from node)
  )`;

const above = defineQuery(
  'lineage.above',
  (_, p: { position: Key }) => sql<{ depth: number; hidden: Bit }>`${climb(p.position)}
    select max(climb.depth) as depth, max(part.pruned) as hidden
    from climb
    cross join node as part on part.position_key = climb.key and +part.key = part.position_key`,
);

/** Where a position is in its tree. */
export interface Lineage {
  /** How many positions are above it: 0 at the root. */
  readonly depth: number;
  /** Whether it or one above it is pruned. */
  readonly isHidden: boolean;
}

/** @throws {AspenError} NOT_FOUND */
export function readLineage(reader: Reader, treeId: TreeId, position: PositionId): Lineage {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  const row = reader.first(above, { position: key });
  return { depth: row?.depth ?? 0, isHidden: row?.hidden === 1 };
}

const between = defineQuery(
  'lineage.between',
  (_, p: { position: Key; above: Key }) => sql<{ key: Key }>`${climb(p.position)}
    select key from climb where key = ${p.above} limit 1`,
);

/** Whether the path from the root to `position` runs through `through`, or ends there. @throws {AspenError} NOT_FOUND */
export function runsThrough(
  reader: Reader,
  treeId: TreeId,
  position: PositionId,
  through: PositionId,
): boolean {
  const tree = getTreeKey(reader, treeId);
  const keys = {
    position: getPositionKey(reader, tree, position),
    above: getPositionKey(reader, tree, through),
  };
  return reader.first(between, keys) !== undefined;
}

const below = defineQuery(
  'lineage.below',
  (_, p: { position: Key; most: number }) => sql<{ count: number }>`
    with recursive descent (key) as (
      select ${p.position}
      union
      select child.key
      from descent
      cross join edge_source as source on source.position_key = descent.key and source.role = 'primary'
      cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
      cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
      limit ${p.most} + 1
    )
    select count(*) - 1 as count from descent`,
);

/**
 * How many positions continue a position, directly or through others, including pruned ones; it counts no further than
 * `most`.
 * @throws {AspenError} NOT_FOUND
 */
export function countDescendants(reader: Reader, treeId: TreeId, position: PositionId, most: number): number {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader.first(below, { position: key, most })?.count ?? 0;
}

const children = defineQuery(
  'lineage.children',
  (_, p: { position: Key }) => sql<{ id: string; pruned: Bit }>`
    select child.id, child.pruned
    from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
    where source.position_key = ${p.position} and source.role = 'primary'
    order by child.id`,
);

/** A position that continues another. */
export interface ChildPosition {
  readonly position: PositionId;
  readonly pruned: boolean;
}

/** The positions that continue a position, pruned ones and splits included, by id. @throws {AspenError} NOT_FOUND */
export function listChildPositions(
  reader: Reader,
  treeId: TreeId,
  position: PositionId,
): readonly ChildPosition[] {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader
    .all(children, { position: key })
    .map(({ id, pruned }) => ({ position: id as PositionId, pruned: pruned === 1 }));
}
