import { keepNoteDrafts, noteDraftsOf } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './access/caller.ts';
import { noteWritten } from './access/file-handles.ts';
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

export function noteHandlers(settings: SettingsFile): HandlersFor<'note.'> {
  return {
    'note.drafts': ({ treeId }, caller) =>
      noteDraftsOf(settings.current, { groveId: getGrove(caller).snapshot().id, treeId }),
    'note.keepDrafts': ({ treeId, drafts }, caller) => {
      const of = { groveId: getGrove(caller).snapshot().id, treeId };
      let dropped = 0;
      settings.update((current) => {
        const kept = keepNoteDrafts(
          current,
          of,
          drafts.map((draft) => ({ ...draft })),
        );
        dropped = kept.dropped;
        return kept.settings;
      });
      return { dropped };
    },
  };
}
