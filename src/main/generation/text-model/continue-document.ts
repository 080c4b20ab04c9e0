import type { Beginnings } from './beginnings.ts';
import { type Drawing, draw } from './draw.ts';
import type { LanguageModel } from './language-model.ts';
import type { BrokenWord } from './seam-word.ts';
import {
  advance,
  boost,
  disagrees,
  hasGoodEnd,
  isAllowedHere,
  readSituation,
  repeating,
  type Situation,
} from './situation.ts';
import { isSpaced, type Style, setToken } from './style.ts';
import { CAPITAL, capitalise, type TokenKind } from './tokens.ts';

export interface WritingOptions extends Drawing {
  /** The maximum number of pieces. */
  readonly maxTokens: number;
  readonly style: Style;
  readonly brokenWord: BrokenWord | undefined;
  /** What siblings begin with: the first word is another where the text leaves a choice, and is added. */
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
