import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { isHiddenSplit } from '../../../core/tree/shown-version.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { Key } from '../tables/schema.ts';
import { sqlTree } from './sql-tree.ts';

// The partial index of splits has no row in most groves. A tree has no index of its splits.
const anySplit = defineQuery('splits.any', () => {
  return sql<{ key: Key }>`select key from node where split_at is not null and edited_from_key >= 0 limit 1`;
});

const splitsAmong = defineQuery(
  'splits.among',
  (_, p: { positions: string }) => sql<{ at: number }>`
    select wanted.key as at from json_each(${p.positions}) as wanted
    cross join node on node.id = wanted.value and node.split_at is not null`,
);

/** Whether any text of the grove was divided: what depends on forks is only read then. */
export function hasSplits(reader: Reader): boolean {
  return reader.first(anySplit, NONE) !== undefined;
}

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
  if (!hasSplits(reader)) return NO_SPLITS;
  const splits = reader
    .all(splitsAmong, { positions: JSON.stringify(positions) })
    .flatMap(({ at }) => positions[at] ?? []);
  if (splits.length === 0) return NO_SPLITS;
  const tree = sqlTree(reader, treeId);
  return new Set(splits.filter((split) => isHiddenSplit(tree, split)));
}

const NO_SPLITS: ReadonlySet<PositionId> = new Set();
