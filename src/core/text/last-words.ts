import { snapToPairEnd } from './surrogate-pair.ts';

/** What fits on one line of a message, in UTF-16 code units. */
const MAX_LENGTH = 40;

/**
 * The last words of a text on one line, to show where something follows: at most 40 UTF-16 code units of
 * whole words, after an ellipsis if there is more. Null if the text is blank.
 */
export function lastWords(text: string): string | null {
  const line = text
    .slice(-4 * MAX_LENGTH)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (line === '') return null;
  if (line.length <= MAX_LENGTH) return line;
  const from = line.length - MAX_LENGTH + 1;
  const space = line.indexOf(' ', from - 1);
  // In scripts without spaces, cut between two characters.
  const start = space >= 0 && space < line.length - MAX_LENGTH / 3 ? space + 1 : snapToPairEnd(line, from);
  return `…${line.slice(start)}`;
}
