import type { Beginnings } from './beginnings.ts';
import type { LanguageModel } from './language-model.ts';
import type { Random } from './random.ts';
import type { BrokenWord } from './seam-word.ts';
import { isSpaced, type Style, setToken } from './style.ts';
import { CAPITAL, capitalise, type TokenKind } from './tokens.ts';

export interface WritingOptions extends Drawing {
  /** The maximum number of pieces. */
  readonly maxTokens: number;
  readonly style: Style;
  readonly brokenWord: BrokenWord | undefined;
  /** The beginnings of siblings: the first word differs from them if the text leaves a choice, and is added to them. */
  readonly beginnings: Beginnings;
}

/** One generated token as text, with natural logarithms of probabilities. */
export interface WrittenPiece {
  readonly text: string;
  readonly logprob: number;
  /** The likeliest tokens, likeliest first, as they would be written here. */
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

const ALTERNATIVES = 4;

/** Factor for a token that would repeat a recent phrase. */
const REPEATED_SHARE = 0.02;

/**
 * Continues the model's document token by token. Ends after a sentence when little room is left (`stop`),
 * else at the limit (`length`). Closes quotations that it opens, if there is room.
 */
export function* continueDocument(
  model: LanguageModel,
  options: WritingOptions,
): Generator<WrittenPiece, 'stop' | 'length'> {
  const { vocabulary } = model;
  const shares = new Float64Array(vocabulary.size);
  const situation = readSituation(model, options.maxTokens);
  if (options.brokenWord !== undefined && situation.left > 0) {
    yield completeWord(model, situation, options, options.brokenWord, shares);
    situation.left -= 1;
  }
  for (; situation.left > 0; situation.left -= 1) {
    if (hasGoodEnd(situation, options.maxTokens)) return 'stop';
    let capital = false;
    let token = choose(model, situation, options, shares);
    if (token !== undefined && vocabulary.wordOf(token) === CAPITAL) {
      const before = situation.lastWord;
      const beforeKind = situation.last;
      advance(model, situation, token);
      capital = true;
      token = choose(model, situation, options, shares);
      situation.lastWord = before;
      situation.last = beforeKind;
    }
    if (token === undefined) return 'stop';
    if (vocabulary.kindOf(token) === 'break' && situation.left <= options.maxTokens * 0.3) return 'stop';
    yield pieceOf(model, situation, options.style, shares, token, capital);
    situation.started = true;
    advance(model, situation, token);
  }
  return hasGoodEnd(situation, options.maxTokens) ? 'stop' : 'length';
}

/**
 * Adjusts the model's predictions to the situation and draws a token; undefined if none is allowed here. The first word is
 * none that a sibling begins with, unless there is no other.
 */
function choose(
  model: LanguageModel,
  situation: Situation,
  options: WritingOptions,
  shares: Float64Array,
): number | undefined {
  const { vocabulary } = model;
  model.predict(situation.history, shares);
  const repeated = situation.history.at(-1);
  const afterArticle = situation.lastWord === 'a' || situation.lastWord === 'an';
  const repeats = repeating(situation.history);
  const factors = new Map<TokenKind, number>();
  let total = 0;
  for (let token = 0; token < shares.length; token += 1) {
    const share = shares[token] ?? 0;
    if (share === 0) continue;
    const kind = model.kinds[token] ?? 'symbol';
    let factor = factors.get(kind);
    if (factor === undefined) {
      factor = isAllowedHere(kind, situation, model.knowsLanguage)
        ? boost(kind, situation, options.maxTokens)
        : 0;
      factors.set(kind, factor);
    }
    const clashes =
      kind === 'word' &&
      (token === repeated || (afterArticle && disagrees(situation.lastWord, vocabulary.wordOf(token))));
    const adjusted = clashes ? 0 : share * factor * (repeats.has(token) ? REPEATED_SHARE : 1);
    shares[token] = adjusted;
    total += adjusted;
  }
  if (total === 0) return undefined;
  for (let token = 0; token < shares.length; token += 1) shares[token] = (shares[token] ?? 0) / total;
  if (!situation.hasWord) leaveTaken(model, options.beginnings, shares);
  const token = draw(shares, options);
  if (!situation.hasWord && isWordLike(model.kinds[token])) {
    situation.hasWord = true;
    options.beginnings.take(vocabulary.wordOf(token));
  }
  return token;
}

function isWordLike(kind: TokenKind | undefined): boolean {
  return kind === 'word' || kind === 'glyph';
}

/** Leaves out the words that siblings begin with, unless that leaves nothing. */
function leaveTaken(model: LanguageModel, beginnings: Beginnings, shares: Float64Array): void {
  const taken: number[] = [];
  let rest = 0;
  for (let token = 0; token < shares.length; token += 1) {
    const share = shares[token] ?? 0;
    if (share === 0) continue;
    if (isWordLike(model.kinds[token]) && beginnings.isTaken(model.vocabulary.wordOf(token)))
      taken.push(token);
    else rest += share;
  }
  if (taken.length === 0 || rest === 0) return;
  for (const token of taken) shares[token] = 0;
  for (let token = 0; token < shares.length; token += 1) shares[token] = (shares[token] ?? 0) / rest;
}

/** The text of a token, with the space before it if it needs one. */
function setHere(
  model: LanguageModel,
  situation: Situation,
  style: Style,
  token: number,
  capital: boolean,
): string {
  const { vocabulary, document } = model;
  const set = setToken(vocabulary.wordOf(token), style);
  // After white space at the prompt's end, or without a prompt, no space is needed.
  const atEdge = !situation.started && !/\S$/.test(document.text);
  const spaced = !atEdge && isSpaced(situation.lastWord, situation.last, vocabulary.kindOf(token));
  return (spaced ? ' ' : '') + (capital ? capitalise(set) : set);
}

function pieceOf(
  model: LanguageModel,
  situation: Situation,
  style: Style,
  shares: Float64Array,
  token: number,
  capital: boolean,
): WrittenPiece {
  const likeliest: number[] = [];
  for (let other = 0; other < shares.length; other += 1) {
    const share = shares[other] ?? 0;
    if (share === 0 || model.kinds[other] === 'capital') continue;
    let at = likeliest.length;
    while (at > 0 && share > (shares[likeliest[at - 1] ?? 0] ?? 0)) at -= 1;
    if (at < ALTERNATIVES) likeliest.splice(at, 0, other);
    if (likeliest.length > ALTERNATIVES) likeliest.pop();
  }
  return {
    text: setHere(model, situation, style, token, capital),
    logprob: Math.log(shares[token] ?? 1),
    alternatives: likeliest.map((other) => ({
      text: setHere(model, situation, style, other, capital),
      logprob: Math.log(shares[other] ?? 1),
    })),
  };
}

/** Completes the unfinished word at the end of the document. */
function completeWord(
  model: LanguageModel,
  situation: Situation,
  options: WritingOptions,
  broken: BrokenWord,
  shares: Float64Array,
): WrittenPiece {
  model.exclude(broken.token);
  situation.history.pop();
  model.predict(situation.history, shares);
  const only = new Float64Array(shares.length);
  // Add a little to each, so that a word that never occurred in this context is possible.
  const rests = new Map(
    broken.completions.map((token) => [token, model.vocabulary.wordOf(token).slice(broken.fragment.length)]),
  );
  const free = broken.completions.filter((token) => !options.beginnings.isTaken(rests.get(token) ?? ''));
  const completions = free.length === 0 ? broken.completions : free;
  for (const token of completions) only[token] = (shares[token] ?? 0) + 1e-9;
  const total = only.reduce((sum, share) => sum + share, 0);
  for (const token of completions) only[token] = (only[token] ?? 0) / total;
  const token = draw(only, options);
  situation.started = true;
  situation.hasWord = true;
  advance(model, situation, token);
  const rest = rests.get(token) ?? '';
  options.beginnings.take(rest);
  return { text: setToken(rest, options.style), logprob: Math.log(only[token] ?? 1), alternatives: [] };
}

/** Sampling options. */
interface Drawing {
  readonly temperature: number;
  readonly topP: number;
  readonly random: Random;
}

/** Draws a token: the likeliest at temperature 0; else by share, among the likeliest tokens that make up `topP`. */
function draw(shares: Float64Array, { temperature, topP, random }: Drawing): number {
  let best = 0;
  for (let token = 1; token < shares.length; token += 1) {
    if ((shares[token] ?? 0) > (shares[best] ?? 0)) best = token;
  }
  if (temperature <= 0) return best;
  const floor = topP >= 1 ? 0 : nucleusFloor(shares, topP);
  const top = shares[best] ?? 1;
  const weights = new Float64Array(shares.length);
  let total = 0;
  for (let token = 0; token < shares.length; token += 1) {
    const share = shares[token] ?? 0;
    if (share === 0 || share < floor) continue;
    const weight = (share / top) ** (1 / temperature);
    weights[token] = weight;
    total += weight;
  }
  let point = random() * total;
  for (let token = 0; token < weights.length; token += 1) {
    point -= weights[token] ?? 0;
    if (point < 0) return token;
  }
  return best;
}

/** The smallest share among the likeliest tokens that together make up `topP`. */
function nucleusFloor(shares: Float64Array, topP: number): number {
  const sorted = shares.filter((share) => share > 0).sort();
  let sum = 0;
  for (let i = sorted.length - 1; i >= 0; i -= 1) {
    const share = sorted[i] ?? 0;
    sum += share;
    if (sum >= topP) return share;
  }
  return 0;
}

/** A sentence this many times the document's average length is ended. */
const LONG_SENTENCE = 1.5;
/** A quotation of more tokens than this ends with its sentence, and narration follows. */
const LONG_QUOTATION = 12;
/** The average sentence length, in tokens, for a document with too few sentences, and the minimum for a long one. */
const USUAL_SENTENCE = 17;
const SHORTEST_LONG_SENTENCE = 14;
/** The average is taken over this many last tokens. */
const RECENT_TOKENS = 800;

/** The state of generation: where in a sentence and in a line of dialogue the text is. */
interface Situation {
  readonly history: number[];
  /** Something has been generated. */
  started: boolean;
  /** A word has been generated. */
  hasWord: boolean;
  /** The kinds of the last token and the one before; `break` if there is none. */
  last: TokenKind;
  lastWord: string;
  beforeLast: TokenKind;
  inQuote: boolean;
  /** Tokens since the beginning of the sentence. */
  sentence: number;
  /** The length of a long sentence in this document, in tokens. */
  readonly longSentence: number;
  /** Tokens since the opening quotation mark. */
  quote: number;
  /** Number of pieces that may still be generated, including this one. */
  left: number;
}

/** The state at the end of the model's document. */
function readSituation(model: LanguageModel, maxTokens: number): Situation {
  const { document, vocabulary } = model;
  const history: number[] = [];
  for (let at = Math.max(0, document.length - 12); at < document.length; at += 1) {
    history.push(document.tokenAt(at));
  }
  if (history.length === 0) {
    const start = vocabulary.find('\n');
    if (start !== undefined) history.push(start);
  }
  let inQuote = false;
  let quote = 0;
  let sentence = 0;
  let sentenceIsOpen = true;
  for (let at = document.length - 1; at >= 0; at -= 1) {
    const kind = vocabulary.kindOf(document.tokenAt(at));
    if (kind === 'break' || kind === 'close') break;
    if (kind === 'open') {
      inQuote = true;
      break;
    }
    quote += 1;
    if (kind === 'terminal') sentenceIsOpen = false;
    if (sentenceIsOpen) sentence += 1;
  }
  const last = history.at(-1);
  const beforeLast = history.at(-2);
  return {
    history,
    started: false,
    hasWord: false,
    last: last === undefined ? 'break' : vocabulary.kindOf(last),
    lastWord: last === undefined ? '' : vocabulary.wordOf(last),
    beforeLast: beforeLast === undefined ? 'break' : vocabulary.kindOf(beforeLast),
    inQuote,
    sentence,
    longSentence: longSentence(model),
    quote,
    left: maxTokens,
  };
}

/** Smoothed with three extra sentences of average length. */
function longSentence({ document, vocabulary }: LanguageModel): number {
  let sentences = 3;
  let tokens = 3 * USUAL_SENTENCE;
  for (let at = Math.max(0, document.length - RECENT_TOKENS); at < document.length; at += 1) {
    const kind = vocabulary.kindOf(document.tokenAt(at));
    tokens += 1;
    if (kind === 'terminal') sentences += 1;
  }
  return Math.max(SHORTEST_LONG_SENTENCE, (LONG_SENTENCE * tokens) / sentences);
}

/** Tokens that already followed the last two tokens in the recent history: they would repeat a phrase. */
function repeating(history: readonly number[]): ReadonlySet<number> {
  const repeats = new Set<number>();
  const [first, second] = history.slice(-2);
  for (let at = 2; at < history.length; at += 1) {
    const token = history[at];
    if (token !== undefined && history[at - 1] === second && history[at - 2] === first) repeats.add(token);
  }
  return repeats;
}

/** Updates the state with a token. */
function advance(model: LanguageModel, situation: Situation, token: number): void {
  const kind = model.vocabulary.kindOf(token);
  situation.history.push(token);
  situation.beforeLast = situation.last;
  situation.last = kind;
  situation.lastWord = model.vocabulary.wordOf(token);
  situation.quote = kind === 'open' ? 0 : situation.quote + 1;
  if (kind === 'open') situation.inQuote = true;
  if (kind === 'close' || kind === 'break') situation.inQuote = false;
  situation.sentence = kind === 'terminal' || kind === 'break' ? 0 : situation.sentence + 1;
}

/** Returns true if the text could end here, with too little room left for another sentence. */
function hasGoodEnd(situation: Situation, maxTokens: number): boolean {
  if (situation.left === maxTokens || situation.left > Math.max(1, maxTokens * 0.15)) return false;
  if (situation.inQuote) return false;
  return situation.last === 'terminal' || (situation.last === 'close' && situation.beforeLast === 'terminal');
}

/** Returns true if a token of this kind is allowed here, whatever the model predicts. */
function isAllowedHere(kind: TokenKind, situation: Situation, capitals: boolean): boolean {
  const { last, beforeLast, inQuote, left } = situation;
  const atStart = last === 'break' || last === 'open' || last === 'capital';
  // The prompt may have lost a trailing space: a mark here would be detached from its word.
  const atSeam = !situation.started && (last === 'word' || last === 'glyph');
  const ended = last === 'terminal' || (last === 'close' && beforeLast === 'terminal');
  switch (kind) {
    case 'symbol':
    case 'name':
      return false;
    case 'word':
      if (capitals && (last === 'break' || last === 'open')) return false;
      return last !== 'terminal' || situation.lastWord === '…';
    case 'glyph':
      return last !== 'capital';
    case 'capital':
      return last === 'break' || last === 'open' || ended;
    case 'terminal':
      return (
        !atStart &&
        !atSeam &&
        !ended &&
        last !== 'pause' &&
        last !== 'dash' &&
        last !== 'close' &&
        situation.sentence > 2
      );
    case 'pause':
    case 'dash':
      return !atStart && !atSeam && !ended && last !== 'pause' && last !== 'dash' && last !== 'close';
    case 'open':
      return (
        !inQuote && left > 5 && last !== 'open' && last !== 'capital' && last !== 'word' && last !== 'glyph'
      );
    case 'close':
      return inQuote && (last === 'terminal' || last === 'pause' || last === 'dash');
    case 'break':
      return !inQuote && ended && left > 5;
  }
}

/** Returns true if an article does not fit the word after it (“a edge”, “an tower”), judged by spelling. */
function disagrees(article: string, word: string): boolean {
  if (article !== 'a' && article !== 'an') return false;
  const vowel = /^(?:[aeiou]|hour|honest)/i.test(word) && !/^(?:one|once|uni|use|usu|eu)/i.test(word);
  return vowel !== (article === 'an');
}

/**
 * A factor for a kind of token, for what the model does not know: sentence and quotation length, and remaining room.
 */
function boost(kind: TokenKind, situation: Situation, maxTokens: number): number {
  const { sentence, longSentence: long, left, inQuote, last } = situation;
  if (kind === 'terminal') {
    const tooLong = sentence > long ? 1 + (sentence - long) / 3 : 1;
    return left < Math.max(6, maxTokens * 0.15) && sentence > 4 ? tooLong * 4 : tooLong;
  }
  if (kind === 'close' && inQuote && last === 'terminal') {
    return left < 12 || situation.quote > LONG_QUOTATION ? 20 : 1;
  }
  return 1;
}
