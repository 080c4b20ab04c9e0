import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const pathHandlers: HandlersFor<'path.'> = {
  'path.read': ({ treeId }, caller) => groveOf(caller).treeSession(treeId).readPath(),
  'path.headers': ({ treeId, positionIds }, caller) =>
    groveOf(caller).treeSession(treeId).readHeaders(positionIds),
  'path.children': ({ treeId, parentId }, caller) => groveOf(caller).read.readChildren(treeId, parentId),
  'path.childrenWith': ({ treeId, parentId, text }, caller) =>
    groveOf(caller).read.findChildren(treeId, parentId, text),
  'path.preview': ({ treeId, positionId, limit }, caller) =>
    groveOf(caller).read.readPreview(treeId, positionId, limit),
  'path.selectSibling': ({ treeId, at, to, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.selectSibling(intent, at, to),
  'path.moveHead': ({ treeId, to, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.moveHead(intent, to),
  'path.goTo': ({ treeId, nodeId, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.goTo(intent, nodeId),
  'path.goToChild': ({ treeId, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.goToChild(intent),
  'path.selectVersion': ({ treeId, at, to, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.selectVersion(intent, at, to),
  'path.restore': ({ treeId, ...step }, caller) => groveOf(caller).positions.restorePath(treeId, step),
  'path.arrive': ({ treeId, positionId, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).moves.arrive(intent, positionId),
};
