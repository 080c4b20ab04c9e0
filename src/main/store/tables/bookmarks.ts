import { sql } from 'kysely';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey } from './keys.ts';
import type { Bit, Key } from './schema.ts';

/** A bookmarked position and its first version. */
export interface Bookmark {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  /** The beginning of its text, never cut inside a surrogate pair. */
  readonly excerpt: string;
  readonly pruned: boolean;
}

// `bookmarked = 1` literally: only so is the partial index on it taken.
const bookmarksOf = defineQuery(
  'bookmark.list',
  (_, p: { tree: Key; length: number }) => sql<{
    id: string;
    label: string | null;
    excerpt: string | null;
    pruned: Bit;
  }>`
    select id, bookmark_label as label, substr(text, 1, ${p.length}) as excerpt, pruned
    from node
    where bookmarked = 1 and loom_tree_key = ${p.tree} and position_key = key
    order by id`,
);

// Each position once, however many go through it: a deep tree costs its depth, not its depth for every bookmark.
const positionsAbove = defineQuery(
  'bookmark.above',
  (_, p: { tree: Key; from: string }) => sql<PositionRow>`
    with recursive above (position) as (
      select key from node where bookmarked = 1 and loom_tree_key = ${p.tree} and position_key = key
      union
      select key from node where id = ${p.from} and loom_tree_key = ${p.tree} and position_key = key
      union
      select source.position_key from above
      join edge on edge.target_node_key = above.position
      join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    )
    select node.key, node.id, node.pruned, node.bookmarked, (
      select source.position_key from edge
      join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
      where edge.target_node_key = node.key
    ) as parent
    from above join node on node.key = above.position
    order by node.id`,
);

interface PositionRow {
  readonly key: Key;
  readonly id: string;
  readonly pruned: Bit;
  readonly bookmarked: Bit;
  readonly parent: Key | null;
}

/**
 * The bookmark after (1) or before (-1) a position in the order of the tree, round and round: a position before what
 * continues it, siblings in the order they were asked for. What is pruned, itself or above it, is passed over. Null where
 * there is no bookmark.
 * @param from null for before the first position
 * @throws {AspenError} NOT_FOUND
 */
export function findNextBookmark(
  reader: Reader,
  treeId: TreeId,
  from: PositionId | null,
  direction: 1 | -1,
): PositionId | null {
  const rows = reader.all(positionsAbove, { tree: getTreeKey(reader, treeId), from: from ?? '' });
  const order = inTreeOrder(rows).filter(({ id, bookmarked }) => bookmarked === 1 || id === from);
  const marked = order.filter(({ bookmarked }) => bookmarked === 1);
  if (marked.length === 0) return null;
  const place = order.findIndex(({ id }) => id === from);
  const around =
    direction === 1
      ? [...order.slice(place + 1), ...order.slice(0, place + 1)]
      : [...order.slice(0, Math.max(0, place)).reverse(), ...order.slice(Math.max(0, place)).reverse()];
  return (around.find(({ bookmarked }) => bookmarked === 1)?.id ?? null) as PositionId | null;
}

/** A position before what continues it; what is pruned is left out with all below it. */
function inTreeOrder(rows: readonly PositionRow[]): readonly PositionRow[] {
  const below = new Map<Key | null, PositionRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parent);
    if (siblings === undefined) below.set(row.parent, [row]);
    else siblings.push(row);
  }
  const order: PositionRow[] = [];
  // The next one is the last: without recursion, a tree may be as deep as it is long.
  const waiting = [...(below.get(null) ?? [])];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (row.pruned === 1) continue;
    order.push(row);
    waiting.push(...(below.get(row.key) ?? []).toReversed());
  }
  return order;
}

/** Every bookmarked position of a tree, by position id. @throws {AspenError} NOT_FOUND */
export function listBookmarks(reader: Reader, treeId: TreeId, excerptLength: number): readonly Bookmark[] {
  const parameters = { tree: getTreeKey(reader, treeId), length: excerptLength };
  return reader.all(bookmarksOf, parameters).map(({ id, label, excerpt, pruned }) => ({
    positionId: id as PositionId,
    nodeId: id as NodeId,
    label,
    excerpt: excerpt ?? '',
    pruned: pruned === 1,
  }));
}
