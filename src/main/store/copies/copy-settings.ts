/** Settings of trees that name positions and tags, where those get other ids. */
import type { AgentId, PositionId, TagId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { MAX_LORE_POSITIONS } from '../../../core/text/limits.ts';
import type { TreeSettings } from '../../../core/tree/loom-tree.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { findPositionKey, getTreeKey } from '../tables/keys.ts';
import { listTags, tagCopier } from '../tables/tags.ts';
import { listTrees, updateTree } from '../tables/trees.ts';

/** The settings of a tree that is copied from another file, with the tags as they are here. */
export function settingsHere(
  tx: FileTransaction,
  from: Reader,
  settings: TreeSettings,
  by: AgentId,
  kind: LogKind,
): TreeSettings {
  const { book, loreBook } = settings;
  const known = new Set(listTags(from).map(({ id }) => id));
  const tagHere = tagCopier(tx, from, by, kind);
  const here = (tags: readonly TagId[]) => tags.map((tag) => (known.has(tag) ? tagHere(tag) : tag));
  return {
    ...settings,
    ...(book?.leftOut === undefined ? {} : { book: { ...book, leftOut: here(book.leftOut) } }),
    ...(loreBook?.tags === undefined ? {} : { loreBook: { ...loreBook, tags: here(loreBook.tags) } }),
  };
}

/**
 * Has entries of lore that name positions of a tree name those of its duplicate too, as far as an entry has room for more: the same
 * branches have the same lore.
 * @throws {AspenError} NOT_FOUND
 */
export function nameDuplicateInLore(
  tx: FileTransaction,
  treeId: TreeId,
  positionOf: (position: PositionId) => PositionId,
  by: AgentId,
): void {
  const original = getTreeKey(tx, treeId);
  const withCopies = (positions: readonly PositionId[] = []) => {
    const copied = positions.filter((position) => findPositionKey(tx, original, position) !== undefined);
    return [...positions, ...copied.map(positionOf)].slice(0, MAX_LORE_POSITIONS);
  };
  for (const tree of listTrees(tx)) {
    const lore = tree.settings.lore?.map((entry) => ({
      ...entry,
      ...(entry.after === undefined ? {} : { after: withCopies(entry.after) }),
      ...(entry.notAfter === undefined ? {} : { notAfter: withCopies(entry.notAfter) }),
    }));
    if (lore !== undefined && JSON.stringify(lore) !== JSON.stringify(tree.settings.lore))
      updateTree(tx, by, { ...tree, settings: { ...tree.settings, lore } });
  }
}
