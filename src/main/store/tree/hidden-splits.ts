import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { baseOf } from '../../../core/tree/shown-version.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';
import { sqlTree } from './sql-tree.ts';

// The partial index of splits has no row in most groves. A tree has no index of its splits.
const anySplit = defineQuery('splits.any', () => {
  return sql<{ key: Key }>`select key from node where split_at is not null and edited_from_key >= 0 limit 1`;
});

// From the index by position: in the row, this comes after the text, which is long.
const isSplit = (position: ReturnType<typeof sql>) => sql`exists (
  select 1 from node as part
  where part.position_key = ${position} and +part.key = part.position_key and part.split_at is not null
)`;

// The plus keeps SQLite from looking up each sibling by key, so that no row with a text is read.
const dividedAmong = defineQuery(
  'splits.around',
  (_, p: { positions: string }) => sql<{ at: number }>`
    select wanted.key as at from json_each(${p.positions}) as wanted
    cross join node as position on position.id = wanted.value
    where ${isSplit(sql`position.key`)}
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
    cross join node on node.id = wanted.value
    where ${isSplit(sql`node.key`)}`,
);

/** Returns true if any text of the grove was divided: data that depend on forks are only read then. */
export function hasSplits(reader: Reader): boolean {
  return reader.first(anySplit, NONE) !== undefined;
}

/**
 * The positions that are splits whose base is in the tree and not pruned (`domain.md`, *Forks*), in the given order.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function findHiddenSplits(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlySet<PositionId> {
  return new Set(findHidingBases(reader, treeId, positions).keys());
}

/** A base that hides splits. */
export interface HidingBase {
  readonly positionId: PositionId;
  readonly bookmarked: boolean;
  readonly excluded: boolean;
}

/** The same, each with its base. @throws {AspenError} NOT_FOUND if there is no such tree */
export function findHidingBases(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlyMap<PositionId, HidingBase> {
  if (positions.length === 0 || !hasSplits(reader)) return NO_SPLITS;
  const splits = reader
    .all(splitsAmong, { positions: JSON.stringify(positions) })
    .flatMap(({ at }) => positions[at] ?? []);
  if (splits.length === 0) return NO_SPLITS;
  const tree = sqlTree(reader, treeId);
  return new Map(
    splits.flatMap((split) => {
      const positionId = baseOf(tree, split);
      const base = positionId === null ? undefined : tree.versionsAt(positionId)[0];
      if (positionId === null || base === undefined || base.pruned) return [];
      return [[split, { positionId, bookmarked: base.bookmarked, excluded: base.excluded }]];
    }),
  );
}

const NO_SPLITS: ReadonlyMap<PositionId, HidingBase> = new Map();

const bookmarkedSplits = defineQuery(
  'splits.bookmarked',
  (_, p: { tree: Key }) => sql<{ id: string; label: string | null }>`
    select id, bookmark_label as label from node
    where bookmarked = 1 and loom_tree_key = ${p.tree} and position_key = key and split_at is not null and pruned = 0
    order by id`,
);

/**
 * The bookmarks on hidden splits of a tree, which are shown at their bases: for each base, the label of the first.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function readBookmarksOnSplits(
  reader: Reader,
  treeId: TreeId,
): {
  readonly labels: ReadonlyMap<PositionId, string | null>;
  readonly splits: ReadonlySet<PositionId>;
} {
  const labels = new Map<PositionId, string | null>();
  const splits = new Set<PositionId>();
  if (!hasSplits(reader)) return { labels, splits };
  const rows = reader.all(bookmarkedSplits, { tree: getTreeKey(reader, treeId) });
  const bases = findHidingBases(
    reader,
    treeId,
    rows.map(({ id }) => id as PositionId),
  );
  for (const { id, label } of rows) {
    const split = id as PositionId;
    const base = bases.get(split);
    if (base === undefined) continue;
    splits.add(split);
    if (!labels.has(base.positionId)) labels.set(base.positionId, label);
  }
  return { labels, splits };
}

/**
 * The positions whose continuations are not simply their children, because one of those, or the position itself, is a
 * split or is divided (`domain.md`, *Forks*).
 */
export function findForked(reader: Reader, positions: readonly PositionId[]): ReadonlySet<PositionId> {
  if (!hasSplits(reader)) return NO_POSITIONS;
  const forked = reader.all(dividedAmong, { positions: JSON.stringify(positions) });
  return new Set(forked.flatMap(({ at }) => positions[at] ?? []));
}

const NO_POSITIONS: ReadonlySet<PositionId> = new Set();
