import { findCast } from './cast.ts';
import { endsInGlyphs, isFamiliar, isSayable, readFavour } from './document-traits.ts';
import type { TextIndex } from './text-index.ts';
import { NAME, type TokenKind } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { CLASS_COUNT, classOf, isContentClass } from './word-class.ts';

/** The longest run of tokens that the model looks for. */
const LONGEST_CONTEXT = 4;

/**
 * How fast a context of each length (from 1) hands over to the shorter one: the more so, the longer it is, since a long
 * run that stood once is followed by one word only, and to take it would be to copy.
 */
const ESCAPE = [0, 0.4, 0.3, 0.2, 0.1] as const;

/** Between clauses a text turns more readily to something else than inside one: there it breaks no sense. */
const ESCAPE_BETWEEN_CLAUSES = 4;

/** How fast a context whose last word is only of the same class hands over to one of that word alone. */
const ESCAPE_OF_FRAME = 0.8;

/** A run of the document this long is not continued as it was there: nobody wants to read their own page again. */
const COPY_IN_DOCUMENT = 6;
const COPY_IN_SAMPLE = 14;
/** The same for a script whose words are of one or two characters each. */
const COPY_OF_GLYPHS_IN_DOCUMENT = 10;
const COPY_OF_GLYPHS_IN_SAMPLE = 18;
const COPY_SHARE = 0.03;

/** The most of a pronoun's share that goes to names, where a document hardly uses pronouns. */
const NAMED = 0.6;

/** A place in the document counts as this many in the sample. */
const DOCUMENT_WEIGHT = 3;

interface Place {
  readonly index: TextIndex;
  readonly weight: number;
  /** Runs of this length or more are copies. */
  readonly copyLength: number;
}

/**
 * What may come next, from every place in the document and in the sample where the last words stood before: long runs
 * first, shorter ones for what those leave open, and at the bottom the grammar of word classes (interpolated back-off
 * of variable order, after Witten and Bell).
 */
export class LanguageModel {
  readonly vocabulary: Vocabulary;
  readonly document: TextIndex;
  readonly #places: readonly Place[];
  readonly #sampleWeight: number;
  readonly #kinds: readonly TokenKind[];
  /** 1 for a token that a continuation of this document may use at all. */
  readonly #sayable: Uint8Array;
  /** How readily each token comes where only its class is known. */
  readonly #unigrams: Float64Array;
  readonly #classTotals = new Float64Array(CLASS_COUNT);
  /** How much likelier than in the sample each token is in this document. */
  readonly #favour: Float64Array;
  readonly #classes: Int16Array;
  readonly #name: number;
  /** Names that may stand for `NAME`, with shares that add up to 1. */
  readonly #cast: readonly { readonly token: number; readonly share: number }[];
  readonly #names: ReadonlyMap<number, number>;
  readonly #nameShare: number;
  readonly #counts: readonly Float64Array[];
  readonly #touched: number[][];

  /** @param document an index whose vocabulary goes on where that of `sample` ends */
  constructor(sample: TextIndex, document: TextIndex) {
    this.vocabulary = document.vocabulary;
    this.document = document;
    const size = this.vocabulary.size;
    this.#name = this.vocabulary.find(NAME) ?? -1;
    const { cast, names, nameShare } = findCast(document);
    this.#cast = cast;
    this.#names = names;
    this.#nameShare = nameShare;
    this.#sampleWeight = isFamiliar(document) ? 1 : 0;
    this.#kinds = Array.from({ length: size }, (_, token) => this.vocabulary.kindOf(token));
    const glyphs = endsInGlyphs(document);
    this.#sayable = Uint8Array.from({ length: size }, (_, token) =>
      isSayable(this.vocabulary.wordOf(token), this.vocabulary.kindOf(token), glyphs) ? 1 : 0,
    );
    this.#places = [
      {
        index: document,
        weight: DOCUMENT_WEIGHT,
        copyLength: glyphs ? COPY_OF_GLYPHS_IN_DOCUMENT : COPY_IN_DOCUMENT,
      },
      {
        index: sample,
        weight: this.#sampleWeight,
        copyLength: glyphs ? COPY_OF_GLYPHS_IN_SAMPLE : COPY_IN_SAMPLE,
      },
    ].filter((place) => place.weight > 0);
    this.#classes = Int16Array.from({ length: size }, (_, token) =>
      names.has(token) ? classOf(NAME) : this.vocabulary.classOf(token),
    );
    this.#unigrams = new Float64Array(size);
    for (let token = 0; token < size; token += 1) {
      const count = DOCUMENT_WEIGHT * document.countOf(token) + this.#sampleWeight * sample.countOf(token);
      this.#unigrams[token] = count;
      const of = this.#classes[token] ?? 0;
      this.#classTotals[of] = (this.#classTotals[of] ?? 0) + count;
    }
    this.#favour = readFavour(document, sample, this.knowsLanguage);
    this.#counts = Array.from({ length: LONGEST_CONTEXT + 1 }, () => new Float64Array(size));
    this.#touched = Array.from({ length: LONGEST_CONTEXT + 1 }, () => []);
  }

  /** What kind each token is, by its number. */
  get kinds(): readonly TokenKind[] {
    return this.#kinds;
  }

  /** Whether the document can rely on the sample's language. */
  get knowsLanguage(): boolean {
    return this.#sampleWeight > 0;
  }

  /** Leaves a token out of what is proposed: the beginning of a word that the document ends in. */
  forget(token: number): void {
    this.#sayable[token] = 0;
  }

  /**
   * The share of each token after `history` (tokens in text order; the last few count), into `shares`, which has a
   * place for each token of the vocabulary. Tokens that are no part of a continuation of this document have 0; the
   * others add up to about 1.
   */
  predict(history: readonly number[], shares: Float64Array): void {
    this.#predictFromClasses(history, shares);
    this.#collect(history);
    const between = this.#isBetweenClauses(history);
    for (let order = 1; order <= LONGEST_CONTEXT; order += 1) {
      const factor = between && order > 1 ? ESCAPE_BETWEEN_CLAUSES : 1;
      this.#mix(order, (ESCAPE[order] ?? 1) * factor, shares);
      if (order === 1) this.#mixFrames(history, shares);
    }
    this.#castNames(shares);
    for (let token = 0; token < shares.length; token += 1) {
      shares[token] = (shares[token] ?? 0) * (this.#favour[token] ?? 1) * (this.#sayable[token] ?? 0);
    }
  }

  #classAt(history: readonly number[], back: number): number {
    const token = history.at(-back);
    return token === undefined ? 0 : (this.#classes[token] ?? 0);
  }

  #predictFromClasses(history: readonly number[], shares: Float64Array): void {
    const second = this.#classAt(history, 1);
    const first = this.#classAt(history, 2);
    const perToken = new Float64Array(CLASS_COUNT);
    let pairs = 0;
    let triples = 0;
    const pairCounts = new Float64Array(CLASS_COUNT);
    const tripleCounts = new Float64Array(CLASS_COUNT);
    for (const { index, weight } of this.#places) {
      for (let third = 0; third < CLASS_COUNT; third += 1) {
        const pair = weight * index.pairCount(second, third);
        const triple = pair === 0 ? 0 : weight * index.tripleCount(first, second, third);
        pairCounts[third] = (pairCounts[third] ?? 0) + pair;
        tripleCounts[third] = (tripleCounts[third] ?? 0) + triple;
        pairs += pair;
        triples += triple;
      }
    }
    const tripleShare = triples / (triples + 10);
    for (let third = 0; third < CLASS_COUNT; third += 1) {
      const total = this.#classTotals[third] ?? 0;
      if (total === 0) continue;
      const fromPairs = ((pairCounts[third] ?? 0) + 0.001) / (pairs + 1);
      const fromTriples = triples === 0 ? 0 : (tripleCounts[third] ?? 0) / triples;
      perToken[third] = (tripleShare * fromTriples + (1 - tripleShare) * fromPairs) / total;
    }
    for (let token = 0; token < shares.length; token += 1) {
      shares[token] = (perToken[this.#classes[token] ?? 0] ?? 0) * (this.#unigrams[token] ?? 0);
    }
  }

  /** Counts what followed the end of `history` wherever it stood, by the length of the run that was the same. */
  #collect(history: readonly number[]): void {
    for (const { index, weight, copyLength } of this.#places) {
      for (const asRead of this.#readings(history, index))
        this.#collectFrom(index, weight, copyLength, asRead);
    }
  }

  #collectFrom(index: TextIndex, weight: number, copyLength: number, history: readonly number[]): void {
    const end = history.at(-1) ?? -1;
    for (let place = index.lastPlaceOf(end); place >= 0; place = index.placeBefore(place)) {
      const next = index.tokenAt(place + 1);
      if (next < 0) continue;
      let run = 1;
      while (run < copyLength && this.#sameAt(history, run, index, place)) run += 1;
      const isText = this.#kinds[next] === 'word' || this.#kinds[next] === 'glyph';
      const isCopy = isText && run >= copyLength;
      // What would be a copy counts for little, and as what follows its last word only.
      const counted = isCopy ? weight * COPY_SHARE : weight;
      for (let order = isCopy ? 1 : Math.min(run, LONGEST_CONTEXT); order >= 1; order -= 1) {
        const counts = this.#counts[order];
        if (counts === undefined) continue;
        if (counts[next] === 0) this.#touched[order]?.push(next);
        counts[next] = (counts[next] ?? 0) + counted;
      }
    }
  }

  #sameAt(history: readonly number[], run: number, index: TextIndex, place: number): boolean {
    const token = history.at(-1 - run);
    return token !== undefined && token === index.tokenAt(place - run);
  }

  #isBetweenClauses(history: readonly number[]): boolean {
    const last = history.at(-1);
    if (last === undefined) return true;
    const kind = this.vocabulary.kindOf(last);
    return kind !== 'word' && kind !== 'glyph' ? true : this.vocabulary.wordOf(last) === 'and';
  }

  /**
   * After a word that took another's place, the sentence goes on as it would have after the other: what followed the
   * two tokens before, and then any word of the last one's class, wherever they stood.
   */
  #mixFrames(history: readonly number[], shares: Float64Array): void {
    const lastClass = this.#classAt(history, 1);
    if (!isContentClass(lastClass)) return;
    const counts = this.#counts[1];
    const touched = this.#touched[1];
    if (counts === undefined || touched === undefined) return;
    for (const { index, weight } of this.#places) {
      const asRead = this.#readings(history, index)[0] ?? history;
      const frame = asRead.at(-2) ?? -1;
      const before = asRead.at(-3) ?? -1;
      for (let place = index.lastPlaceOf(frame); place >= 0; place = index.placeBefore(place)) {
        const next = index.tokenAt(place + 2);
        if (next < 0 || index.tokenAt(place - 1) !== before) continue;
        if (this.#classes[index.tokenAt(place + 1)] !== lastClass) continue;
        if (counts[next] === 0) touched.push(next);
        counts[next] = (counts[next] ?? 0) + weight;
      }
    }
    this.#mix(1, ESCAPE_OF_FRAME, shares);
  }

  /**
   * The end of a history as an index may have it: in the document as it is; in the sample, which does not know these
   * people, with `NAME` for their names, and with the pronouns that would stand for them.
   */
  #readings(history: readonly number[], index: TextIndex): readonly (readonly number[])[] {
    if (index === this.document) return [history];
    const end = history.slice(-COPY_OF_GLYPHS_IN_SAMPLE - 1);
    const named = end.map((token) => (this.#names.has(token) ? this.#name : token));
    if (!end.slice(-2).some((token) => this.#names.has(token))) return [named];
    return [named, end.map((token) => this.#names.get(token) ?? token)];
  }

  /** Puts what followed runs of `order` tokens over what shorter ones gave, and clears the counts. */
  #mix(order: number, escapeRate: number, shares: Float64Array): void {
    const counts = this.#counts[order];
    const touched = this.#touched[order];
    if (counts === undefined || touched === undefined || touched.length === 0) return;
    let total = 0;
    for (const token of touched) total += counts[token] ?? 0;
    const trust = total / (total + escapeRate * touched.length);
    for (let token = 0; token < shares.length; token += 1) shares[token] = (shares[token] ?? 0) * (1 - trust);
    for (const token of touched) {
      shares[token] = (shares[token] ?? 0) + (trust * (counts[token] ?? 0)) / total;
      counts[token] = 0;
    }
    touched.length = 0;
  }

  /** Gives the share of any name, and some of the pronouns' where this document names its people, to the cast. */
  #castNames(shares: Float64Array): void {
    let any = 0;
    if (this.#name >= 0) {
      any = shares[this.#name] ?? 0;
      shares[this.#name] = 0;
    }
    for (const pronoun of new Set(this.#nameShare > 0 ? this.#names.values() : [])) {
      const given = NAMED * this.#nameShare * (shares[pronoun] ?? 0);
      shares[pronoun] = (shares[pronoun] ?? 0) - given;
      any += given;
    }
    for (const { token, share } of this.#cast) shares[token] = (shares[token] ?? 0) + any * share;
  }
}
