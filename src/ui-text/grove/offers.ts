/** Offers of notices about the file of a grove. */

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
