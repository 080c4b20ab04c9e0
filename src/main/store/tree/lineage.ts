/** Ancestors and descendants of a position, counted in one statement each, which reads no row with a text. */
import { sql } from 'kysely';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { findPositionKey, getPositionKey, getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';
import { isListed } from './turns/listed-versions.ts';

// An annotation has no continuation, so that only the first edge can be one: to read the type of every edge is a third
// of the cost. The limit ends a cycle in a damaged file.
const climb = (position: Key) => sql`
  with recursive climb (key, depth) as (
    select ${position}, 0
    union all
    select source.position_key, climb.depth + 1
    from climb
    cross join edge on edge.target_node_key = climb.key
      and (climb.depth > 0 or edge.edge_type = 'continuation')
    cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    limit (select max(key) + 1 from node)
  )`;

const above = defineQuery(
  'lineage.above',
  (_, p: { position: Key }) => sql<{ depth: number }>`${climb(p.position)}
    select max(depth) as depth from climb`,
);

const lineage = defineQuery(
  'lineage.all',
  (_, p: { position: Key }) => sql<{ id: string }>`${climb(p.position)}
    select node.id from climb join node on node.key = climb.key order by climb.depth desc`,
);

/** The positions from the root to `position`, both included. @throws {AspenError} NOT_FOUND */
export function listPositionsTo(reader: Reader, treeId: TreeId, position: PositionId): readonly PositionId[] {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader.all(lineage, { position: key }).map(({ id }) => id as PositionId);
}

/** Number of positions above a position: 0 at the root. @throws {AspenError} NOT_FOUND */
export function readDepth(reader: Reader, treeId: TreeId, position: PositionId): number {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader.first(above, { position: key })?.depth ?? 0;
}

// A tree in which nothing is pruned is not climbed. Metadata is the same on every version, so that the position's own
// row has it.
const hidden = defineQuery('lineage.hidden', (_, p: { tree: Key; position: Key }) => {
  const pruned = sql`from node indexed by node_pruned where loom_tree_key = ${p.tree} and pruned = 1`;
  return sql<{ key: Key }>`${climb(p.position)}
    select key from climb where exists (select 1 ${pruned}) and climb.key in (select key ${pruned}) limit 1`;
});

/** Returns true if a position or one above it is pruned. @throws {AspenError} NOT_FOUND */
export function isHiddenAt(reader: Reader, treeId: TreeId, position: PositionId): boolean {
  const tree = getTreeKey(reader, treeId);
  return reader.first(hidden, { tree, position: getPositionKey(reader, tree, position) }) !== undefined;
}

const between = defineQuery(
  'lineage.between',
  (_, p: { position: Key; above: Key }) => sql<{ key: Key }>`${climb(p.position)}
    select key from climb where key = ${p.above} limit 1`,
);

/**
 * True if the path from the root to `position` runs through `through`, or ends there. @throws {AspenError} NOT_FOUND
 */
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
 * Number of positions that continue a position, directly or through others, including pruned ones; counts up to `most`.
 * @throws {AspenError} NOT_FOUND
 */
export function countDescendants(reader: Reader, treeId: TreeId, position: PositionId, most: number): number {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader.first(below, { position: key, most })?.count ?? 0;
}

const children = defineQuery(
  'lineage.children',
  (_, p: { tree: Key; positions: string }) => sql<{ parent_id: string; id: string; pruned: Bit }>`
    select parent.id as parent_id, child.id, child.pruned
    from json_each(${p.positions}) as wanted
    cross join node as parent on parent.id = wanted.value and parent.loom_tree_key = ${p.tree}
    cross join edge_source as source on source.position_key = parent.key and source.role = 'primary'
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
    order by child.id`,
);

const laterBelow = defineQuery(
  'lineage.later',
  (_, p: { position: Key; after: string; except: string }) => sql<{
    id: string;
    local_id: string;
    author: string;
  }>`
    with recursive below (key) as (
      select ${p.position}
      union
      select child.key
      from below
      cross join edge_source as source on source.position_key = below.key and source.role = 'primary'
      cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
      cross join node as child on child.key = edge.target_node_key and child.key = child.position_key
      where child.pruned = 0
    ),
    later (key) as (
      select version.key from below cross join node as version on version.position_key = below.key and ${isListed('version')}
      union all
      select note.key
      from below
      cross join edge_source as source on source.position_key = below.key and source.role = 'primary'
      cross join edge on edge.key = source.edge_key and edge.edge_type = 'annotation'
      cross join node as note on note.key = edge.target_node_key and note.pruned = 0
    )
    select node.id, node.local_id, agent.id as author
    from later
    cross join node on node.key = later.key
    cross join agent on agent.key = node.author_agent_key
    where node.id > ${p.after} and node.id not in (select value from json_each(${p.except}))
    order by node.id limit 1`,
);

/**
 * The oldest node that was added later than another at a position, below it or as a note there; what is pruned below it,
 * and versions that are not listed any more, do not count.
 * @param after an id; the empty string for any node
 * @param except nodes that do not count
 */
export function findLaterBelow(
  reader: Reader,
  treeId: TreeId,
  position: PositionId,
  after: string,
  except: readonly NodeId[],
): { readonly id: NodeId; readonly localId: LocalId; readonly authorId: AgentId } | undefined {
  const key = findPositionKey(reader, getTreeKey(reader, treeId), position);
  if (key === undefined) return undefined;
  const row = reader.first(laterBelow, { position: key, after, except: JSON.stringify(except) });
  if (row === undefined) return undefined;
  return { id: row.id as NodeId, localId: row.local_id as LocalId, authorId: row.author as AgentId };
}

/** A position that continues another. */
export interface ChildPosition {
  readonly position: PositionId;
  readonly pruned: boolean;
}

/**
 * The positions that continue each of these positions, pruned ones and splits included, by id; nothing for those that nothing
 * continues. @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function listChildPositions(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlyMap<PositionId, readonly ChildPosition[]> {
  const found = new Map<PositionId, ChildPosition[]>();
  const parameters = { tree: getTreeKey(reader, treeId), positions: JSON.stringify(positions) };
  for (const { parent_id, id, pruned } of reader.all(children, parameters)) {
    const child = { position: id as PositionId, pruned: pruned === 1 };
    const others = found.get(parent_id as PositionId);
    if (others === undefined) found.set(parent_id as PositionId, [child]);
    else others.push(child);
  }
  return found;
}

const newest = defineQuery('node.newest', (db) =>
  db.selectFrom('node').select('id').orderBy('key', 'desc').limit(1),
);

const byId = defineQuery('node.exists', (db, p: { id: string }) =>
  db.selectFrom('node').select('key').where('id', '=', p.id),
);

/** The node written into this file last; undefined in a grove without trees. */
export function findNewestNode(reader: Reader): NodeId | undefined {
  return reader.first(newest, NONE)?.id as NodeId | undefined;
}

export function hasNode(reader: Reader, id: NodeId): boolean {
  return reader.first(byId, { id }) !== undefined;
}
