import type { BackupLibrary } from '../grove/copies/backup-library.ts';
import { copying, refuseOpen } from './copy.ts';
import type { HandlersFor } from './handlers-for.ts';
import { stoppableStep } from './stoppable.ts';

export interface BackupHandlerOptions {
  readonly library: BackupLibrary;
}

export function backupHandlers({ library }: BackupHandlerOptions): HandlersFor<'backup.'> {
  return {
    'backup.list': (_input, caller) => library.list(caller.findGrove()?.snapshot().id ?? null),
    'backup.open': async ({ groveId, name, wanted }, caller) => {
      const target = await caller.chooseNewFile({ title: 'Open a copy of the backup', name: wanted });
      if (target === null) return { chosen: false, grove: null };
      refuseOpen(caller, target);
      const isCopied = await stoppableStep(caller, copying(target), async (signal) => {
        await library.copy(groveId, name, target, signal);
        return true;
      });
      if (isCopied === null) return { chosen: false, grove: null };
      const grove = await caller.showGrove(target, false);
      return { chosen: true, grove: grove?.snapshot() ?? null };
    },
  };
}
