import type { HandlersFor } from './access/caller.ts';
import { noteWritten } from './access/written-files.ts';
import { writeExport } from './exchange-handlers.ts';
import { getGrove } from './grove-handlers.ts';

export const nodeHandlers: HandlersFor<'node.'> = {
  'node.split': ({ treeId, nodeId, offset, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.split(intent, nodeId, offset),
  'node.branchEdit': ({ treeId, nodeId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.branchEdit(intent, nodeId),
  'node.annotate': ({ treeId, nodeId, text, phrase }, caller) =>
    getGrove(caller).positions.annotate(treeId, nodeId, text, phrase ?? null),
  'node.reviseNote': ({ treeId, nodeId, text }, caller) =>
    getGrove(caller).positions.rewriteNote(treeId, nodeId, text),
  'node.keepNote': ({ treeId, nodeId, kept }, caller) =>
    getGrove(caller).positions.setNoteKept(treeId, nodeId, kept),
  'node.annotations': ({ treeId, nodeId }, caller) => getGrove(caller).read.readAnnotations(treeId, nodeId),
  'node.setSummary': ({ treeId, nodeId, summary }, caller) => {
    getGrove(caller).positions.setSummary(treeId, nodeId, summary);
    return {};
  },
  'node.versions': ({ treeId, positionId }, caller) => getGrove(caller).read.listVersions(treeId, positionId),
  'node.read': ({ treeId, nodeId }, caller) => getGrove(caller).read.readNode(treeId, nodeId),
  'node.runs': ({ treeId, nodeId }, caller) => getGrove(caller).read.readRuns(treeId, nodeId),
  'node.tokens': ({ treeId, nodeId }, caller) => getGrove(caller).read.readTokens(treeId, nodeId),
  'node.chooseToken': ({ treeId, nodeId, offset, text, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).branching.chooseToken(intent, nodeId, offset, text),
  'node.exportRecord': async ({ treeId, nodeId }, caller) => {
    const { name, text } = getGrove(caller).read.exportRecord(treeId, nodeId);
    const file = await caller.chooseDestination(name);
    return file !== null && (await writeExport(file, [text])) ? noteWritten(caller, file) : null;
  },
  'node.record': ({ treeId, nodeId }, caller) => getGrove(caller).read.readRecord(treeId, nodeId),
};
