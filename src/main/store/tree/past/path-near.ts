import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { PositionParent } from '../../../../core/history/moments/position-order.ts';
import { firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getPositionKey, getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';
import { climbing, type PathIds } from '../path-loading.ts';
import type { ShownState } from './path-at-state.ts';

/** Distance above another head within which the known path is sought; further away, all of it is read. */
const CLIMB = 64;

const climbSome = defineQuery(
  'path.climbSome',
  (_, p: { head: Key; limit: number }) => sql<{ position_key: Key; id: string }>`
    ${climbing(sql`select ${p.head}, 0`, sql`${p.limit}`)}
    select climb.position_key, node.id from climb cross join node on node.key = climb.position_key
    order by climb.depth`,
);

const positionsOfNodes = defineQuery(
  'path.positionsOf',
  (_, p: { tree: Key; ids: string }) => sql<{ id: string; position_id: string }>`
    select node.id, position.id as position_id from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}
    cross join node as position on position.key = node.position_key`,
);

const versionsAtPositions = defineQuery(
  'path.versionsAt',
  (_, p: { positions: string }) => sql<{ id: string; position_id: string }>`
    select version.id, position.id as position_id from json_each(${p.positions}) as wanted
    cross join node as position on position.key = wanted.value
    cross join node as version on version.position_key = position.key and version.key <> position.key`,
);

/** The positions of nodes. */
export function readPositionsOf(
  reader: Reader,
  treeId: TreeId,
  nodes: readonly NodeId[],
): ReadonlyMap<NodeId, PositionId> {
  if (nodes.length === 0) return new Map();
  const rows = reader.all(positionsOfNodes, {
    tree: getTreeKey(reader, treeId),
    ids: JSON.stringify(nodes),
  });
  return new Map(rows.map(({ id, position_id }) => [id as NodeId, position_id as PositionId]));
}

/**
 * The path that a state shows, from below the root, made from the path of another state which is near: only what differs is
 * read, however long both are.
 * @param known the other path, from below the root
 * @param changed the versions of which only one of the states has each
 * @returns undefined if the heads are far apart: the caller reads all of it (`loadPathAt`)
 */
export function pathIdsNear(
  reader: Reader,
  treeId: TreeId,
  known: readonly PathIds[],
  state: ShownState,
  changed: readonly NodeId[],
): readonly PathIds[] | undefined {
  const base = climbTo(reader, treeId, known, state.head);
  if (base === undefined) return undefined;
  const versions = versionsOf(reader, treeId, base, state, changed);
  const kept = known.slice(0, base.count).map((ids) => {
    const nodeId = versions.get(ids.positionId);
    return nodeId === undefined ? ids : { positionId: ids.positionId, nodeId };
  });
  const tail = base.tail.map(({ id: positionId }) => ({
    positionId,
    nodeId: versions.get(positionId) ?? firstNodeAt(positionId),
  }));
  return [...kept, ...tail];
}

/** The length of a known path that leads to a head, and the positions after that. */
interface Climb {
  readonly count: number;
  readonly tail: readonly { readonly key: Key; readonly id: PositionId }[];
}

function climbTo(
  reader: Reader,
  treeId: TreeId,
  known: readonly PathIds[],
  head: PositionId,
): Climb | undefined {
  if (known.at(-1)?.positionId === head) return { count: known.length, tail: [] };
  const indexes = new Map(known.map(({ positionId }, index) => [positionId, index]));
  const direct = indexes.get(head);
  if (direct !== undefined) return { count: direct + 1, tail: [] };
  const key = getPositionKey(reader, getTreeKey(reader, treeId), head);
  const tail: { readonly key: Key; readonly id: PositionId }[] = [];
  for (const row of reader.all(climbSome, { head: key, limit: CLIMB })) {
    const id = row.id as PositionId;
    const index = indexes.get(id);
    if (index !== undefined) return { count: index + 1, tail: tail.reverse() };
    tail.push({ key: row.position_key, id });
  }
  return undefined;
}

/** The versions of a state where it may differ from the known path. */
function versionsOf(
  reader: Reader,
  treeId: TreeId,
  { tail }: Climb,
  { versions }: ShownState,
  changed: readonly NodeId[],
): ReadonlyMap<PositionId, NodeId> {
  const shown = new Map<PositionId, NodeId>();
  const positions = readPositionsOf(reader, treeId, changed);
  for (const position of positions.values()) shown.set(position, firstNodeAt(position));
  for (const [nodeId, position] of positions) if (versions.has(nodeId)) shown.set(position, nodeId);
  if (tail.length === 0) return shown;
  const keys = JSON.stringify(tail.map(({ key }) => key));
  for (const { id, position_id } of reader.all(versionsAtPositions, { positions: keys })) {
    if (versions.has(id as NodeId)) shown.set(position_id as PositionId, id as NodeId);
  }
  return shown;
}

const above = defineQuery(
  'path.above',
  (_, p: { tree: Key; from: string; count: number }) => sql<{ id: string }>`
    ${climbing(
      sql`select key, 0 from node
      where id = ${p.from} and loom_tree_key = ${p.tree} and key = position_key`,
      sql`${p.count}`,
    )}
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

// The plus keeps SQLite from sorting a page by way of another index.
const parentsAfter = defineQuery(
  'path.parents',
  (_, p: { tree: Key; after: Key; limit: number }) => sql<{ key: Key; id: string; parent: string }>`
    select node.key, node.id, source.id as parent
    from node
    cross join edge on edge.target_node_key = node.key and edge.edge_type <> 'annotation'
    cross join edge_source on edge_source.edge_key = edge.key and edge_source.role = 'primary'
    cross join node as source on source.key = edge_source.position_key
    where node.key > ${p.after} and +node.loom_tree_key = ${p.tree} and node.position_key = node.key
    order by node.key limit ${p.limit}`,
);

/** Positions of a tree with those that they continue, a page of them. */
interface ParentPage {
  readonly parents: readonly PositionParent[];
  /** Start of the next page; null after the last one. */
  readonly next: Key | null;
}

/** @param after 0 for the first page @throws {AspenError} NOT_FOUND */
export function readParentPage(reader: Reader, treeId: TreeId, after: Key, limit: number): ParentPage {
  const rows = reader.all(parentsAfter, { tree: getTreeKey(reader, treeId), after, limit });
  return {
    parents: rows.map(({ id, parent }) => ({ position: id as PositionId, parent: parent as PositionId })),
    next: rows.length < limit ? null : (rows.at(-1)?.key ?? null),
  };
}
