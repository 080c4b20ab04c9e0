import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { placeInOutline, positionsShownWith } from '../../../core/outline/outline-place.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { Bit, Key } from '../tables/schema.ts';
import { hasSplits, readBookmarksOnSplits } from './hidden-splits.ts';
import type { RowCollector } from './row-collector.ts';
import { sqlViews } from './sql-tree.ts';
import { isListed } from './turns/listed-versions.ts';

const splitsAmong = defineQuery(
  'positions.splits',
  (_, p: { keys: string }) => sql<{ key: Key }>`
    select node.position_key as key from json_each(${p.keys}) as wanted
    cross join node indexed by node_position on node.position_key = wanted.value and node.split_at is not null`,
);

interface BaseRow {
  readonly split: Key;
  readonly base: Key;
  readonly pruned: Bit;
  /** The base is not pruned. */
  readonly isHidden: Bit;
  /** The offset at which the base continues without it. */
  readonly place: number;
  /** Number of versions besides the one that was divided and those made by dividing it. */
  readonly revisions: number;
}

const basesOf = defineQuery(
  'positions.bases',
  (_, p: { keys: string }) => sql<BaseRow>`
    with recursive climb (split, key) as (
      select wanted.value, wanted.value from json_each(${p.keys}) as wanted
      union
      select climb.split, divided.position_key
      from climb
      cross join node as part on part.key = climb.key and part.split_at is not null
      cross join node as divided on divided.key = part.edited_from_key
    )
    select climb.split, max(iif(part.split_at is null, part.key, -1)) as base,
      max(climb.split = climb.key and part.pruned) as pruned,
      max(part.split_at is null and part.pruned = 0) as isHidden, min(part.split_at) as place,
      sum((select count(*) from node as version
        where version.position_key = climb.key and ${isListed('version')})) - count(*) as revisions
    from climb
    cross join node as part on part.key = climb.key
    group by climb.split`,
);

const isDivided = (position: ReturnType<typeof sql>) => sql`exists (
  select 1 from node as divided
  left join node as split indexed by node_split
    on split.edited_from_key = divided.key and split.split_at is not null
  where divided.position_key = ${position} and (divided.split_at is not null or split.key is not null)
)`;

// Positions in a family, or continuing one.
const nearDivided = defineQuery(
  'positions.nearDivided',
  (_, p: { ids: string }) => sql<{ at: number }>`
    select wanted.key as at
    from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value
    left join edge on edge.target_node_key = node.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    where ${isDivided(sql`node.position_key`)} or ${isDivided(sql`source.position_key`)}`,
);

const keysByIds = defineQuery(
  'positions.keysByIds',
  (_, p: { ids: string }) => sql<{ id: string; key: Key }>`
    select node.id, node.key from json_each(${p.ids}) as wanted cross join node on node.id = wanted.value`,
);

/**
 * Corrects the rows of splits and of what continues them, which are collected below what their edges name. Takes a
 * few statements, however many rows; one in a tree without splits.
 * @throws {AspenError} NOT_FOUND
 */
export function placeDivided(reader: Reader, treeId: TreeId, agentId: AgentId, rows: RowCollector): void {
  if (rows.count === 0 || !hasSplits(reader)) return;
  moveBookmarks(reader, treeId, rows);
  const keys = new Set<Key>();
  for (let at = 0; at < rows.count; at += 1) keys.add(rows.keyAt(at)).add(rows.parentAt(at));
  const found = reader.all(splitsAmong, { keys: JSON.stringify([...keys]) });
  const splits = new Set(found.map(({ key }) => key));
  const divided: number[] = [];
  for (let at = 0; at < rows.count; at += 1) {
    if (splits.has(rows.keyAt(at)) || splits.has(rows.parentAt(at))) divided.push(at);
  }
  if (divided.length === 0) return;
  const bases = new Map(
    reader.all(basesOf, { keys: JSON.stringify([...splits]) }).map((row) => [row.split, row]),
  );
  const others: number[] = [];
  for (const at of divided) {
    const own = bases.get(rows.keyAt(at));
    const above = bases.get(rows.parentAt(at));
    if (own?.revisions || above?.revisions) others.push(at);
    else placeSimply(rows, at, own, above);
  }
  placeByText(reader, treeId, agentId, rows, others);
}

/** The place of a row whose texts are all as they were divided, as in `placeInOutline`. */
function placeSimply(
  rows: RowCollector,
  at: number,
  own: BaseRow | undefined,
  above: BaseRow | undefined,
): void {
  if (own?.isHidden === 1) place(rows, at, own.base, own.place, own.pruned === 1);
  else if (above?.isHidden === 1 && above.pruned === 0) place(rows, at, above.base, above.place, true);
}

/** The same where the place depends on what is shown. */
function placeByText(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  rows: RowCollector,
  divided: readonly number[],
): void {
  if (divided.length === 0) return;
  const { tree, path, readAhead } = sqlViews(reader, treeId, agentId);
  readAhead(
    divided.map((at) => rows.idAt(at)),
    false,
  );
  const places = divided.map((at) => ({ at, ...placeInOutline(tree, path, rows.idAt(at)) }));
  const parents = new Set(places.map(({ parent }) => parent));
  const keyOf = new Map(
    reader.all(keysByIds, { ids: JSON.stringify([...parents]) }).map(({ id, key }) => [id, key]),
  );
  for (const { at, parent, offset, isListed } of places) {
    place(rows, at, (parent === null ? undefined : keyOf.get(parent)) ?? rows.parentAt(at), offset, isListed);
  }
}

function place(rows: RowCollector, at: number, parent: Key, offset: number, isListed: boolean): void {
  if (!isListed) rows.setFlag(at, OUTLINE_FLAGS.unlisted, true);
  rows.place(at, parent, offset);
}

/** Shows the bookmarks of hidden splits at their bases. */
function moveBookmarks(reader: Reader, treeId: TreeId, rows: RowCollector): void {
  const { labels, splits } = readBookmarksOnSplits(reader, treeId);
  if (splits.size === 0) return;
  for (let at = 0; at < rows.count; at += 1) {
    const id = rows.idAt(at);
    if (labels.has(id)) rows.setFlag(at, OUTLINE_FLAGS.bookmarked, true);
    else if (splits.has(id)) rows.setFlag(at, OUTLINE_FLAGS.bookmarked, false);
  }
}

/**
 * These positions with those whose row or header depends on them (`positionsShownWith`).
 * @throws {AspenError} NOT_FOUND
 */
export function findShownWith(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positions: ReadonlySet<PositionId>,
): ReadonlySet<PositionId> {
  if (positions.size === 0 || !hasSplits(reader)) return positions;
  const ids = [...positions];
  const near = reader.all(nearDivided, { ids: JSON.stringify(ids) }).flatMap(({ at }) => ids[at] ?? []);
  if (near.length === 0) return positions;
  const { tree, path, readAhead } = sqlViews(reader, treeId, agentId);
  readAhead(near, true);
  return new Set([...positions, ...positionsShownWith(tree, path, near)]);
}
