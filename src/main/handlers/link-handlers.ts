import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const linkHandlers: HandlersFor<'link.'> = {
  'link.resolve': ({ treeId, links }, caller) => getGrove(caller).links.resolve(treeId, links),
  'link.embed': ({ treeId, link }, caller) => getGrove(caller).links.embed(treeId, link),
  'link.complete': ({ treeId, typed, limit }, caller) =>
    getGrove(caller).links.complete(treeId, typed, limit),
  'link.backlinks': (wanted, caller) => getGrove(caller).links.backlinks(wanted),
  'link.mentions': ({ treeId, limit }, caller) => getGrove(caller).links.mentions(treeId, limit),
  'link.from': ({ treeId, positionId }, caller) => getGrove(caller).links.from(treeId, positionId),
  'link.passage': ({ treeId, targetId, ...passage }, caller) => ({
    linkId: getGrove(caller).links.linkPassage(treeId, passage, targetId),
  }),
  'link.setRemoved': ({ linkId, removed }, caller) => {
    getGrove(caller).links.setRemoved(linkId, removed);
    return {};
  },
  'link.mention': ({ treeId, mention }, caller) => getGrove(caller).links.linkMention(treeId, mention),
  'link.countFormer': ({ treeId }, caller) => ({ links: getGrove(caller).links.countFormer(treeId) }),
  'link.writeNames': ({ treeId }, caller) => getGrove(caller).links.writeNames(treeId),
  'link.takeBack': ({ edited }, caller) => ({ kept: getGrove(caller).links.takeBack(edited) }),
};
