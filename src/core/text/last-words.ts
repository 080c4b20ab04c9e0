import { snapToPairEnd } from './surrogate-pair.ts';

/** Length that fits on one line of a message, in UTF-16 code units. */
const MAX_LENGTH = 40;

/** Length that fits on a line of the list of recent books, in UTF-16 code units. */
const MAX_LAST_LINE = 140;

/**
 * The last words of a text on one line, to show where something follows: at most `maxLength` UTF-16 code units of
 * whole words, after an ellipsis if there is more. Null if the text is blank.
 */
export function lastWords(text: string, maxLength = MAX_LENGTH): string | null {
  const line = text
    .slice(-4 * maxLength)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (line === '') return null;
  if (line.length <= maxLength) return line;
  const from = line.length - maxLength + 1;
  const space = line.indexOf(' ', from - 1);
  // In scripts without spaces, cut between two characters.
  const start = space >= 0 && space < line.length - maxLength / 3 ? space + 1 : snapToPairEnd(line, from);
  return `…${line.slice(start)}`;
}

/**
 * The end of the last line that is not blank, by which a writer recognises where they stopped: at most 140 UTF-16
 * code units of whole words, after an ellipsis if there is more. Null if the text is blank.
 */
export function lastLine(text: string): string | null {
  const end = text.trimEnd();
  return lastWords(end.slice(end.lastIndexOf('\n') + 1), MAX_LAST_LINE);
}
