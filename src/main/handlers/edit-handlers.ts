import type { HandlersFor } from './access/caller.ts';

export const editHandlers: HandlersFor<'edit.'> = {
  'edit.clipboard': ({ action }, caller) => {
    caller.useClipboard(action);
    return {};
  },
};
