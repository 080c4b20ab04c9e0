import { AspenError } from '../../../core/errors.ts';
import { BACKUP_DISK_FULL, BACKUP_FOLDER_READ_ONLY, backupFolderUnusable } from '../../../ui-text/copies.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCopy } from '../../store/copies/save-copy.ts';
import { getGrove } from '../../store/tables/grove.ts';
import type { BackupFolder } from './backup-folder.ts';

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

const FULL = ['DISK_FULL', 'ENOSPC', 'EDQUOT'];
const CLOSED = ['READ_ONLY', 'EACCES', 'EPERM', 'EROFS'];

/** Why a backup could not be made, as a sentence for people. */
export function backupReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.includes(code)) return BACKUP_DISK_FULL;
  if (CLOSED.includes(code)) return BACKUP_FOLDER_READ_ONLY;
  if (error instanceof AspenError && error.code === 'CORRUPT') return `${error.detail}.`;
  return backupFolderUnusable(error instanceof AspenError ? error.detail : String(error));
}
