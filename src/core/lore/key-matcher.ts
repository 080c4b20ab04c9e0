import type { TextRange } from '../text/span.ts';
import { type FoldedPlaces, foldWithPlaces } from './fold-places.ts';
import { type LoreKey, readLoreKey } from './lore-key.ts';
import type { LoreKeyFault } from './lore-verdict.ts';

/** Regular expressions of a grove that are looked for: each reads the text again. */
const MAX_PATTERNS = 200;

/** A letter, a number, a mark or an underscore: such a character does not touch a key that begins or ends with one. */
const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that put no spaces between words, and Korean, which joins particles to them. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** Keys that are looked for in texts. It depends only on them, and reads a text once for all that are no regular expressions. */
export class KeyMatcher {
  /** Each once. */
  readonly keys: readonly string[];
  readonly #known: ReadonlyMap<string, LoreKey>;
  readonly #read: readonly LoreKey[];
  /** Sorted by their words, each once, so that the keys that begin alike are neighbours. */
  readonly #words: readonly string[];
  /** By index of `#words`, the keys that have these words. */
  readonly #owners: readonly (readonly number[])[];
  /** The words that begin with a code unit are those from the first of these indexes up to the second. */
  readonly #byFirst = new Map<number, readonly [number, number]>();

  /** @param before what it has read of keys is not read again */
  constructor(keys: readonly string[], before: KeyMatcher | null = null) {
    this.keys = keys;
    const known = before === null ? new Map<string, LoreKey>() : before.#known;
    this.#known = new Map(keys.map((key) => [key, known.get(key) ?? readLoreKey(key)]));
    this.#read = withinPatterns([...this.#known.values()]);
    const owners = new Map<string, number[]>();
    for (const [index, key] of this.#read.entries()) {
      if (key.kind !== 'words') continue;
      const known = owners.get(key.words);
      if (known === undefined) owners.set(key.words, [index]);
      else known.push(index);
    }
    // By code units.
    this.#words = [...owners.keys()].sort();
    this.#owners = this.#words.map((words) => owners.get(words) ?? []);
    for (let from = 0; from < this.#words.length; ) {
      const first = this.#words[from]?.charCodeAt(0) ?? 0;
      let to = from + 1;
      while (this.#words[to]?.charCodeAt(0) === first) to += 1;
      this.#byFirst.set(first, [from, to]);
      from = to;
    }
  }

  /** Why a key is never looked for; null if it is. */
  faultOf(index: number): LoreKeyFault | null {
    const key = this.#read[index];
    return key?.kind === 'fault' ? key.fault : null;
  }

  /** The last place of each key in a text, by its index. Of a regular expression, which is not read here, none. */
  findWords(text: string): ReadonlyMap<number, TextRange> {
    const found = new Map<number, TextRange>();
    for (const { word, place } of this.#placesOfWords(text))
      for (const key of this.#owners[word] ?? []) found.set(key, place);
    return found;
  }

  /**
   * Every place of these keys in a text, by their indexes; of a regular expression the first in each paragraph, as in `findPattern`.
   * Places may overlap, and are in no order.
   */
  findAll(text: string, wanted: ReadonlySet<number>): readonly TextRange[] {
    const found: TextRange[] = [];
    for (const { word, place } of this.#placesOfWords(text))
      if (this.#owners[word]?.some((key) => wanted.has(key)) === true) found.push(place);
    for (const key of wanted) {
      if (!this.isPattern(key)) continue;
      for (const { 0: paragraph, index } of text.matchAll(/.+/g)) {
        const place = this.findPattern(key, paragraph);
        if (place !== null) found.push({ from: place.from + index, to: place.to + index });
      }
    }
    return found;
  }

  /** The words that stand in a text, by their index in `#words`. */
  *#placesOfWords(text: string): Generator<{ readonly word: number; readonly place: TextRange }> {
    const places = foldWithPlaces(text);
    const { folded, starts, ends } = places;
    for (let at = 0; at < folded.length; at++) {
      const range = this.#byFirst.get(folded.charCodeAt(at));
      if (range === undefined) continue;
      for (const index of this.#wordsAt(folded, at, range)) {
        const to = at + (this.#words[index]?.length ?? 0);
        if (isApart(places, at, to))
          yield { word: index, place: { from: starts[at] ?? 0, to: ends[to - 1] ?? 0 } };
      }
    }
  }

  /** The first place of a regular expression in a text: the last would take more than linear time. */
  findPattern(index: number, text: string): TextRange | null {
    const key = this.#read[index];
    if (key?.kind !== 'pattern') return null;
    const matcher = key.pattern.matcher(text);
    if (!matcher.find() || matcher.start() === matcher.end()) return null;
    return { from: matcher.start(), to: matcher.end() };
  }

  isPattern(index: number): boolean {
    return this.#read[index]?.kind === 'pattern';
  }

  /** The indexes of the words that stand at an offset, shorter ones first. */
  *#wordsAt(folded: string, at: number, [first, end]: readonly [number, number]): Generator<number> {
    let [from, to] = [first, end];
    for (let depth = 1; from < to; depth++) {
      // Of words that begin alike, the one that ends here comes first.
      if (this.#words[from]?.length === depth) yield from;
      const next = folded.charCodeAt(at + depth);
      if (Number.isNaN(next)) return;
      from = this.#lowerBound(from, to, depth, next);
      to = this.#lowerBound(from, to, depth, next + 1);
    }
  }

  /** The first index of which the code unit at `depth` is at least `unit`; words without one come before. */
  #lowerBound(from: number, to: number, depth: number, unit: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      // Not a number where the word ends.
      if ((this.#words[middle]?.charCodeAt(depth) ?? 0) >= unit) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The keys as they are looked for, of which only so many are regular expressions. */
function withinPatterns(keys: readonly LoreKey[]): readonly LoreKey[] {
  let left = MAX_PATTERNS;
  return keys.map((key) => {
    if (key.kind !== 'pattern') return key;
    left -= 1;
    return left < 0 ? { kind: 'fault', fault: 'tooMany' } : key;
  });
}

/** Returns true if no character of a word touches a key where the key has one itself. */
function isApart({ folded }: FoldedPlaces, from: number, to: number): boolean {
  const touches = (one: string, other: string) => isOfWord(one) && isOfWord(other);
  return (
    !touches(charBefore(folded, from), charAt(folded, from)) &&
    !touches(charBefore(folded, to), charAt(folded, to))
  );
}

function isOfWord(char: string): boolean {
  return WORD.test(char) && !UNSPACED.test(char);
}

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0x20);
}

function charBefore(text: string, at: number): string {
  const isPair =
    at > 1 && /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '');
  return at === 0 ? ' ' : text.slice(at - (isPair ? 2 : 1), at);
}
