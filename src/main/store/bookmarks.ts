import { sql } from 'kysely';
import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { getTreeKey } from './keys.ts';
import { defineQuery, type Reader } from './query.ts';
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
