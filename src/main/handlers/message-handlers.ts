import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

/** Handlers for agents' turns. */
export const turnHandlers: HandlersFor<'turn.'> = {
  'turn.start': ({ treeId, pathVersion, ops, goesOnWith = null, instruction = null, ...asked }, caller) =>
    getGrove(caller).turns.start(treeId, { pathVersion, ops }, { ...asked, goesOnWith, instruction }),
  'turn.startRound': ({ treeId, pathVersion, ops, parameters = {}, ...request }, caller) =>
    getGrove(caller).turns.startRound(treeId, { pathVersion, ops }, { ...request, parameters }),
  'turn.stop': async ({ turnId }, caller) => {
    await getGrove(caller).turns.stop(turnId);
    return {};
  },
  'turn.answer': ({ turnId, card, answer }, caller) => {
    getGrove(caller).turns.answer(turnId, card, answer);
    return {};
  },
  'turn.running': (_input, caller) => getGrove(caller).turns.running(),
  'turn.rounds': (_input, caller) => getGrove(caller).turns.rounds(),
  'turn.trace': ({ treeId }, caller) => getGrove(caller).read.trace(treeId),
  'turn.thoughts': ({ treeId }, caller) => getGrove(caller).read.thoughts(treeId),
  'turn.ofMessages': ({ treeId }, caller) => getGrove(caller).read.turnsOfMessages(treeId),
  'turn.record': ({ turnId, call }, caller) => getGrove(caller).read.callRecord(turnId, call),
  'turn.undo': ({ turnId }, caller) => getGrove(caller).turns.undo(turnId),
  'turn.redo': ({ turnId }, caller) => getGrove(caller).turns.redo(turnId),
};

export const messageHandlers: HandlersFor<'message.'> = {
  'message.saveEdit': ({ treeId, nodeId, how, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.saveEdit(intent, nodeId, how),
  'message.runCommands': ({ treeId, at, text }, caller) => getGrove(caller).commands.run(treeId, at, text),
  'message.reasoning': ({ treeId, nodeId }, caller) => getGrove(caller).read.readReasoning(treeId, nodeId),
};

/** Agents' proposals for manuscripts. */
export const proposalHandlers: HandlersFor<'proposal.'> = {
  'proposal.read': ({ treeId, ...intent }, caller) => {
    const { proposals, edits } = getGrove(caller);
    return { ...proposals.read(treeId, intent), asks: edits.asks(treeId) };
  },
  'proposal.list': ({ treeId }, caller) => getGrove(caller).proposals.list(treeId),
  'proposal.update': ({ treeId, suggestions, ...intent }, caller) => ({
    path: getGrove(caller).proposals.update(treeId, intent, suggestions),
  }),
  'proposal.ask': ({ treeId, pathVersion, ops, ...request }, caller) =>
    getGrove(caller).edits.ask(treeId, { pathVersion, ops }, request),
  'proposal.askAgain': ({ treeId, pathVersion, ops, proposalId, range }, caller) =>
    getGrove(caller).edits.askAgain(treeId, { pathVersion, ops }, proposalId, range),
  'proposal.stop': async ({ askId }, caller) => {
    await getGrove(caller).edits.stop(askId);
    return {};
  },
  'proposal.record': ({ proposalId }, caller) => getGrove(caller).read.proposalRecord(proposalId),
  'proposal.usage': (_input, caller) => getGrove(caller).read.proposalUsage(),
};
