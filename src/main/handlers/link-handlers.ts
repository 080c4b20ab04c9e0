import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const linkHandlers: HandlersFor<'link.'> = {
  'link.resolve': ({ treeId, links }, caller) => getGrove(caller).links.resolve(treeId, links),
  'link.embed': ({ treeId, link }, caller) => getGrove(caller).links.embed(treeId, link),
  'link.complete': ({ treeId, typed, limit }, caller) =>
    getGrove(caller).links.complete(treeId, typed, limit),
  'link.backlinks': (wanted, caller) => getGrove(caller).links.backlinks(wanted),
  'link.mentions': ({ treeId, limit }, caller) => getGrove(caller).links.mentions(treeId, limit),
};
