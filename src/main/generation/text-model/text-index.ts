import { looksLikeName, STRANGERS } from './cast.ts';
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

/** After these (and at the very beginning) a capital may be the sentence's and not the word's own. */
const SENTENCE_OPENERS: ReadonlySet<TokenKind> = new Set<TokenKind>(['break', 'open', 'terminal']);

const FIRST_PERSON = /^I(’|$)/;

/** Counts of three classes in a row share a table by their hash; what collides is too rare to hear. */
const TRIPLE_TABLE = 1 << 18;

function tripleSlot(first: number, second: number, third: number): number {
  return ((first * 7919 + second) * CLASS_COUNT + third) % TRIPLE_TABLE;
}

function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(Math.max(1024, length * 2));
  larger.set(array);
  return larger;
}

/**
 * A text as a list of tokens, each with a link to the place before it where the same token stands: reading it is all
 * the training there is, and what followed a few words wherever they stood is found by walking those links.
 *
 * It is a function of its text alone: growing a text and reading it whole give the same.
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
   * @param vocabulary its own, which nothing else adds to
   * @param names all names of persons in it, to be read as `NAME`; null where they are not known
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

  /** The token at a place; -1 outside the text. */
  tokenAt(place: number): number {
    return place >= 0 && place < this.#length ? (this.#tokens[place] ?? -1) : -1;
  }

  /** UTF-16 offset at which the token at a place begins. */
  startOf(place: number): number {
    return this.#starts[place] ?? this.#text.length;
  }

  /** The last place where a token stands; -1 where there is none. */
  lastPlaceOf(token: number): number {
    return token >= 0 && token < this.#last.length ? (this.#last[token] ?? 0) - 1 : -1;
  }

  /** The place before this one where the same token stands; -1 where there is none. */
  placeBefore(place: number): number {
    return this.#previous[place] ?? -1;
  }

  countOf(token: number): number {
    return this.#counts[token] ?? 0;
  }

  /** How often a token of class `second` follows one of class `first`. */
  pairCount(first: number, second: number): number {
    return this.#pairs[first * CLASS_COUNT + second] ?? 0;
  }

  tripleCount(first: number, second: number, third: number): number {
    return this.#triples[tripleSlot(first, second, third)] ?? 0;
  }

  /** Reads a text in place of the one before. Only what comes after their common beginning is read anew. */
  read(text: string): void {
    const shared = this.#sharedParagraphs(text);
    this.#shrink(shared);
    const from = shared === 0 ? 0 : this.startOf(shared);
    this.#text = text;
    readTokens(text, from, (token, start) => this.#take(token, start));
  }

  /** How many tokens stay as they are: those before the last line break that both texts have in common. */
  #sharedParagraphs(text: string): number {
    const before = this.#text;
    let common = 0;
    const most = Math.min(before.length, text.length);
    if (text.startsWith(before)) common = before.length;
    else while (common < most && before.charCodeAt(common) === text.charCodeAt(common)) common += 1;
    const breakToken = this.vocabulary.find(BREAK);
    if (breakToken === undefined) return 0;
    let place = this.lastPlaceOf(breakToken);
    // The break itself is read again, since it may have grown; what ends at the common part's end may have too.
    while (place > 0 && this.startOf(place) >= common) place = this.placeBefore(place);
    return Math.max(0, place);
  }

  #take(token: string, start: number): void {
    const isName = this.#names?.has(token) === true;
    let word = isName ? NAME : token;
    if (isCapitalised(token) && this.#opensSentence()) {
      this.#append(CAPITAL, start);
      if (!isName && this.#isOtherwiseSmall(token)) word = uncapitalise(token);
    }
    this.#append(word, start);
  }

  /** Whether a word with a capital at the beginning of a sentence has one for that reason only. */
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
    const place = this.#length;
    this.#length += 1;
    this.#tokens = grown(this.#tokens, this.#length);
    this.#starts = grown(this.#starts, this.#length);
    this.#previous = grown(this.#previous, this.#length);
    this.#last = grown(this.#last, token + 1);
    this.#counts = grown(this.#counts, token + 1);
    this.#tokens[place] = token;
    this.#starts[place] = start;
    this.#previous[place] = (this.#last[token] ?? 0) - 1;
    this.#last[token] = place + 1;
    this.#counts[token] = (this.#counts[token] ?? 0) + 1;
    this.#countClasses(place, 1);
  }

  #countClasses(place: number, by: 1 | -1): void {
    if (place < 1) return;
    const third = this.vocabulary.classOf(this.tokenAt(place));
    const second = this.vocabulary.classOf(this.tokenAt(place - 1));
    const pair = second * CLASS_COUNT + third;
    this.#pairs[pair] = (this.#pairs[pair] ?? 0) + by;
    if (place < 2) return;
    const slot = tripleSlot(this.vocabulary.classOf(this.tokenAt(place - 2)), second, third);
    this.#triples[slot] = (this.#triples[slot] ?? 0) + by;
  }

  #shrink(length: number): void {
    let size = this.vocabulary.size;
    while (this.#length > length) {
      const place = this.#length - 1;
      this.#countClasses(place, -1);
      const token = this.tokenAt(place);
      const before = this.placeBefore(place);
      this.#last[token] = before + 1;
      this.#counts[token] = (this.#counts[token] ?? 1) - 1;
      // Numbers were given in reading order: a word whose first place goes is the last one of the vocabulary.
      if (before < 0 && token === size - 1 && token >= this.vocabulary.offset) size -= 1;
      this.#length = place;
    }
    if (size < this.vocabulary.size) this.vocabulary.shrink(size);
  }
}

/** The words of a text that are names of persons: never small, and capitals where no sentence begins. */
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

/** The index of a text whose names stand for any name. */
export function indexSample(text: string): TextIndex {
  const index = new TextIndex(new Vocabulary(), findNames(text));
  index.read(text);
  for (const name of STRANGERS) index.vocabulary.add(name);
  return index;
}
