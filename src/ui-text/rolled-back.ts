/** The warning that a file lacks changes this computer made to it. */
import { dateAndTime } from './time.ts';

export const GROVE_OLDER = 'This grove is older than the one last saved on this computer.';
export const GROVE_DIVERGED = 'This grove lacks changes that were made on this computer.';

/**
 * @param writtenAt when this computer last wrote the file; milliseconds since 1970 UTC, as `backupTime`
 * @param backupTime of the backup that has the missing changes; undefined if none of the newest has them
 */
export function rolledBackDetail(writtenAt: number, backupTime: number | undefined): string {
  const rescue =
    backupTime === undefined
      ? 'None of the newest backups has them.'
      : `The backup from ${dateAndTime(backupTime)} has them.`;
  return `The changes saved here on ${dateAndTime(writtenAt)} are not in this file. A program that syncs or restores files may have replaced it with another copy. ${rescue}`;
}
