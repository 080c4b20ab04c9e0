import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

/** What agents do for a message. */
export const turnHandlers: HandlersFor<'turn.'> = {
  'turn.start': ({ treeId, at, agentId, maxTokens, topicAt, goesOnWith = null, ...intent }, caller) =>
    getGrove(caller).turns.start(treeId, intent, { at, agentId, maxTokens, topicAt, goesOnWith }),
  'turn.stop': async ({ turnId }, caller) => {
    await getGrove(caller).turns.stop(turnId);
    return {};
  },
  'turn.answer': ({ turnId, card, answer }, caller) => {
    getGrove(caller).turns.answer(turnId, card, answer);
    return {};
  },
  'turn.running': (_input, caller) => getGrove(caller).turns.running(),
  'turn.trace': ({ treeId }, caller) => getGrove(caller).read.trace(treeId),
  'turn.thoughts': ({ treeId }, caller) => getGrove(caller).read.thoughts(treeId),
  'turn.record': ({ turnId, call }, caller) => getGrove(caller).read.callRecord(turnId, call),
  'turn.undo': ({ turnId }, caller) => getGrove(caller).turns.undo(turnId),
  'turn.redo': ({ turnId }, caller) => getGrove(caller).turns.redo(turnId),
};

export const messageHandlers: HandlersFor<'message.'> = {
  'message.saveEdit': ({ treeId, nodeId, how, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.saveEdit(intent, nodeId, how),
  'message.runCommands': ({ treeId, at, text }, caller) => getGrove(caller).commands.run(treeId, at, text),
};
