import type { HandlersFor } from './access/handlers-for.ts';

export const editHandlers: HandlersFor<'edit.'> = {
  'edit.clipboard': ({ action }, caller) => {
    caller.useClipboard(action);
    return {};
  },
};
