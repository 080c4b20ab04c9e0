import { AspenError } from '../../../core/errors.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCopy } from '../../store/copies/save-copy.ts';
import { getGrove } from '../../store/tables/grove.ts';
import type { BackupFolder } from './backup-folder.ts';

export interface OldBackup {
  /** The grove as it is, open for reading. */
  readonly old: Store;
  readonly folder: BackupFolder;
  now(): number;
  /** Opens a copy as it is, for reading. */
  open(path: string): Store;
}

/**
 * Backs a grove of an older version up, looked through, before it is brought up to date (`storage.md`, *Opening, in order*).
 * @throws {AspenError} CORRUPT where the grove itself is damaged; NO_BACKUP, with the reason in words. Nothing is changed then
 */
export function backUpOld({ old, folder, now, open }: OldBackup): void {
  try {
    const target = folder.placeFor(getGrove(old).id, folder.originOf(old.path), now());
    const intoPlace = (partial: string, place: string) => folder.intoPlace(partial, place);
    saveCopy({ store: old, target, open, intoPlace });
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT') throw error;
    throw new AspenError('NO_BACKUP', inWords(error), { cause: error });
  }
}

const FULL = ['DISK_FULL', 'ENOSPC', 'EDQUOT'];
const CLOSED = ['READ_ONLY', 'EACCES', 'EPERM', 'EROFS'];

function inWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.includes(code)) return 'There is no room for it on the disk.';
  if (CLOSED.includes(code)) return 'The folder of backups cannot be written.';
  return `The folder of backups cannot be used: ${error instanceof AspenError ? error.detail : String(error)}.`;
}
