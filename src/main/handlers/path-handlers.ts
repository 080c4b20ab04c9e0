import { exclude } from '../../core/tree/metadata.ts';
import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const pathHandlers: HandlersFor<'path.'> = {
  'path.read': ({ treeId }, caller) => getGrove(caller).treeSession(treeId).readPath(),
  'path.headers': ({ treeId, positionIds }, caller) =>
    getGrove(caller).treeSession(treeId).readHeaders(positionIds),
  'path.remarks': ({ treeId }, caller) =>
    getGrove(caller).read.readRemarks(treeId, getGrove(caller).treeSession(treeId).path.ids),
  'path.children': ({ treeId, parentId }, caller) =>
    getGrove(caller).read.readContinuations(treeId, parentId),
  'path.childrenWith': ({ treeId, parentId, text }, caller) =>
    getGrove(caller).read.findContinuations(treeId, parentId, text),
  'path.preview': ({ treeId, ...item }, caller) => getGrove(caller).read.readPreview(treeId, item),
  'path.rest': ({ treeId, after }, caller) => getGrove(caller).read.readRest(treeId, after),
  'path.readOn': ({ treeId, after, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.readOn(intent, after),
  'path.leaveEmpty': ({ treeId, end, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.leaveEmpty(intent, end),
  'path.isEmpty': ({ treeId, end }, caller) => getGrove(caller).treeSession(treeId).moves.isEmpty(end),
  'path.selectSibling': ({ treeId, at, fork, to, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.selectSibling(intent, at, fork, to),
  'path.moveHead': ({ treeId, to, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.moveHead(intent, to),
  'path.goTo': ({ treeId, nodeId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.goTo(intent, nodeId),
  'path.goToChild': ({ treeId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.goToChild(intent),
  'path.selectVersion': ({ treeId, at, to, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.selectVersion(intent, at, to),
  'path.selectVersions': ({ treeId, versions, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.selectVersions(intent, versions),
  'path.restore': ({ treeId, pathVersion, head, versions, pruned, draft, isRedo }, caller) =>
    getGrove(caller)
      .treeSession(treeId)
      .moves.restorePath(pathVersion, head, versions, pruned, draft, isRedo),
  'path.arrive': ({ treeId, positionId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).moves.arrive(intent, positionId),
};

export const draftHandlers: HandlersFor<'draft.' | 'cursor.'> = {
  'draft.save': async ({ treeId, digest, undo = null, ...intent }, caller) => {
    const grove = getGrove(caller);
    grove.check.noteTyping();
    return { digest: await grove.treeSession(treeId).saveDraft(intent, digest, undo) };
  },
  'draft.undo': async ({ treeId }, caller) => ({
    undo: await getGrove(caller).treeSession(treeId).readUndo(),
  }),
  'draft.commit': ({ treeId, requestId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).commit(intent, requestId),
  'draft.committed': ({ treeId, requestId }, caller) => ({
    reply: getGrove(caller).treeSession(treeId).intents.committed(requestId),
  }),
  'draft.keep': ({ treeId, ops }, caller) => {
    getGrove(caller).keepText(treeId, ops);
    return {};
  },
  'draft.flush': ({ treeId }, caller) => {
    const grove = getGrove(caller);
    // Until the file is checked, the draft is in the journal.
    if (!grove.check.isWaiting) grove.treeSession(treeId).flush();
    return {};
  },
  'cursor.save': ({ treeId, cursor }, caller) => {
    getGrove(caller).treeSession(treeId).draftState.moveCursor(cursor);
    return {};
  },
};

export const positionHandlers: HandlersFor<'position.'> = {
  'position.bookmark': ({ treeId, positionId, bookmarked, label, ...intent }, caller) =>
    getGrove(caller).positions.bookmark(treeId, intent, positionId, { bookmarked, label }),
  'position.bookmarkPhrase': ({ treeId, nodeId, start, length, label, ...intent }, caller) =>
    getGrove(caller).positions.bookmarkPhrase(treeId, intent, { nodeId, start, length }, label),
  'position.setAnchor': ({ treeId, anchorId, kept, label, ...intent }, caller) =>
    getGrove(caller).positions.setAnchor(treeId, intent, anchorId, kept ? { label } : null),
  'position.setTarget': ({ treeId, nodeId, start, length, words, anchorId, ...intent }, caller) =>
    getGrove(caller).positions.setTarget(treeId, intent, { nodeId, start, length }, words, anchorId),
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
