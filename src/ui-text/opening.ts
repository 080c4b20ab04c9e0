/** The welcome page, and the banners about how a grove was opened. */
import { countOf } from './plural.ts';

/** Place of a grove that the writer has not named: the program chose its file. */
export const NOT_NAMED_YET = 'not named yet';

/** The length of a book. */
export function wordCount(words: number): string {
  return countOf(words, 'word');
}

export const OTHER_NAMES =
  'This grove’s file has other names too, as hard links. Its contents were checked completely.';

export const OTHER_NAMES_DETAIL =
  'If a crash left a journal next to one of the other names, it cannot be seen from here. Always open the grove by the same name.';

export const NOT_BACKED_UP =
  'This grove was made by an older version of Aspen Grove. It could not be backed up, so it is open for reading.';

/** @param reason why it could not be backed up, as a sentence */
export function notBackedUpDetail(reason: string): string {
  return `${reason} The file has not been changed. To write in it, it must be updated, and that cannot be undone without a backup: put this right and open the grove again, or copy the file yourself first.`;
}

export const RECORDS_CHANGED =
  'Your texts are as they were written, but something else in this grove is not: notes, bookmarks, titles, links, or what agents did.';

/** @param differences descriptions, as they are in the file @param more how many are not listed; 0 or less for none */
export function changedRecordsDetail(differences: readonly string[], more: number): string {
  const rest = more > 0 ? ` And ${countOf(more, 'more difference')}.` : '';
  return `Another program changed it, or the disk did. Look at it before you rely on it; an agent’s turn that was changed cannot be undone. ${differences.join('. ')}.${rest}`;
}
