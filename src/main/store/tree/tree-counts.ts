/** Numbers about a whole tree, and about positions, which agents are sent (`agents.md`, *What it is sent*). */
import { sql } from 'kysely';
import type { LocalId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';
import { isListed } from './turns/listed-versions.ts';

/** The size of a tree, pruned nodes included. */
export interface TreeCounts {
  /** Without annotations and the root. */
  readonly nodes: number;
  /** Number of paths from the root to an end. */
  readonly branches: number;
}

interface KnownCounts extends TreeCounts {
  /** The last row of `edge` that was counted. */
  readonly upTo: Key;
}

/** Rows are only added, with greater keys, but for whole trees, so that only new ones need to be counted again. */
const KNOWN = new WeakMap<Reader, Map<Key, KnownCounts>>();

const lastEdge = defineQuery(
  'counts.lastEdge',
  () => sql<{ key: Key | null }>`select max(key) as key from edge`,
);

// All versions of a position continue the same one. The index by position shows which nodes are versions.
const countAll = defineQuery(
  'counts.all',
  (_, p: { tree: Key; last: Key }) => sql<{ nodes: number; parents: number }>`
    select count(*) as nodes, count(distinct source.position_key) as parents
    from edge cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    where edge.loom_tree_key = ${p.tree} and edge.edge_type = 'continuation' and edge.key <= ${p.last}`,
);
const countVersions = defineQuery(
  'counts.versions',
  (_, p: { tree: Key; last: Key }) => sql<{ count: number }>`
    select count(*) as count from node as version
    cross join edge on edge.target_node_key = version.key
    where version.position_key <> version.key
      and edge.loom_tree_key = ${p.tree} and edge.edge_type = 'continuation' and edge.key <= ${p.last}`,
);

// A position that is not the first to continue another begins a branch.
const countNew = defineQuery(
  'counts.new',
  (_, p: { tree: Key; after: Key; last: Key }) => sql<{ nodes: number; branches: number }>`
    select count(*) as nodes, coalesce(sum(
      exists (select 1 from node where node.position_key = edge.target_node_key)
      and exists (
        select 1 from edge_source as earlier
        cross join edge as first on first.key = earlier.edge_key and first.edge_type = 'continuation'
        where earlier.position_key = source.position_key and earlier.role = 'primary' and earlier.edge_key < edge.key
      )
    ), 0) as branches
    from edge cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    where edge.key > ${p.after} and edge.key <= ${p.last}
      and +edge.loom_tree_key = ${p.tree} and edge.edge_type = 'continuation'`,
);

/**
 * Counts the nodes and branches of a tree: all of them once for each open file, and from then on only what is new.
 * @throws {AspenError} NOT_FOUND
 */
export function readTreeCounts(reader: Reader, treeId: TreeId): TreeCounts {
  const tree = getTreeKey(reader, treeId);
  const known = KNOWN.get(reader) ?? new Map<Key, KnownCounts>();
  KNOWN.set(reader, known);
  const last = reader.first(lastEdge, NONE)?.key ?? 0;
  const before = known.get(tree);
  const counts = before === undefined ? countWhole(reader, tree, last) : addNew(reader, tree, before, last);
  known.set(tree, { ...counts, upTo: last });
  return counts;
}

function countWhole(reader: Reader, tree: Key, last: Key): TreeCounts {
  const { nodes = 0, parents = 0 } = reader.first(countAll, { tree, last }) ?? {};
  const versions = reader.first(countVersions, { tree, last })?.count ?? 0;
  // From every position that is continued, one way continues; each further one is a branch more.
  return { nodes, branches: 1 + nodes - versions - parents };
}

function addNew(reader: Reader, tree: Key, before: KnownCounts, last: Key): TreeCounts {
  if (last === before.upTo) return before;
  const { nodes = 0, branches = 0 } = reader.first(countNew, { tree, after: before.upTo, last }) ?? {};
  return { nodes: before.nodes + nodes, branches: before.branches + branches };
}

const prunedNodes = defineQuery(
  'counts.pruned',
  (_, p: { tree: Key; most: number }) => sql<{ local_id: string; count: number }>`
    select node.local_id, count(*) over () as count
    from node indexed by node_pruned
    cross join edge on edge.target_node_key = node.key and edge.edge_type = 'continuation'
    where node.loom_tree_key = ${p.tree} and node.pruned = 1 and node.position_key = node.key
    order by node.key desc limit ${p.most}`,
);

/** The number of pruned positions in a tree, and the newest of them. @throws {AspenError} NOT_FOUND */
export function readPruned(
  reader: Reader,
  treeId: TreeId,
  most: number,
): { readonly count: number; readonly some: readonly LocalId[] } {
  const rows = reader.all(prunedNodes, { tree: getTreeKey(reader, treeId), most });
  return { count: rows[0]?.count ?? 0, some: rows.map(({ local_id }) => local_id as LocalId) };
}

const countsAt = defineQuery('counts.at', (_, p: { positions: string }) => {
  const following = (type: 'continuation' | 'annotation') => sql`(
    select count(*) from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = ${sql.lit(type)}
    cross join node as child on child.position_key = edge.target_node_key and +child.key = child.position_key
      and child.pruned = 0
    where source.position_key = position.key and source.role = 'primary')`;
  return sql<PositionCounts & { at: number }>`
    select wanted.key as at, ${following('continuation')} as continuations, ${following('annotation')} as notes,
      (select count(*) from node as version
        where version.position_key = position.key and ${isListed('version')}) as versions
    from json_each(${p.positions}) as wanted cross join node as position on position.id = wanted.value`;
});

/** Counts of a position's connections, without pruned or removed ones. */
export interface PositionCounts {
  readonly continuations: number;
  readonly notes: number;
  readonly versions: number;
}

/** In a grove where no text is divided: of positions in one statement, in the given order. */
export function readPositionCounts(
  reader: Reader,
  positions: readonly PositionId[],
): readonly (PositionCounts | undefined)[] {
  const counts = new Array<PositionCounts | undefined>(positions.length).fill(undefined);
  for (const { at, continuations, notes, versions } of reader.all(countsAt, {
    positions: JSON.stringify(positions),
  }))
    counts[at] = { continuations, notes, versions };
  return counts;
}
