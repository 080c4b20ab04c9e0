import { sql } from 'kysely';
import type { NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../keys.ts';
import type { Bit, Key } from '../schema.ts';

/** A bookmarked position and its first version. */
export interface Bookmark {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  /** The beginning of its text, never cut inside a surrogate pair. */
  readonly excerpt: string;
  readonly pruned: boolean;
}

// A literal `bookmarked = 1`: otherwise SQLite does not use the partial index.
const bookmarksOf = defineQuery(
  'bookmark.list',
  (_, p: { tree: Key; length: number; others: string }) => sql<{
    id: string;
    label: string | null;
    excerpt: string | null;
    pruned: Bit;
  }>`
    select id, bookmark_label as label, substr(text, 1, ${p.length}) as excerpt, pruned
    from node
    where bookmarked = 1 and loom_tree_key = ${p.tree} and position_key = key
    union all
    select node.id, null, substr(node.text, 1, ${p.length}), node.pruned
    from json_each(${p.others}) as wanted
    cross join node on node.id = wanted.value and node.bookmarked = 0
    order by 1`,
);

// Visits each position once, however many bookmarks are below it: a deep tree costs its depth, not its depth
// times the number of bookmarks.
const positionsAbove = defineQuery(
  'bookmark.above',
  (_, p: { tree: Key; others: string }) => sql<PositionRow>`
    with recursive above (position) as (
      select key from node where bookmarked = 1 and loom_tree_key = ${p.tree} and position_key = key
      union
      select node.key from json_each(${p.others}) as wanted
      cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree} and node.position_key = node.key
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

/** Bookmarks of positions without a row of their own (`domain.md`, *Forks*). */
export interface MovedBookmarks {
  /** The positions at which they are shown, with their labels. */
  readonly labels: ReadonlyMap<PositionId, string | null>;
  /** The positions that have them. */
  readonly splits: ReadonlySet<PositionId>;
}

/**
 * The bookmark after (1) or before (-1) a position in tree order, wrapping around: a position comes before
 * its continuations, and siblings are in the order they were requested. Skips positions that are pruned or
 * below a pruned one. Null when there is no bookmark.
 * @param from null for the point before the first position
 * @param moved bookmarks that are shown at other positions
 * @throws {AspenError} NOT_FOUND
 */
export function findNextBookmark(
  reader: Reader,
  treeId: TreeId,
  from: PositionId | null,
  direction: 1 | -1,
  moved: MovedBookmarks,
): PositionId | null {
  const others = JSON.stringify([...(from === null ? [] : [from]), ...moved.labels.keys()]);
  const rows = reader.all(positionsAbove, { tree: getTreeKey(reader, treeId), others });
  const isMarked = ({ id, bookmarked }: PositionRow) =>
    moved.labels.has(id as PositionId) || (bookmarked === 1 && !moved.splits.has(id as PositionId));
  const order = depthFirst(rows).filter((row) => isMarked(row) || row.id === from);
  const marked = order.filter(isMarked);
  if (marked.length === 0) return null;
  const index = order.findIndex(({ id }) => id === from);
  const candidates =
    direction === 1
      ? [...order.slice(index + 1), ...order.slice(0, index + 1)]
      : [...order.slice(0, Math.max(0, index)).reverse(), ...order.slice(Math.max(0, index)).reverse()];
  return (candidates.find(isMarked)?.id ?? null) as PositionId | null;
}

/** Positions in depth-first order, each before its continuations, without pruned subtrees. */
function depthFirst(rows: readonly PositionRow[]): readonly PositionRow[] {
  const below = new Map<Key | null, PositionRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parent);
    if (siblings === undefined) below.set(row.parent, [row]);
    else siblings.push(row);
  }
  const order: PositionRow[] = [];
  // A stack instead of recursion: a tree may be as deep as it is long.
  const stack = [...(below.get(null) ?? [])];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (row.pruned === 1) continue;
    order.push(row);
    stack.push(...(below.get(row.key) ?? []).toReversed());
  }
  return order;
}

/**
 * Every bookmarked position of a tree, by position id.
 * @param labels of bookmarks elsewhere that are shown at these positions, for those that have no own
 * @throws {AspenError} NOT_FOUND
 */
export function listBookmarks(
  reader: Reader,
  treeId: TreeId,
  excerptLength: number,
  labels: MovedBookmarks['labels'] = new Map(),
): readonly Bookmark[] {
  const parameters = {
    tree: getTreeKey(reader, treeId),
    length: excerptLength,
    others: JSON.stringify([...labels.keys()]),
  };
  return reader.all(bookmarksOf, parameters).map(({ id, label, excerpt, pruned }) => ({
    positionId: id as PositionId,
    nodeId: id as NodeId,
    label: label ?? labels.get(id as PositionId) ?? null,
    excerpt: excerpt ?? '',
    pruned: pruned === 1,
  }));
}
