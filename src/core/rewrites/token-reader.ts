/** Reads a text as words and marks, so that texts with other white space or typography can be compared. */
import { foldTypography } from '../text/fold-typography.ts';
import { UNSPACED_SCRIPT } from '../text/word-diff.ts';

/** Stands between two tokens, before the first and after the last; no character is empty. */
export const BOUNDARY = '';

/**
 * Takes a character of a token, or a boundary.
 * @param at offset in the text, in UTF-16 code units; of a boundary, where the last token ends
 */
export type OnUnit = (character: string, at: number) => void;

const SPACE = 0;
/** A letter, digit or apostrophe of a word. */
const IN_WORD = 1;
/** A mark, or a character of a script without spaces: a token of its own. */
const ALONE = 2;

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}'’]/u;
const LETTER = /[\p{L}\p{N}]/u;

function classify(character: string): number {
  if (/\s/u.test(character)) return SPACE;
  return WORD_CHARACTER.test(character) && !UNSPACED_SCRIPT.test(character) ? IN_WORD : ALONE;
}

/** Most characters of most texts: a table is many times faster than regular expressions. */
const ASCII: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  classify(String.fromCharCode(code)),
);

function classOf(character: string): number {
  return ASCII[character.charCodeAt(0)] ?? classify(character);
}

/**
 * How many words a token counts as: none for a mark, and a half for a character of a script without spaces, where a word
 * has about two.
 */
export function wordsIn(token: string): number {
  if (!LETTER.test(token)) return 0;
  return UNSPACED_SCRIPT.test(token) ? 0.5 : 1;
}

/**
 * Reads a text as units: a boundary, then the characters of each token and a boundary after it. White space is only a
 * boundary. A boundary is read as soon as nothing more can belong to the token. Chunks are of whole characters.
 */
export class TokenReader {
  readonly #onUnit: OnUnit;
  #at = 0;
  #isInWord = false;
  #isAtBoundary = false;

  constructor(onUnit: OnUnit) {
    this.#onUnit = onUnit;
  }

  /** How much has been read, in UTF-16 code units. */
  get at(): number {
    return this.#at;
  }

  read(chunk: string): void {
    for (const character of foldTypography(chunk)) this.#add(character);
  }

  end(): void {
    this.#separate();
  }

  #add(character: string): void {
    const kind = classOf(character);
    if (kind !== IN_WORD || !this.#isInWord) this.#separate();
    if (kind !== SPACE) {
      this.#onUnit(character, this.#at);
      this.#isAtBoundary = false;
    }
    this.#at += character.length;
    this.#isInWord = kind === IN_WORD;
    if (kind === ALONE) this.#separate();
  }

  #separate(): void {
    if (this.#isAtBoundary) return;
    this.#isAtBoundary = true;
    this.#onUnit(BOUNDARY, this.#at);
  }
}
