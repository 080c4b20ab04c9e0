/** Words that many buttons and panes share. */

export const CANCEL = 'Cancel';
export const CLOSE = 'Close';
export const STOP = 'Stop';
export const DISMISS = 'Close';
export const RETRY = 'Retry';
/** Retries with more tokens, where a model used all for thinking. */
export const ALLOW_MORE = 'Allow more';
export const RESTORE = 'Bring back';
export const RESTORE_ALL = 'Bring back all';
export const DETAILS = 'Details';

/** Something is being read. */
export const LOADING = 'Loading…';

/** `2 of 5`. */
export function numberOf(number: number, count: number): string {
  return `${number.toLocaleString('en')} of ${count.toLocaleString('en')}`;
}

/** A tooltip with the key that does the same. */
export function withKey(title: string, key: string): string {
  return `${title} (${key})`;
}
