/** Reading a text through, page by page. */

export const READ_THROUGH = 'Read through';
export const READING_TEXT = 'Text';
export const CLOSE_READING = 'Back to the text';
export const NOTE_HERE = 'Note here';
export const SAVE_NOTE = 'Save the note';
export const NOTHING_TO_READ = 'Nothing is written here yet.';
export const NOTE_NOT_COMMITTED = 'This passage is typed and not committed yet. Commit it, then note it.';

/** @param words of the passage that the note is on */
export const noteOn = (words: string) => `Note on “${words}”`;

/** The chapter that is read, and the share of the text before it, from 0 to 1. */
export function readingPlace(chapter: string, share: number): string {
  const percent = `${Math.round(share * 100)} %`;
  return chapter === '' ? percent : `${chapter} · ${percent}`;
}
