import { DATA_DISK_FULL, DATA_FOLDER_READ_ONLY } from '../../ui-text/settings-file.ts';

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const READ_ONLY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** Why a file in the app's data folder could not be written, for people. */
export function reasonNotWritten(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (FULL.includes(code)) return DATA_DISK_FULL;
  if (READ_ONLY.includes(code)) return DATA_FOLDER_READ_ONLY;
  return error instanceof Error ? error.message : String(error);
}
