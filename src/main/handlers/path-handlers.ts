import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const pathHandlers: HandlersFor<'path.'> = {
  'path.read': ({ treeId }, caller) => getGrove(caller).treeSession(treeId).readPath(),
  'path.headers': ({ treeId, positionIds }, caller) =>
    getGrove(caller).treeSession(treeId).readHeaders(positionIds),
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
