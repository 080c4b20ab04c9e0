import { type Drawing, draw } from './draw.ts';
import type { LanguageModel } from './language-model.ts';
import type { BrokenWord } from './seam-word.ts';
import {
  advance,
  disagrees,
  hasGoodEnd,
  mayStand,
  readSituation,
  repeating,
  type Situation,
  wish,
} from './situation.ts';
import { isSpaced, type Style, setToken } from './style.ts';
import { CAPITAL, capitalise, type TokenKind } from './tokens.ts';

export interface WritingOptions extends Drawing {
  /** At most so many pieces. */
  readonly maxTokens: number;
  readonly style: Style;
  readonly brokenWord: BrokenWord | undefined;
}

/** One token of a continuation as the reader sees it, with the natural logarithms of what was likely in its place. */
export interface WrittenPiece {
  readonly text: string;
  readonly logprob: number;
  /** The likeliest tokens, likeliest first, as they would have been set here. */
  readonly alternatives: readonly { readonly text: string; readonly logprob: number }[];
}

const ALTERNATIVES = 4;

/** What is left to a token that would repeat what was just said. */
const REPEATED_SHARE = 0.02;

/**
 * Writes on from the end of the model's document, token by token, and ends where a sentence does when the pieces are
 * nearly used up (`stop`), else where they are (`length`). Quotations that it opens it closes, if there is room.
 */
export function* writeOn(
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

/** Turns what the model thinks into what is drawn from, and draws; undefined when nothing may stand here. */
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
  const again = repeating(situation.history);
  const wishes = new Map<TokenKind, number>();
  let total = 0;
  for (let token = 0; token < shares.length; token += 1) {
    const share = shares[token] ?? 0;
    if (share === 0) continue;
    const kind = model.kinds[token] ?? 'symbol';
    let factor = wishes.get(kind);
    if (factor === undefined) {
      factor = mayStand(kind, situation, model.knowsLanguage) ? wish(kind, situation, options.maxTokens) : 0;
      wishes.set(kind, factor);
    }
    const clashes =
      kind === 'word' &&
      (token === repeated || (afterArticle && disagrees(situation.lastWord, vocabulary.wordOf(token))));
    const wanted = clashes ? 0 : share * factor * (again.has(token) ? REPEATED_SHARE : 1);
    shares[token] = wanted;
    total += wanted;
  }
  if (total === 0) return undefined;
  for (let token = 0; token < shares.length; token += 1) shares[token] = (shares[token] ?? 0) / total;
  return draw(shares, options);
}

/** A token as it is set after what stands before it. */
function setHere(
  model: LanguageModel,
  situation: Situation,
  style: Style,
  token: number,
  capital: boolean,
): string {
  const { vocabulary, document } = model;
  const set = setToken(vocabulary.wordOf(token), style);
  // White space at the prompt's end, or no prompt at all, needs no space more.
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

/** Finishes the word that the document breaks off in. */
function completeWord(
  model: LanguageModel,
  situation: Situation,
  options: WritingOptions,
  broken: BrokenWord,
  shares: Float64Array,
): WrittenPiece {
  model.forget(broken.token);
  situation.history.pop();
  model.predict(situation.history, shares);
  const only = new Float64Array(shares.length);
  // A little for each, so that a word that never stood here can be the one.
  for (const token of broken.completions) only[token] = (shares[token] ?? 0) + 1e-9;
  const total = only.reduce((sum, share) => sum + share, 0);
  for (const token of broken.completions) only[token] = (only[token] ?? 0) / total;
  const token = draw(only, options);
  situation.started = true;
  advance(model, situation, token);
  const rest = model.vocabulary.wordOf(token).slice(broken.fragment.length);
  return { text: setToken(rest, options.style), logprob: Math.log(only[token] ?? 1), alternatives: [] };
}
