/** Trees made of other trees. */

/** The title of the manuscript made of a conversation. */
export function manuscriptOf(title: string): string {
  return `${title}, as a manuscript`;
}

/** A manuscript was made of a conversation. */
export function madeManuscript(title: string): string {
  return `The messages are in the new tree “${title}”.`;
}

export const MANUSCRIPT_STOPPED = 'Stopped. What was written so far is in the archive.';
