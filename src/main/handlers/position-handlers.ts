import { exclude } from '../../core/tree/metadata.ts';
import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const positionHandlers: HandlersFor<'position.'> = {
  'position.bookmark': ({ treeId, positionId, bookmarked, label, ...intent }, caller) =>
    getGrove(caller).positions.bookmark(treeId, intent, positionId, { bookmarked, label }),
  'position.bookmarkPhrase': ({ treeId, nodeId, start, length, label, ...intent }, caller) =>
    getGrove(caller).positions.bookmarkPhrase(treeId, intent, { nodeId, start, length }, label),
  'position.setAnchor': ({ treeId, anchorId, kept, label, ...intent }, caller) =>
    getGrove(caller).positions.setAnchor(treeId, intent, anchorId, kept ? { label } : null),
  'position.anchors': ({ treeId }, caller) => getGrove(caller).read.readAnchors(treeId),
  'position.exclude': ({ treeId, positionId, excluded, ...intent }, caller) =>
    getGrove(caller).positions.setMetadata(treeId, intent, (tree) => exclude(tree, positionId, excluded)),
  'position.prune': ({ treeId, positionId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).prune(intent, positionId),
  'position.setPruned': ({ treeId, positions, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).setPruned(intent, positions),
  'position.find': ({ treeId, localId }, caller) => getGrove(caller).read.findByLocalId(treeId, localId),
  'position.nextBookmark': ({ treeId, from, direction }, caller) =>
    getGrove(caller).read.findNextBookmark(treeId, from, direction),
  'position.bookmarks': ({ treeId }, caller) => getGrove(caller).read.readBookmarks(treeId),
};
