import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const draftHandlers: HandlersFor<'draft.' | 'cursor.'> = {
  'draft.save': async ({ treeId, digest, ...intent }, caller) => ({
    digest: await getGrove(caller).treeSession(treeId).saveDraft(intent, digest),
  }),
  'draft.commit': ({ treeId, requestId, ...intent }, caller) =>
    getGrove(caller).treeSession(treeId).commit(intent, requestId),
  'draft.keep': ({ treeId, ops }, caller) => {
    getGrove(caller).keepText(treeId, ops);
    return {};
  },
  'draft.flush': ({ treeId }, caller) => {
    getGrove(caller).treeSession(treeId).flush();
    return {};
  },
  'cursor.save': ({ treeId, cursor }, caller) => {
    getGrove(caller).treeSession(treeId).saveCursor(cursor);
    return {};
  },
};
