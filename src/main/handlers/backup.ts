import type { BackupLibrary } from '../grove/backup-library.ts';
import { refuseOpen } from './copy.ts';
import type { HandlersFor } from './handlers-for.ts';

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
      library.copy(groveId, name, target);
      const grove = await caller.showGrove(target, false);
      return { chosen: true, grove: grove?.snapshot() ?? null };
    },
  };
}
