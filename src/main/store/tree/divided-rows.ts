import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { placeInOutline, positionsShownWith } from '../../../core/outline/outline-place.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { Key } from '../tables/schema.ts';
import { hasSplits, readBookmarksOnSplits } from './hidden-splits.ts';
import type { RowCollector } from './row-collector.ts';
import { sqlViews } from './sql-tree.ts';

const splitsAmong = defineQuery(
  'positions.splits',
  (_, p: { keys: string }) => sql<{ key: Key }>`
    select node.position_key as key from json_each(${p.keys}) as wanted
    cross join node indexed by node_position on node.position_key = wanted.value and node.split_at is not null`,
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
  const { tree, path, readAhead } = sqlViews(reader, treeId, agentId);
  readAhead(divided.map((at) => rows.idAt(at)));
  const places = divided.map((at) => ({ at, ...placeInOutline(tree, path, rows.idAt(at)) }));
  const parents = new Set(places.map(({ parent }) => parent));
  const keyOf = new Map(
    reader.all(keysByIds, { ids: JSON.stringify([...parents]) }).map(({ id, key }) => [id, key]),
  );
  for (const { at, parent, isListed } of places) {
    const key = (parent === null ? undefined : keyOf.get(parent)) ?? rows.parentAt(at);
    const isAtFork = key !== rows.parentAt(at);
    rows.place(at, key);
    if (!isListed) rows.setFlag(at, OUTLINE_FLAGS.unlisted, true);
    if (isAtFork) rows.setFlag(at, OUTLINE_FLAGS.atFork, true);
  }
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
  const { tree, path, readAhead } = sqlViews(reader, treeId, agentId);
  readAhead([...positions]);
  return positionsShownWith(tree, path, positions);
}
