import {
  BREAK,
  CAPITAL,
  isCapitalised,
  kindOf,
  NAME,
  readTokens,
  type TokenKind,
  uncapitalise,
} from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';
import { CLASS_COUNT } from './word-class.ts';

/** After these (and at the beginning of the text) a word may be capitalised only because a sentence begins. */
const SENTENCE_OPENERS: ReadonlySet<TokenKind> = new Set<TokenKind>(['break', 'open', 'terminal']);

const FIRST_PERSON = /^I(’|$)/;

/** Triples of classes are counted in a hash table; collisions are too rare to matter. */
const TRIPLE_TABLE = 1 << 18;

function tripleSlot(first: number, second: number, third: number): number {
  return ((first * 7919 + second) * CLASS_COUNT + third) % TRIPLE_TABLE;
}

function grow(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(Math.max(1024, length * 2));
  larger.set(array);
  return larger;
}

/**
 * A text as a list of tokens, each linked to the previous occurrence of the same token. Reading a text is all
 * the training there is: what followed a context is found by walking these links.
 *
 * The index depends on its text alone: extending a text and reading it from scratch give the same result.
 */
export class TextIndex {
  readonly vocabulary: Vocabulary;
  readonly #names: ReadonlySet<string> | null;
  #text = '';
  #length = 0;
  #tokens = new Int32Array(0);
  #starts = new Int32Array(0);
  #previous = new Int32Array(0);
  #last = new Int32Array(0);
  #counts = new Int32Array(0);
  readonly #pairs = new Int32Array(CLASS_COUNT * CLASS_COUNT);
  readonly #triples = new Int32Array(TRIPLE_TABLE);

  /**
   * @param vocabulary used by this index alone
   * @param names all personal names in the text, to be read as `NAME`; null if unknown
   */
  constructor(vocabulary: Vocabulary, names: ReadonlySet<string> | null = null) {
    this.vocabulary = vocabulary;
    this.#names = names;
  }

  get text(): string {
    return this.#text;
  }

  /** Number of tokens. */
  get length(): number {
    return this.#length;
  }

  /** The token at an index; -1 outside the text. */
  tokenAt(at: number): number {
    return at >= 0 && at < this.#length ? (this.#tokens[at] ?? -1) : -1;
  }

  /** The UTF-16 offset of the token at an index. */
  startOf(at: number): number {
    return this.#starts[at] ?? this.#text.length;
  }

  /** The index of a token's last occurrence; -1 if there is none. */
  lastOccurrence(token: number): number {
    return token >= 0 && token < this.#last.length ? (this.#last[token] ?? 0) - 1 : -1;
  }

  /** The index of the previous occurrence of the token at an index; -1 if there is none. */
  previousOccurrence(at: number): number {
    return this.#previous[at] ?? -1;
  }

  countOf(token: number): number {
    return this.#counts[token] ?? 0;
  }

  /** Number of times that a token of class `second` follows one of class `first`. */
  pairCount(first: number, second: number): number {
    return this.#pairs[first * CLASS_COUNT + second] ?? 0;
  }

  tripleCount(first: number, second: number, third: number): number {
    return this.#triples[tripleSlot(first, second, third)] ?? 0;
  }

  /** Replaces the text. Only what follows the common beginning is read again. */
  read(text: string): void {
    const shared = this.#sharedParagraphs(text);
    this.#shrink(shared);
    const from = shared === 0 ? 0 : this.startOf(shared);
    this.#text = text;
    readTokens(text, from, (token, start) => this.#addToken(token, start));
  }

  /** Number of tokens that stay valid: those before the last line break that both texts share. */
  #sharedParagraphs(text: string): number {
    const before = this.#text;
    let common = 0;
    const most = Math.min(before.length, text.length);
    if (text.startsWith(before)) common = before.length;
    else while (common < most && before.charCodeAt(common) === text.charCodeAt(common)) common += 1;
    const breakToken = this.vocabulary.find(BREAK);
    if (breakToken === undefined) return 0;
    let at = this.lastOccurrence(breakToken);
    // Re-read the break itself, since it may have grown, and any token that ends where the common text ends.
    while (at > 0 && this.startOf(at) >= common) at = this.previousOccurrence(at);
    return Math.max(0, at);
  }

  #addToken(token: string, start: number): void {
    const isName = this.#names?.has(token) === true;
    let word = isName ? NAME : token;
    if (isCapitalised(token) && this.#opensSentence()) {
      this.#append(CAPITAL, start);
      if (!isName && this.#isOtherwiseSmall(token)) word = uncapitalise(token);
    }
    this.#append(word, start);
  }

  /** Returns true if a capitalised word at the beginning of a sentence is otherwise written in lower case. */
  #isOtherwiseSmall(token: string): boolean {
    if (this.#names !== null) return !FIRST_PERSON.test(token);
    return (
      this.vocabulary.find(uncapitalise(token)) !== undefined && this.vocabulary.find(token) === undefined
    );
  }

  #opensSentence(): boolean {
    if (this.#length === 0) return true;
    const before = this.vocabulary.kindOf(this.tokenAt(this.#length - 1));
    if (before !== 'close') return SENTENCE_OPENERS.has(before);
    return this.#length > 1 && this.vocabulary.kindOf(this.tokenAt(this.#length - 2)) === 'terminal';
  }

  #append(word: string, start: number): void {
    const token = this.vocabulary.add(word);
    const at = this.#length;
    this.#length += 1;
    this.#tokens = grow(this.#tokens, this.#length);
    this.#starts = grow(this.#starts, this.#length);
    this.#previous = grow(this.#previous, this.#length);
    this.#last = grow(this.#last, token + 1);
    this.#counts = grow(this.#counts, token + 1);
    this.#tokens[at] = token;
    this.#starts[at] = start;
    this.#previous[at] = (this.#last[token] ?? 0) - 1;
    this.#last[token] = at + 1;
    this.#counts[token] = (this.#counts[token] ?? 0) + 1;
    this.#countClasses(at, 1);
  }

  #countClasses(at: number, by: 1 | -1): void {
    if (at < 1) return;
    const third = this.vocabulary.classOf(this.tokenAt(at));
    const second = this.vocabulary.classOf(this.tokenAt(at - 1));
    const pair = second * CLASS_COUNT + third;
    this.#pairs[pair] = (this.#pairs[pair] ?? 0) + by;
    if (at < 2) return;
    const slot = tripleSlot(this.vocabulary.classOf(this.tokenAt(at - 2)), second, third);
    this.#triples[slot] = (this.#triples[slot] ?? 0) + by;
  }

  #shrink(length: number): void {
    let size = this.vocabulary.size;
    while (this.#length > length) {
      const at = this.#length - 1;
      this.#countClasses(at, -1);
      const token = this.tokenAt(at);
      const before = this.previousOccurrence(at);
      this.#last[token] = before + 1;
      this.#counts[token] = (this.#counts[token] ?? 1) - 1;
      // Ids are assigned in reading order, so a token whose first occurrence is removed is the vocabulary's last.
      if (before < 0 && token === size - 1 && token >= this.vocabulary.offset) size -= 1;
      this.#length = at;
    }
    if (size < this.vocabulary.size) this.vocabulary.shrink(size);
  }
}

/** The index of a sample, with its names read as `NAME`. */
export function indexSample(text: string): TextIndex {
  const index = new TextIndex(new Vocabulary(), findNames(text));
  index.read(text);
  for (const name of STRANGERS) index.vocabulary.add(name);
  return index;
}

/** Capitalised words that are not names. */
const NOT_NAMES = new Set(
  `Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
  September October November December English French German Chapter Part`.split(/\s+/),
);

/** Names for a document that has none. They are in the sample's vocabulary. */
export const STRANGERS = ['Ines', 'Tobias', 'Hanna'] as const;

/** Returns true if a word is written like a personal name. */
export function looksLikeName(word: string): boolean {
  if (!isCapitalised(word) || word.endsWith('.') || /^I(’|$)/.test(word) || NOT_NAMES.has(word)) return false;
  // A word entirely in capitals is emphasis or an abbreviation.
  return word.length > 1 && word.toUpperCase() !== word;
}

/** The personal names in a text: words that are never in lower case and are capitalised inside sentences. */
export function findNames(text: string): ReadonlySet<string> {
  const small = new Set<string>();
  const names = new Set<string>();
  let before: TokenKind = 'break';
  readTokens(text, 0, (token) => {
    const kind = kindOf(token);
    if (kind === 'word') {
      if (!isCapitalised(token)) small.add(token);
      else if ((before === 'word' || before === 'pause') && looksLikeName(token)) names.add(token);
    }
    before = kind;
  });
  for (const name of names) if (small.has(uncapitalise(name))) names.delete(name);
  return names;
}
