import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const messageHandlers: HandlersFor<'message.'> = {
  'message.saveEdit': ({ treeId, nodeId, how, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.saveEdit(intent, nodeId, how),
  'message.runCommands': ({ treeId, at, text }, caller) => getGrove(caller).commands.run(treeId, at, text),
};
