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

const NONE: ReadonlySet<PositionId> = new Set();
