import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const draftHandlers: HandlersFor<'draft.' | 'cursor.'> = {
  'draft.save': async ({ treeId, digest, undo = null, ...intent }, caller) => {
    const grove = getGrove(caller);
    grove.check.noteTyping();
    return { digest: await grove.treeSession(treeId).saveDraft(intent, digest, undo) };
  },
  'draft.undo': async ({ treeId }, caller) => ({
    undo: await getGrove(caller).treeSession(treeId).readUndo(),
  }),
  'draft.commit': ({ treeId, requestId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).commit(intent, requestId),
  'draft.keep': ({ treeId, ops }, caller) => {
    getGrove(caller).keepText(treeId, ops);
    return {};
  },
  'draft.flush': ({ treeId }, caller) => {
    const grove = getGrove(caller);
    // Until the file is checked, the draft is in the journal.
    if (!grove.check.isWaiting) grove.treeSession(treeId).flush();
    return {};
  },
  'cursor.save': ({ treeId, cursor }, caller) => {
    getGrove(caller).treeSession(treeId).draftState.moveCursor(cursor);
    return {};
  },
};
