import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const linkHandlers: HandlersFor<'link.'> = {
  'link.resolve': ({ treeId, links }, caller) => getGrove(caller).links.resolve(treeId, links),
  'link.embed': ({ treeId, link }, caller) => getGrove(caller).links.embed(treeId, link),
  'link.complete': ({ treeId, typed, limit }, caller) =>
    getGrove(caller).links.complete(treeId, typed, limit),
  'link.backlinks': (wanted, caller) => getGrove(caller).links.backlinks(wanted),
  'link.mentions': ({ treeId, limit }, caller) => getGrove(caller).links.mentions(treeId, limit),
  'link.countFormer': ({ treeId }, caller) => ({ links: getGrove(caller).links.countFormer(treeId) }),
  'link.writeNames': ({ treeId }, caller) => getGrove(caller).links.writeNames(treeId),
  'link.takeBack': ({ edited }, caller) => ({ kept: getGrove(caller).links.takeBack(edited) }),
};
