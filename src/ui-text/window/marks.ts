/** Words about notes and bookmarks. */

/** A bookmark without a name, where the pointer rests on its phrase. */
export const BOOKMARK = 'Bookmark';

export const BOOKMARKED = 'Bookmarked.';
export const BOOKMARK_REMOVED = 'Bookmark removed.';
export const NOTHING_TO_BOOKMARK = 'There is no text here yet.';

/** @param text of the note, or its beginning */
export function noteTitle(text: string): string {
  return `Note: ${text}`;
}

/** Report of a bookmark's subject. @param words its phrase; null for all of a text */
export function bookmarked(words: string | null): string {
  return words === null ? BOOKMARKED : `Bookmarked “${words}”.`;
}

/** UTF-16 code units left of words on a line. */
const SHORT = 60;

/** Words of the text, as a note shows them. */
export function quoted(words: string): string {
  const line = words.replaceAll(/\s+/gu, ' ');
  return `“${line.length > SHORT ? `${line.slice(0, line.lastIndexOf(' ', SHORT)).trimEnd()}…` : line}”`;
}

/** @param words that it is on; null for all of a text */
export function newNoteOn(words: string | null): string {
  return words === null ? 'New note' : `New note on ${quoted(words)}`;
}

/** A note whose field was left before it was saved. @param words that it is on; null for all of a text */
export function unsavedNoteOn(words: string | null): string {
  return words === null ? 'Unsaved note' : `Unsaved note on ${quoted(words)}`;
}

export const CONTINUE_NOTE = 'Continue writing';
export const DISCARD_NOTE = 'Throw away';
export const GO_TO_PHRASE = 'Go to these words';
