/** Bidirectional embeddings, overrides and isolates, which reorder the text around them. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * Reads an agent's comment on its edit as one line of plain text: line breaks and tabs become spaces, other control
 * characters and those that reorder text around them are removed. Markup, right-to-left marks and accents stay as
 * written.
 */
export function readRationale(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\r\u2028\u2029\u0085]+/gu, ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(REORDERING, '')
    .trim();
}
