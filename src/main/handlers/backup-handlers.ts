import { backupCopyDialog } from '../../ui-text/dialogs.ts';
import type { BackupLibrary } from '../grove/copies/backup-library.ts';
import type { HandlersFor } from './access/caller.ts';
import { runStoppableStep } from './access/run-stoppable.ts';
import { copyProgress } from './copy-handlers.ts';
import { requireNotOpen } from './name-grove.ts';

export interface BackupHandlerOptions {
  readonly library: BackupLibrary;
}

export function backupHandlers({ library }: BackupHandlerOptions): HandlersFor<'backup.'> {
  return {
    'backup.list': (_input, caller) => library.list(caller.findGrove()?.snapshot().id ?? null),
    'backup.open': async ({ groveId, name, suggestedName: wanted }, caller) => {
      const target = await caller.chooseNewFile(backupCopyDialog(wanted));
      if (target === null) return { chosen: false, grove: null };
      requireNotOpen(caller, target);
      const isCopied = await runStoppableStep(caller, copyProgress(target), async (signal) => {
        await library.copy(groveId, name, target, signal);
        return true;
      });
      if (isCopied === null) return { chosen: false, grove: null };
      const grove = await caller.showGrove(target, false);
      return { chosen: true, grove: grove?.snapshot() ?? null };
    },
  };
}
