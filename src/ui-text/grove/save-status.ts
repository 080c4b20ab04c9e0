/** Whether the text is saved, in the status bar. */

/** The name of the status bar. */
export const STATUS = 'Status';
export const SAVED = 'Saved';
export const SAFE = 'Safe on this computer';
export const NOT_SAVED = 'Not saved';

/** What keeps the text from being in the file. */
export const WAITING_FOR = {
  program: 'Waiting for another program that uses the grove',
  check: 'Checking the file',
} as const;

/** Where the text is meanwhile. */
export const TYPED_IS_SAFE = 'What you typed is safe on this computer.';
export const TYPED_IS_IN_WINDOW = 'What you typed last is only in this window.';
export const PROGRAM_BUSY = 'The program is busy. Your text is kept in this window.';
