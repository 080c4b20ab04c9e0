import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const loreHandlers: HandlersFor<'lore.'> = {
  'lore.list': ({ treeId, ...place }, caller) => getGrove(caller).generation.listLore(treeId, place),
  'lore.keys': (input, caller) => getGrove(caller).generation.findLoreKeys(input),
  'lore.try': ({ treeId, key, ...place }, caller) =>
    getGrove(caller).generation.tryLoreKey(treeId, place, key),
};
