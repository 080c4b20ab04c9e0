/** Ends an answer where it runs into the text that follows it (`edits.md`, *Rewrites and bridges*). */
import { foldTypography } from '../text/fold-text.ts';
import { UNSPACED_SCRIPT } from '../text/word-diff.ts';

/** Number of words that must match the following text: fewer may be chance. */
const WORDS = 5;
/** Length of the following text in which these words are sought, in UTF-16 code units. */
const SEARCH_LENGTH = 4_000;

/** The beginning of the following text that ends an answer. */
interface Ending {
  readonly units: readonly string[];
  /** It counts only if nothing follows it in the answer: a following text of fewer words. */
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
  /** Start of the held text in the answer. */
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

  /** The end of the answer. @returns the rest of the held text that belongs to it */
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

/** The most units from the pattern's beginning that occur together in the text. */
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

/** Finds the beginning of a pattern at the end of a sequence that grows, at a constant cost per unit (Knuth, Morris, Pratt). */
class UnitMatcher {
  readonly #pattern: readonly string[];
  /** For each length of a match, the length of the longest shorter one that ends at the same unit. */
  readonly #shorter: readonly number[];
  /** Offsets of the last units, as many as the pattern has, by their number. */
  readonly #offsets: number[] = [];
  #count = 0;
  #length = 0;

  constructor(pattern: readonly string[]) {
    this.#pattern = pattern;
    this.#shorter = shorterMatches(pattern);
  }

  /** Number of units of the pattern with which the sequence ends, as many as possible. */
  get length(): number {
    return this.#length;
  }

  get isWhole(): boolean {
    return this.#length === this.#pattern.length;
  }

  /** @param at returned by `offsetOf` */
  add(unit: string, at: number): void {
    this.#offsets[this.#count % this.#pattern.length] = at;
    this.#count += 1;
    this.#length = longer(this.#pattern, this.#shorter, this.#length, unit);
  }

  /** The offset of the unit in the sequence that matches the pattern's at `index`, which is below `length`. */
  offsetOf(index: number): number {
    return this.#offsets[(this.#count - this.#length + index) % this.#pattern.length] ?? 0;
  }
}

/** The length of the match of `length` units after another unit. */
function longer(
  pattern: readonly string[],
  shorter: readonly number[],
  length: number,
  unit: string,
): number {
  let matched = length === pattern.length ? (shorter[length] ?? 0) : length;
  while (matched > 0 && pattern[matched] !== unit) matched = shorter[matched] ?? 0;
  return pattern[matched] === unit ? matched + 1 : 0;
}

function shorterMatches(pattern: readonly string[]): readonly number[] {
  const shorter = [0, 0];
  for (const unit of pattern.slice(1)) shorter.push(longer(pattern, shorter, shorter.at(-1) ?? 0, unit));
  return shorter;
}

// Reads a text as words and marks, so that texts with other white space or typography can be compared.

/** Stands between two tokens, before the first and after the last; no character is empty. */
const BOUNDARY = '';

/**
 * Takes a character of a token, or a boundary.
 * @param at offset in the text, in UTF-16 code units; of a boundary, where the last token ends
 */
type OnUnit = (character: string, at: number) => void;

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
 * Words that a token counts as: none for a mark, and a half for a character of a script without spaces, where a word
 * has about two.
 */
function wordsIn(token: string): number {
  if (!LETTER.test(token)) return 0;
  return UNSPACED_SCRIPT.test(token) ? 0.5 : 1;
}

/**
 * Reads a text as units: a boundary, then the characters of each token and a boundary after it. White space is only a
 * boundary. A boundary is read as soon as nothing more can belong to the token. Chunks are of whole characters.
 */
class TokenReader {
  readonly #onUnit: OnUnit;
  #at = 0;
  #isInWord = false;
  #isAtBoundary = false;

  constructor(onUnit: OnUnit) {
    this.#onUnit = onUnit;
  }

  /** Number of UTF-16 code units read. */
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
