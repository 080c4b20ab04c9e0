/** The banner of a grove that cannot be saved, and what it and other notices about the file offer. */
import { countOf } from './plural.ts';

export const FILE_GONE =
  'The grove’s file is gone: it was deleted, moved or replaced by another program. Your text is kept in this window.';

export const FILE_REPLACED =
  'The grove was moved or replaced by another program, and another file has taken its place. Your text is kept in this window.';

export const FOREIGN_JOURNAL =
  'There is another program’s journal next to the grove’s file, so the file is neither read nor written. Your text is kept in this window.';

export const FOREIGN_JOURNAL_DETAIL =
  'Either another program is writing to the grove, or a program that syncs or restores files put the journal back. Saving resumes once the journal is gone.';

export const WINDOW_STAYS_OPEN =
  'This window stays open because your latest text could not be saved anywhere.';

/** @param what `damagedTexts` or `DAMAGED_PART` */
export function groveDamaged(what: string): string {
  return `This grove is damaged: ${what} could not be verified. It is no longer written to; what you type is kept on this computer.`;
}

export const DAMAGED_PART = 'part of the file';

export function damagedTexts(count: number): string {
  return countOf(count, 'text');
}

// The state of saving, in the status bar.

/** The name of the status bar. */
export const STATUS = 'Status';
export const SAVED = 'Saved';
export const SAFE = 'Safe on this computer';
export const NOT_SAVED = 'Not saved';

/** Reasons why text is not in the file yet. */
export const WAITING_FOR = {
  program: 'Waiting for another program that uses the grove',
  check: 'Checking the file',
} as const;

/** The present place of the text. */
export const TYPED_IS_SAFE = 'What you typed is safe on this computer.';
export const TYPED_IS_IN_WINDOW = 'What you typed last is only in this window.';
export const PROGRAM_BUSY = 'The program is busy. Your text is kept in this window.';

/** The buttons of notices about the file. */
export const OFFERS = {
  undoRecovery: 'Undo',
  redoRecovery: 'Bring back',
  findIt: 'Find it…',
  saveHere: 'Save a copy here',
  putBack: 'Put my version back',
  compare: 'Compare',
  recover: 'Recover a copy…',
  saveCopy: 'Save a copy elsewhere…',
  openBackup: 'Open a copy from…',
  goOnWithoutBackup: 'Go on without a backup',
  closeAnyway: 'Close and lose it',
  showFile: 'Show',
} as const;

/** @param reason a sentence */
export function noCopySaved(reason: string): string {
  return `No copy was saved. ${reason}`;
}
