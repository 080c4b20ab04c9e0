import { looksLikeName, STRANGERS, type TextIndex } from './text-index.ts';
import { BREAK, ELLIPSIS, NAME, OPEN, type TokenKind, uncapitalise } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';
import { CLASS_COUNT, classOf, isContentClass } from './word-class.ts';

/** The longest context, in tokens. */
const MAX_CONTEXT = 4;

/**
 * Share of the probability that a context of each length (from 1) leaves to the shorter ones. The longer the context,
 * the more: a long context that occurred once has only one continuation, and using it would be copying.
 */
const ESCAPE = [0, 0.4, 0.3, 0.2, 0.1] as const;

/** Factor for `ESCAPE` between clauses, where a text can change its subject without becoming nonsense. */
const ESCAPE_BETWEEN_CLAUSES = 4;

/** Share that a context which matches only the class of its last word leaves to the context of that word itself. */
const ESCAPE_OF_FRAME = 0.8;

/** A match of this many tokens in the document is not continued the same way, so that pages are not repeated. */
const COPY_IN_DOCUMENT = 6;
const COPY_IN_SAMPLE = 14;
/** The same for scripts whose words have one or two characters. */
const COPY_OF_GLYPHS_IN_DOCUMENT = 10;
const COPY_OF_GLYPHS_IN_SAMPLE = 18;
const COPY_SHARE = 0.03;

/** The maximum share of a pronoun's probability that goes to names, in a document that hardly uses pronouns. */
const NAMED = 0.6;

/** One occurrence in the document counts as much as this many in the sample. */
const DOCUMENT_WEIGHT = 3;

interface Source {
  readonly index: TextIndex;
  readonly weight: number;
  /** Matches of this length or more are copies. */
  readonly copyLength: number;
}

/**
 * Predicts the next token from every occurrence of the last tokens in the document and in the sample: long
 * contexts first, shorter ones for the remaining probability, and finally word-class statistics (interpolated
 * back-off of variable order, after Witten and Bell).
 */
export class LanguageModel {
  readonly vocabulary: Vocabulary;
  readonly document: TextIndex;
  readonly #sources: readonly Source[];
  readonly #sampleWeight: number;
  readonly #kinds: readonly TokenKind[];
  /** 1 for each token that a continuation of this document may use. */
  readonly #allowed: Uint8Array;
  /** The weight of each token within its class. */
  readonly #unigrams: Float64Array;
  readonly #classTotals = new Float64Array(CLASS_COUNT);
  /** Relative likelihood of each token in this document, compared with the sample. */
  readonly #bias: Float64Array;
  readonly #classes: Int16Array;
  readonly #name: number;
  /** The names that can replace `NAME`, with shares that add up to 1. */
  readonly #cast: readonly { readonly token: number; readonly share: number }[];
  readonly #names: ReadonlyMap<number, number>;
  readonly #nameShare: number;
  readonly #counts: readonly Float64Array[];
  readonly #touched: number[][];

  /** @param document an index whose vocabulary extends that of `sample` */
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
    this.#allowed = Uint8Array.from({ length: size }, (_, token) =>
      isAllowed(this.vocabulary.wordOf(token), this.vocabulary.kindOf(token), glyphs) ? 1 : 0,
    );
    this.#sources = [
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
    ].filter((source) => source.weight > 0);
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
    this.#bias = readBias(document, sample, this.knowsLanguage);
    this.#counts = Array.from({ length: MAX_CONTEXT + 1 }, () => new Float64Array(size));
    this.#touched = Array.from({ length: MAX_CONTEXT + 1 }, () => []);
  }

  /** The kind of each token. */
  get kinds(): readonly TokenKind[] {
    return this.#kinds;
  }

  /** True if the document is in the sample's language. */
  get knowsLanguage(): boolean {
    return this.#sampleWeight > 0;
  }

  /** Excludes a token from predictions: the fragment of a word that the document ends with. */
  exclude(token: number): void {
    this.#allowed[token] = 0;
  }

  /**
   * Writes the probability of each token after `history` (tokens in text order; only the last few count) into
   * `shares`, which has one element per token of the vocabulary. Tokens that a continuation of this document
   * cannot use get 0; the others add up to about 1.
   */
  predict(history: readonly number[], shares: Float64Array): void {
    this.#predictFromClasses(history, shares);
    this.#collect(history);
    const between = this.#isBetweenClauses(history);
    for (let order = 1; order <= MAX_CONTEXT; order += 1) {
      const factor = between && order > 1 ? ESCAPE_BETWEEN_CLAUSES : 1;
      this.#mix(order, (ESCAPE[order] ?? 1) * factor, shares);
      if (order === 1) this.#mixFrames(history, shares);
    }
    this.#castNames(shares);
    for (let token = 0; token < shares.length; token += 1) {
      shares[token] = (shares[token] ?? 0) * (this.#bias[token] ?? 1) * (this.#allowed[token] ?? 0);
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
    for (const { index, weight } of this.#sources) {
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

  /** Counts the tokens that followed each occurrence of the end of `history`, by the length of the match. */
  #collect(history: readonly number[]): void {
    for (const { index, weight, copyLength } of this.#sources) {
      for (const reading of this.#readings(history, index))
        this.#collectFrom(index, weight, copyLength, reading);
    }
  }

  #collectFrom(index: TextIndex, weight: number, copyLength: number, history: readonly number[]): void {
    const end = history.at(-1) ?? -1;
    for (let at = index.lastOccurrence(end); at >= 0; at = index.previousOccurrence(at)) {
      const next = index.tokenAt(at + 1);
      if (next < 0) continue;
      let run = 1;
      while (run < copyLength && this.#sameAt(history, run, index, at)) run += 1;
      const isText = this.#kinds[next] === 'word' || this.#kinds[next] === 'glyph';
      const isCopy = isText && run >= copyLength;
      // A copy counts little, and only for the shortest context.
      const counted = isCopy ? weight * COPY_SHARE : weight;
      for (let order = isCopy ? 1 : Math.min(run, MAX_CONTEXT); order >= 1; order -= 1) {
        const counts = this.#counts[order];
        if (counts === undefined) continue;
        if (counts[next] === 0) this.#touched[order]?.push(next);
        counts[next] = (counts[next] ?? 0) + counted;
      }
    }
  }

  #sameAt(history: readonly number[], run: number, index: TextIndex, at: number): boolean {
    const token = history.at(-1 - run);
    return token !== undefined && token === index.tokenAt(at - run);
  }

  #isBetweenClauses(history: readonly number[]): boolean {
    const last = history.at(-1);
    if (last === undefined) return true;
    const kind = this.vocabulary.kindOf(last);
    return kind !== 'word' && kind !== 'glyph' ? true : this.vocabulary.wordOf(last) === 'and';
  }

  /**
   * After a word that replaced another, continues the sentence as after the other: counts what followed the
   * two tokens before it and any word of the same class, wherever they occurred.
   */
  #mixFrames(history: readonly number[], shares: Float64Array): void {
    const lastClass = this.#classAt(history, 1);
    if (!isContentClass(lastClass)) return;
    const counts = this.#counts[1];
    const touched = this.#touched[1];
    if (counts === undefined || touched === undefined) return;
    for (const { index, weight } of this.#sources) {
      const reading = this.#readings(history, index)[0] ?? history;
      const frame = reading.at(-2) ?? -1;
      const before = reading.at(-3) ?? -1;
      for (let at = index.lastOccurrence(frame); at >= 0; at = index.previousOccurrence(at)) {
        const next = index.tokenAt(at + 2);
        if (next < 0 || index.tokenAt(at - 1) !== before) continue;
        if (this.#classes[index.tokenAt(at + 1)] !== lastClass) continue;
        if (counts[next] === 0) touched.push(next);
        counts[next] = (counts[next] ?? 0) + weight;
      }
    }
    this.#mix(1, ESCAPE_OF_FRAME, shares);
  }

  /**
   * The end of a history as an index may contain it: unchanged for the document; for the sample, which does
   * not have these people, with `NAME` in place of their names, and with their pronouns.
   */
  #readings(history: readonly number[], index: TextIndex): readonly (readonly number[])[] {
    if (index === this.document) return [history];
    const end = history.slice(-COPY_OF_GLYPHS_IN_SAMPLE - 1);
    const named = end.map((token) => (this.#names.has(token) ? this.#name : token));
    if (!end.slice(-2).some((token) => this.#names.has(token))) return [named];
    return [named, end.map((token) => this.#names.get(token) ?? token)];
  }

  /** Mixes the counts for contexts of `order` tokens into the shares from shorter ones, and clears the counts. */
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

  /** Distributes the share of `NAME`, and part of the pronouns' if this document uses names, among the cast. */
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

/** After these words a capitalised word is more often a place name than a person's. */
const BEFORE_PLACES = new Set(
  'in at near from through across of to towards around outside inside'.split(' '),
);

/** Number of names that a continuation may use. */
const CAST_SIZE = 4;

/** Names among this many last tokens count most. */
const RECENT_TOKENS = 600;

interface Cast {
  /** The names a continuation may use, with shares that add up to 1. */
  readonly cast: readonly { readonly token: number; readonly share: number }[];
  /** The tokens of all personal names, each with the pronoun that most often follows it. */
  readonly names: ReadonlyMap<number, number>;
  /** The share of names among the recent names and pronouns; 0 if there are no names. */
  readonly nameShare: number;
}

/** Distance after a name within which a pronoun is assumed to refer to it, in tokens. */
const PRONOUN_REACH = 25;

/** Finds the people of a document: its personal names, weighted towards its last pages. */
function findCast(document: TextIndex): Cast {
  const { vocabulary } = document;
  const names = new Map<number, number>();
  const he = vocabulary.find('he') ?? -1;
  const she = vocabulary.find('she') ?? -1;
  const his = new Set(['he', 'his', 'him'].map((word) => vocabulary.find(word)));
  const hers = new Set(['she', 'her', 'hers'].map((word) => vocabulary.find(word)));
  let recentNames = 0;
  const weights: { readonly token: number; readonly weight: number }[] = [];
  const own = Array.from({ length: vocabulary.size - vocabulary.offset }, (_, i) => vocabulary.offset + i);
  const strangers = STRANGERS.flatMap((name) => vocabulary.find(name) ?? []);
  for (const token of [...strangers, ...own]) {
    const word = vocabulary.wordOf(token);
    if (vocabulary.kindOf(token) !== 'word' || !looksLikeName(word)) continue;
    if (vocabulary.find(uncapitalise(word)) !== undefined) continue;
    let occurrences = 0;
    let afterPreposition = 0;
    let recent = 0;
    let male = 0;
    for (let at = document.lastOccurrence(token); at >= 0; at = document.previousOccurrence(at)) {
      occurrences += 1;
      if (at >= document.length - RECENT_TOKENS) recent += 1;
      const before = document.tokenAt(at - 1);
      if (before >= 0 && BEFORE_PLACES.has(vocabulary.wordOf(before))) afterPreposition += 1;
      for (let after = at + 1; after <= at + PRONOUN_REACH; after += 1) {
        const other = document.tokenAt(after);
        if (his.has(other)) male += 1;
        if (hers.has(other)) male -= 1;
      }
    }
    if (occurrences === 0 || afterPreposition * 2 > occurrences) continue;
    names.set(token, male > 0 || (male === 0 && word.charCodeAt(word.length - 1) !== 97) ? he : she);
    recentNames += recent;
    weights.push({ token, weight: 4 * recent + Math.sqrt(occurrences) });
  }
  weights.sort((a, b) => b.weight - a.weight || a.token - b.token);
  const chosen = weights.slice(0, CAST_SIZE);
  if (chosen.length === 0) {
    for (const token of strangers) {
      names.set(token, vocabulary.wordOf(token) === 'Tobias' ? he : she);
      chosen.push({ token, weight: 1 });
    }
  }
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const pronouns = countRecent(document, he) + countRecent(document, she);
  return {
    cast: chosen.map(({ token, weight }) => ({ token, share: weight / total })),
    names,
    nameShare: recentNames / Math.max(1, recentNames + pronouns),
  };
}

function countRecent(document: TextIndex, token: number): number {
  let count = 0;
  const from = document.length - RECENT_TOKENS;
  for (let at = document.lastOccurrence(token); at >= Math.max(0, from); at = document.previousOccurrence(at))
    count += 1;
  return count;
}

/** The maximum increase in likelihood of a word that belongs to the document's current topic. */
const MAX_TOPIC_BIAS = 4;

/** Words among this many last tokens are the document's current topic. */
const TOPIC_TOKENS = 400;

/** A document longer than the minimum with a smaller share of known words is in another language. */
const FAMILIAR_SHARE = 0.35;
const ENOUGH_TO_STAND_ALONE = 60;

const PRONOUN_GROUPS = [
  ['I', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our'],
  ['he', 'him', 'his', 'himself'],
  ['she', 'her', 'hers', 'herself'],
  ['they', 'them', 'their'],
] as const;

/**
 * A factor for each token: how much likelier it is in this document than in the sample. Recent words become
 * likelier, and pronouns as likely as the document uses them.
 */
function readBias(document: TextIndex, sample: TextIndex, knowsLanguage: boolean): Float64Array {
  const { vocabulary } = document;
  const bias = new Float64Array(vocabulary.size).fill(1);
  const recent = new Map<number, number>();
  const from = Math.max(0, document.length - TOPIC_TOKENS);
  for (let at = from; at < document.length; at += 1) {
    const token = document.tokenAt(at);
    recent.set(token, (recent.get(token) ?? 0) + 1);
  }
  for (const [token, count] of recent) {
    if (isContentClass(vocabulary.classOf(token))) bias[token] = 1 + Math.min(MAX_TOPIC_BIAS, count);
  }
  for (const mark of [OPEN, BREAK]) {
    const token = vocabulary.find(mark);
    if (token !== undefined) bias[token] = biasOfMark(token, recent.get(token) ?? 0, document, sample);
  }
  if (!knowsLanguage) return bias;
  const groups = PRONOUN_GROUPS.map((words) => {
    const tokens = words.flatMap((word) => vocabulary.find(word) ?? []);
    const here = tokens.reduce((sum, token) => sum + (recent.get(token) ?? 0), 0);
    const there = tokens.reduce((sum, token) => sum + sample.countOf(token), 0);
    return { tokens, here, there };
  });
  const hereTotal = groups.reduce((sum, group) => sum + group.here, 0);
  const thereTotal = groups.reduce((sum, group) => sum + group.there, 0);
  for (const { tokens, here, there } of groups) {
    // Smoothed with three extra pronouns, distributed as in the sample.
    const expected = (there + 1) / (thereTotal + PRONOUN_GROUPS.length);
    const ratio = (here + 3 * expected) / (hereTotal + 3) / expected;
    for (const token of tokens) bias[token] = Math.min(4, Math.max(0.03, ratio));
  }
  return bias;
}

/** Adapts the frequency of dialogue and of paragraph breaks to the document's. */
function biasOfMark(token: number, here: number, document: TextIndex, sample: TextIndex): number {
  const length = Math.min(document.length, TOPIC_TOKENS);
  const expected = (length * (sample.countOf(token) + 1)) / (sample.length + 1);
  // Smoothed with two extra marks on both sides.
  return Math.min(3, Math.max(0.05, (here + 2) / (expected + 2)));
}

/** True if a token fits the script of a document, and is of a kind that can be generated without further context. */
function isAllowed(word: string, kind: TokenKind, glyphs: boolean): boolean {
  switch (kind) {
    case 'symbol':
    case 'name':
      return false;
    case 'word':
    case 'capital':
      return !glyphs;
    case 'glyph':
      return glyphs;
    case 'terminal':
    case 'pause':
      return word === ELLIPSIS || glyphs === word.charCodeAt(0) > 0x2fff;
    default:
      return true;
  }
}

/** True if the end of a document is in the sample's language, or too short to be continued without the sample. */
function isFamiliar(document: TextIndex): boolean {
  if (document.length < ENOUGH_TO_STAND_ALONE) return true;
  let words = 0;
  let known = 0;
  for (let at = Math.max(0, document.length - TOPIC_TOKENS); at < document.length; at += 1) {
    const token = document.tokenAt(at);
    const kind = document.vocabulary.kindOf(token);
    if (kind !== 'word' && kind !== 'glyph') continue;
    words += 1;
    if (token < document.vocabulary.offset) known += 1;
  }
  return words === 0 || known / words >= FAMILIAR_SHARE;
}

/** Returns true if most of the end of a document is in a script that is written without spaces. */
function endsInGlyphs(document: TextIndex): boolean {
  let words = 0;
  let glyphs = 0;
  for (let at = Math.max(0, document.length - TOPIC_TOKENS); at < document.length; at += 1) {
    const kind = document.vocabulary.kindOf(document.tokenAt(at));
    if (kind === 'word') words += 1;
    if (kind === 'glyph') glyphs += 1;
  }
  return glyphs > words;
}
