import { bookmark, exclude, removeBookmark } from '../../core/tree/metadata.ts';
import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const positionHandlers: HandlersFor<'position.'> = {
  'position.bookmark': ({ treeId, positionId, bookmarked, label, ...intent }, caller) =>
    getGrove(caller).positions.setMetadata(treeId, intent, (tree) =>
      bookmarked ? bookmark(tree, positionId, label) : removeBookmark(tree, positionId),
    ),
  'position.exclude': ({ treeId, positionId, excluded, ...intent }, caller) =>
    getGrove(caller).positions.setMetadata(treeId, intent, (tree) => exclude(tree, positionId, excluded)),
  'position.prune': ({ treeId, positionId, ...intent }, caller) =>
    getGrove(caller).positions.prune(treeId, positionId, intent),
  'position.setPruned': ({ treeId, positions, ...intent }, caller) =>
    getGrove(caller).positions.setPruned(treeId, positions, intent),
  'position.find': ({ treeId, localId }, caller) => getGrove(caller).read.findByLocalId(treeId, localId),
  'position.nextBookmark': ({ treeId, from, direction }, caller) =>
    getGrove(caller).read.findNextBookmark(treeId, from, direction),
  'position.bookmarks': ({ treeId }, caller) => getGrove(caller).read.readBookmarks(treeId),
};
