import { AspenError } from '../../../core/errors.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCopy } from '../../store/copies/save-copy.ts';
import { getGrove } from '../../store/tables/grove.ts';
import type { BackupFolder } from './backup-folder.ts';
import { backupReason } from './backup-reason.ts';

export interface OldBackupOptions {
  /** The older grove, opened read-only without migrating it. */
  readonly old: Store;
  readonly folder: BackupFolder;
  now(): number;
  /** Opens the copy read-only without migrating it. */
  open(path: string): Store;
}

/**
 * Writes a checked backup of an older grove before it is migrated (`storage.md`, *Opening, in order*).
 * @throws {AspenError} CORRUPT if the grove itself is damaged; NO_BACKUP, with the reason. Then nothing is
 *   changed
 */
export function backUpOld({ old, folder, now, open }: OldBackupOptions): void {
  try {
    const target = folder.pathFor(getGrove(old).id, folder.originOf(old.path), now());
    const moveIntoPlace = (partial: string, path: string) => folder.moveIntoPlace(partial, path);
    saveCopy({ store: old, target, open, moveIntoPlace });
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT') throw error;
    throw new AspenError('NO_BACKUP', backupReason(error), { cause: error });
  }
}
