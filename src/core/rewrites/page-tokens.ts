/**
 * A text as marks and words, whatever its white space and its typography, read while it streams: to recognise where an
 * answer runs into the text that follows it.
 */
import { foldTypography } from '../text/fold-typography.ts';

/** Between two tokens, and at the beginning of the text. Not in any text as a character of its own. */
export const BOUNDARY = '';

/** A boundary, or a character of a token. */
export interface TokenUnit {
  readonly character: string;
  /** Its offset in the text, in UTF-16 code units; of a boundary, where the last token ends. */
  readonly at: number;
}

const WHITE_SPACE = /\s/u;
/** In scripts without spaces, each character is a token. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}'’]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** How much a token counts of a word; nothing for a mark. Two characters of a script without spaces are about a word. */
export function wordsIn(token: string): number {
  if (!LETTER.test(token)) return 0;
  return UNSPACED.test(token) ? 0.5 : 1;
}

/**
 * Reads a text as units: each token's characters, with one boundary before the first token and after each. A boundary is
 * read as soon as no character that follows can belong to the token. Chunks may be divided anywhere.
 */
export class TokenReader {
  /** The first half of a surrogate pair, at the end of a chunk. */
  #half = '';
  #at = 0;
  /** Whether the last character is of a word that may go on. */
  #isInWord = false;
  #isAtBoundary = false;

  read(chunk: string): readonly TokenUnit[] {
    const units: TokenUnit[] = [];
    const text = this.#half + foldTypography(chunk);
    const isHalved = /[\ud800-\udbff]$/.test(text);
    this.#half = isHalved ? text.slice(-1) : '';
    for (const character of isHalved ? text.slice(0, -1) : text) this.#add(character, units);
    return units;
  }

  end(): readonly TokenUnit[] {
    const units: TokenUnit[] = [];
    if (this.#half !== '') this.#add(this.#half, units);
    this.#half = '';
    this.#separate(units);
    return units;
  }

  #add(character: string, units: TokenUnit[]): void {
    if (WHITE_SPACE.test(character)) {
      this.#separate(units);
      this.#isInWord = false;
    } else {
      const isInWord = IN_WORD.test(character) && !UNSPACED.test(character);
      if (!isInWord || !this.#isInWord) this.#separate(units);
      units.push({ character, at: this.#at });
      this.#isInWord = isInWord;
      this.#isAtBoundary = false;
      this.#at += character.length;
      // Nothing can belong to the same token.
      if (!isInWord) this.#separate(units);
      return;
    }
    this.#at += character.length;
  }

  #separate(units: TokenUnit[]): void {
    if (this.#isAtBoundary) return;
    units.push({ character: BOUNDARY, at: this.#at });
    this.#isAtBoundary = true;
  }
}
