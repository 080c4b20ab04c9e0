/** The banner of a grove whose file was overwritten by another program. */
import { RECOVERED_DRAFT } from './recovery.ts';
import { dateAndTime } from './time.ts';

const SENTENCES = {
  olderState:
    'Another program overwrote the grove’s file with another version of this grove, which lacks text you wrote. Your text is kept in this window.',
  otherGrove:
    'Another program overwrote the grove’s file with another grove. Your text is kept in this window.',
  notThisGrove:
    'Another program overwrote the grove’s file with something that is not this grove. Your text is kept in this window.',
} as const;

/** @param overwrite what is in the file now */
export function overwrittenSentence(overwrite: keyof typeof SENTENCES): string {
  return SENTENCES[overwrite];
}

/** State of the backup of the window's version of an overwritten grove. */
export type KeptVersion =
  | { readonly state: 'writing' }
  | {
      readonly state: 'kept';
      /** Milliseconds since 1970 UTC. */
      readonly time: number;
      /** Nothing is missing; otherwise text written since the last backup is in branches. */
      readonly isWhole: boolean;
    }
  /** @property reason a sentence */
  | { readonly state: 'failed'; readonly reason: string };

export function overwrittenDetail(kept: KeptVersion): string {
  switch (kept.state) {
    case 'writing':
      return 'The file is no longer written to. Your version is being added to the backups.';
    case 'kept':
      return `The file is no longer written to. Your version is in the backups, from ${dateAndTime(kept.time)}, ${extent(kept.isWhole)}.`;
    case 'failed':
      return `The file is no longer written to. Your version could not be added to the backups: ${kept.reason}`;
  }
}

/** @returns the sentence and the detail of the notice that the window's version is back in its file */
export function versionPutBack(isWhole: boolean): [sentence: string, detail: string] {
  return [
    `Your version is back in its file, ${extent(isWhole)}.`,
    'What was found there instead is in the backups.',
  ];
}

function extent(isWhole: boolean): string {
  return isWhole
    ? 'complete'
    : `with what you wrote since the backup before it in branches, bookmarked “${RECOVERED_DRAFT}”`;
}

/** The warning that a file lacks changes this computer made to it. */
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
