import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { isHiddenSplit } from '../../../core/tree/shown-version.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';
import { sqlTree } from './sql-tree.ts';

// The partial index of splits: in most trees, this reads nothing.
const anySplit = defineQuery(
  'splits.any',
  (_, p: { tree: Key }) =>
    sql<{ key: Key }>`select key from node where split_at is not null and +loom_tree_key = ${p.tree} limit 1`,
);

// The plus keeps SQLite from looking up each sibling by key, so that no row with a text is read.
const dividedAmong = defineQuery(
  'splits.around',
  (_, p: { positions: string }) => sql<{ at: number }>`
    select wanted.key as at from json_each(${p.positions}) as wanted
    cross join node as position on position.id = wanted.value
    where position.split_at is not null
      or exists (
        select 1 from node as version
        cross join node as split indexed by node_split
          on split.edited_from_key = version.key and split.split_at is not null
        where version.position_key = position.key)
      or exists (
        select 1 from edge_source as source
        cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
        cross join node as child
          on child.position_key = edge.target_node_key and +child.key = child.position_key and child.split_at is not null
        where source.position_key = position.key and source.role = 'primary')`,
);

const splitsAmong = defineQuery(
  'splits.among',
  (_, p: { positions: string }) => sql<{ at: number }>`
    select wanted.key as at from json_each(${p.positions}) as wanted
    cross join node on node.id = wanted.value and node.split_at is not null`,
);

/**
 * Those of these positions that are splits whose base is in the tree and not pruned (`domain.md`, *Forks*), in
 * the given order.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function findHiddenSplits(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlySet<PositionId> {
  if (reader.first(anySplit, { tree: getTreeKey(reader, treeId) }) === undefined) return NONE;
  const tree = sqlTree(reader, treeId);
  const splits = reader
    .all(splitsAmong, { positions: JSON.stringify(positions) })
    .flatMap(({ at }) => positions[at] ?? []);
  return new Set(splits.filter((split) => isHiddenSplit(tree, split)));
}

/**
 * Those of these positions whose continuations are not simply their children, because one of those, or the position
 * itself, is a split or is divided (`domain.md`, *Forks*).
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function findForked(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlySet<PositionId> {
  if (reader.first(anySplit, { tree: getTreeKey(reader, treeId) }) === undefined) return NONE;
  const forked = reader.all(dividedAmong, { positions: JSON.stringify(positions) });
  return new Set(forked.flatMap(({ at }) => positions[at] ?? []));
}

const NONE: ReadonlySet<PositionId> = new Set();
