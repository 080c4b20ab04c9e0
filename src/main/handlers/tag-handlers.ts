import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const tagHandlers: HandlersFor<'tag.'> = {
  'tag.list': (_, caller) => getGrove(caller).tags.list(),
  'tag.places': ({ treeId }, caller) => getGrove(caller).tags.places(treeId),
  'tag.assign': ({ treeId, positionId, name }, caller) =>
    getGrove(caller).tags.assign(treeId, positionId, name),
  'tag.unassign': ({ treeId, positionId, tagId }, caller) => {
    getGrove(caller).tags.unassign(treeId, positionId, tagId);
    return {};
  },
  'tag.update': ({ tagId, properties }, caller) => {
    getGrove(caller).tags.update(tagId, properties);
    return {};
  },
  'tag.merge': ({ tagId, intoId }, caller) => {
    getGrove(caller).tags.merge(tagId, intoId);
    return {};
  },
};
