import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const draftHandlers: HandlersFor<'draft.' | 'cursor.'> = {
  'draft.save': async ({ treeId, digest, ...intent }, caller) => ({
    digest: await groveOf(caller).treeSession(treeId).saveDraft(intent, digest),
  }),
  'draft.commit': ({ treeId, requestId, ...intent }, caller) =>
    groveOf(caller).treeSession(treeId).commit(intent, requestId),
  'draft.flush': ({ treeId }, caller) => {
    groveOf(caller).treeSession(treeId).flush();
    return {};
  },
  'cursor.save': ({ treeId, cursor }, caller) => {
    groveOf(caller).treeSession(treeId).saveCursor(cursor);
    return {};
  },
};
