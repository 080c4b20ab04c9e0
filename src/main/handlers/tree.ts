import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const treeHandlers: HandlersFor<'tree.' | 'search.'> = {
  'tree.list': (_input, caller) => groveOf(caller).trees(),
  'tree.show': ({ treeId }, caller) => groveOf(caller).showTree(treeId),
  'tree.create': ({ title }, caller) => groveOf(caller).createTree(title),
  'tree.update': ({ treeId, ...properties }, caller) => groveOf(caller).updateTree(treeId, properties),
  'tree.positions': ({ treeId, after }, caller) => groveOf(caller).readTreePage(treeId, after),
  'tree.changes': ({ treeId, since }, caller) => groveOf(caller).readTreeChanges(treeId, since),
  'tree.labels': ({ treeId, positionIds }, caller) => groveOf(caller).readLabels(treeId, positionIds),
  'search.find': ({ text, ...wanted }, caller) => groveOf(caller).search(text, wanted),
};
