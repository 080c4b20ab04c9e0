import { writeFileWhole } from '../exchange/write-file.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const nodeHandlers: HandlersFor<'node.'> = {
  'node.split': ({ treeId, nodeId, offset, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).branching.split(intent, nodeId, offset),
  'node.branchEdit': ({ treeId, nodeId, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).branching.branchEdit(intent, nodeId),
  'node.annotate': ({ treeId, nodeId, text }, caller) =>
    groveOf(caller).positions.annotate(treeId, nodeId, text),
  'node.reviseNote': ({ treeId, nodeId, text }, caller) =>
    groveOf(caller).positions.rewriteNote(treeId, nodeId, text),
  'node.keepNote': ({ treeId, nodeId, kept }, caller) =>
    groveOf(caller).positions.keepNote(treeId, nodeId, kept),
  'node.annotations': ({ treeId, nodeId }, caller) => groveOf(caller).read.readAnnotations(treeId, nodeId),
  'node.versions': ({ treeId, positionId }, caller) => groveOf(caller).read.listVersions(treeId, positionId),
  'node.read': ({ treeId, nodeId }, caller) => groveOf(caller).read.readNode(treeId, nodeId),
  'node.tokens': ({ treeId, nodeId }, caller) => groveOf(caller).read.readTokens(treeId, nodeId),
  'node.chooseToken': ({ treeId, nodeId, offset, text, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).branching.chooseToken(intent, nodeId, offset, text),
  'node.exportRecord': async ({ treeId, nodeId }, caller) => {
    const { name, text } = groveOf(caller).read.exportRecord(treeId, nodeId);
    const file = await caller.chooseDestination(name);
    return file !== null && writeFileWhole(file, [text]);
  },
  'node.record': ({ treeId, nodeId }, caller) => groveOf(caller).read.readRecord(treeId, nodeId),
};
