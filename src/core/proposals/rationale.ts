/** Bidirectional embeddings, overrides and isolates, which reorder the text around them. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * What an agent says about its edit, as one line of plain text: line breaks and tabs become spaces, other control characters
 * and what reorders text around it is removed. Markup stays as it was written, and so do right-to-left marks and
 * accents.
 */
export function readRationale(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\r\u2028\u2029\u0085]+/gu, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(REORDERING, '')
    .trim();
}
