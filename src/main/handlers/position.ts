import { bookmark, exclude, removeBookmark } from '../../core/tree/metadata.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const positionHandlers: HandlersFor<'position.'> = {
  'position.bookmark': ({ treeId, positionId, bookmarked, label, ...intent }, caller) =>
    groveOf(caller).positions.setMetadata(treeId, positionId, intent, (tree) =>
      bookmarked ? bookmark(tree, positionId, label) : removeBookmark(tree, positionId),
    ),
  'position.exclude': ({ treeId, positionId, excluded, ...intent }, caller) =>
    groveOf(caller).positions.setMetadata(treeId, positionId, intent, (tree) =>
      exclude(tree, positionId, excluded),
    ),
  'position.prune': ({ treeId, positionId, ...intent }, caller) =>
    groveOf(caller).positions.prune(treeId, positionId, intent),
  'position.setPruned': ({ treeId, positions, ...intent }, caller) =>
    groveOf(caller).positions.setPruned(treeId, positions, intent),
  'position.find': ({ treeId, localId }, caller) => groveOf(caller).read.findByLocalId(treeId, localId),
  'position.nextBookmark': ({ treeId, from, direction }, caller) =>
    groveOf(caller).read.findNextBookmark(treeId, from, direction),
  'position.bookmarks': ({ treeId }, caller) => groveOf(caller).read.readBookmarks(treeId),
};
