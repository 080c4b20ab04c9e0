/** Ends an answer where it runs into the text that follows it (`edits.md`, *Rewrites and bridges*). */
import { BOUNDARY, TokenReader, wordsIn } from './token-reader.ts';
import { UnitMatcher } from './unit-matcher.ts';

/** How many words must be those of the following text: fewer may be chance. */
const WORDS = 5;
/** How far into the following text to look for these words, in UTF-16 code units. */
const SEARCH_LENGTH = 4_000;

/** The beginning of the following text that ends an answer. */
interface Ending {
  readonly units: readonly string[];
  /** Whether it counts only if nothing follows it in the answer: a following text of fewer words. */
  readonly isOnlyLast: boolean;
}

/**
 * Reads an answer while it streams, and cuts it where five whole words in a row are the beginning of the text that
 * follows, whatever the white space and the typography. Of a following text with fewer words, the answer must end with
 * all, its marks included. What may still be that beginning is held back. The cost is linear, and chunks, which are
 * of whole characters, make no difference.
 */
export class AnswerEnd {
  readonly #isOnlyLast: boolean;
  readonly #matcher: UnitMatcher | null;
  readonly #reader: TokenReader;
  #held = '';
  /** Where the held text begins in the answer. */
  #heldFrom = 0;
  #cutAt: number | null = null;

  /**
   * @param after the text that follows
   * @param replaced what the answer replaces: more words must match than it has of the beginning of `after`, because a
   *   refrain comes back
   */
  constructor(after: string, replaced: string) {
    const ending = findEnding(after, replaced);
    const matcher = ending === null ? null : new UnitMatcher(ending.units);
    this.#isOnlyLast = ending?.isOnlyLast ?? false;
    this.#matcher = matcher;
    this.#reader = new TokenReader((unit, at) => {
      if (this.#cutAt !== null) return;
      matcher?.add(unit, at);
      if (matcher?.isWhole === true && !this.#isOnlyLast) this.#cutAt = matcher.offsetOf(1);
    });
  }

  /** The answer has run into the following text: nothing that still arrives belongs to it. */
  get isOver(): boolean {
    return this.#cutAt !== null;
  }

  /** Reads on. @returns text to show, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    if (this.isOver || chunk === '') return '';
    this.#held += chunk;
    if (this.#matcher === null) return this.#release(this.#heldFrom + this.#held.length);
    this.#reader.read(chunk);
    // The first unit of a match is the boundary before it.
    const isMatching = this.#matcher.length > 1;
    return this.#release(this.#cutAt ?? (isMatching ? this.#matcher.offsetOf(1) : this.#reader.at));
  }

  /** The end of the answer. @returns what was still held back and belongs to it */
  end(): string {
    if (this.isOver) return '';
    this.#reader.end();
    if (this.#matcher?.isWhole === true) this.#cutAt ??= this.#matcher.offsetOf(1);
    return this.#release(this.#cutAt ?? this.#heldFrom + this.#held.length);
  }

  #release(to: number): string {
    if (to <= this.#heldFrom) return '';
    const text = this.#held.slice(0, to - this.#heldFrom);
    this.#held = this.#held.slice(text.length);
    this.#heldFrom = to;
    return text;
  }
}

function findEnding(after: string, replaced: string): Ending | null {
  const { units, isAll } = readBeginning(after);
  if (!units.some((unit) => wordsIn(unit) > 0)) return null;
  const known = longestIn(replaced, units);
  let words = 0;
  let token = '';
  for (const [index, unit] of units.entries()) {
    if (unit !== BOUNDARY) {
      token += unit;
      continue;
    }
    words += wordsIn(token);
    token = '';
    if (words >= WORDS && index >= known) return { units: units.slice(0, index + 1), isOnlyLast: false };
  }
  return isAll && words < WORDS && known < units.length ? { units, isOnlyLast: true } : null;
}

/** The units of the beginning of a text, up to the end of a token. */
function readBeginning(text: string): { readonly units: readonly string[]; readonly isAll: boolean } {
  const units: string[] = [];
  const reader = new TokenReader((unit) => units.push(unit));
  reader.read(text.slice(0, SEARCH_LENGTH));
  const isAll = text.length <= SEARCH_LENGTH;
  if (isAll) reader.end();
  return { units: isAll ? units : units.slice(0, units.lastIndexOf(BOUNDARY) + 1), isAll };
}

/** How many units of the pattern, from its beginning, occur in the text together. */
function longestIn(text: string, pattern: readonly string[]): number {
  const matcher = new UnitMatcher(pattern);
  let longest = 0;
  const reader = new TokenReader((unit, at) => {
    matcher.add(unit, at);
    longest = Math.max(longest, matcher.length);
  });
  reader.read(text);
  reader.end();
  return longest;
}
