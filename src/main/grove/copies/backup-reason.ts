import { AspenError } from '../../../core/errors.ts';
import { BACKUP_DISK_FULL, BACKUP_FOLDER_READ_ONLY, backupFolderUnusable } from '../../../ui-text/copies.ts';

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
