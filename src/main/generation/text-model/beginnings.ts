import { kindOf, readTokens } from './tokens.ts';

/** Enough of a text to find its first word, in UTF-16 code units. */
export const BEGINNING_LENGTH = 200;

/**
 * The words that siblings begin with, so that no two of them begin alike (`generation.md`, *The offline agent*). Capital
 * letters make no difference.
 */
export class Beginnings {
  readonly #words = new Set<string>();

  /** Takes the first words of siblings that exist. @param texts theirs, or how they begin */
  takeFrom(texts: readonly string[]): void {
    for (const text of texts) this.take(firstWord(text));
  }

  /** Notes that a sibling begins with this word; nothing if it is empty. */
  take(word: string): void {
    if (word !== '') this.#words.add(word.toLowerCase());
  }

  isTaken(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }
}

/** The first word of a text, or character of a script without spaces; empty if there is none near its start. */
function firstWord(text: string): string {
  let first = '';
  readTokens(text.slice(0, BEGINNING_LENGTH), 0, (token) => {
    const kind = kindOf(token);
    if (first === '' && (kind === 'word' || kind === 'glyph')) first = token;
  });
  return first;
}
