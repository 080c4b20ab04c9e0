import type { LanguageModel } from './language-model.ts';
import type { Random } from './random.ts';
import type { BrokenWord } from './seam-word.ts';
import { isSpaced, type Style, setToken } from './style.ts';
import { CAPITAL, capitalise, type TokenKind } from './tokens.ts';

export interface WritingOptions {
  readonly temperature: number;
  readonly topP: number;
  /** At most so many pieces. */
  readonly maxTokens: number;
  readonly random: Random;
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

/** A sentence this long, in tokens, is brought to its end. */
const LONG_SENTENCE = 34;
const ALTERNATIVES = 4;

/** Where in a sentence and in a line of dialogue the writing stands. */
interface Situation {
  readonly history: number[];
  /** Whether anything has been written. */
  started: boolean;
  /** Of the last token and the one before; `break` where there is none. */
  last: TokenKind;
  lastWord: string;
  beforeLast: TokenKind;
  inQuote: boolean;
  /** Tokens since the sentence began. */
  sentence: number;
  /** Pieces that may still be written, this one included. */
  left: number;
}

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

function readSituation(model: LanguageModel, maxTokens: number): Situation {
  const { document, vocabulary } = model;
  const history: number[] = [];
  for (let place = Math.max(0, document.length - 12); place < document.length; place += 1) {
    history.push(document.tokenAt(place));
  }
  if (history.length === 0) {
    const start = vocabulary.find('\n');
    if (start !== undefined) history.push(start);
  }
  let inQuote = false;
  let sentence = 0;
  let sentenceIsOpen = true;
  for (let place = document.length - 1; place >= 0; place -= 1) {
    const kind = vocabulary.kindOf(document.tokenAt(place));
    if (kind === 'break' || kind === 'close') break;
    if (kind === 'open') {
      inQuote = true;
      break;
    }
    if (kind === 'terminal') sentenceIsOpen = false;
    if (sentenceIsOpen) sentence += 1;
  }
  const last = history.at(-1);
  const beforeLast = history.at(-2);
  return {
    history,
    started: false,
    last: last === undefined ? 'break' : vocabulary.kindOf(last),
    lastWord: last === undefined ? '' : vocabulary.wordOf(last),
    beforeLast: beforeLast === undefined ? 'break' : vocabulary.kindOf(beforeLast),
    inQuote,
    sentence,
    left: maxTokens,
  };
}

function advance(model: LanguageModel, situation: Situation, token: number): void {
  const kind = model.vocabulary.kindOf(token);
  situation.history.push(token);
  situation.beforeLast = situation.last;
  situation.last = kind;
  situation.lastWord = model.vocabulary.wordOf(token);
  if (kind === 'open') situation.inQuote = true;
  if (kind === 'close' || kind === 'break') situation.inQuote = false;
  situation.sentence = kind === 'terminal' || kind === 'break' ? 0 : situation.sentence + 1;
}

/** Whether what is written ends as a text may end, with too little room left for another sentence. */
function hasGoodEnd(situation: Situation, maxTokens: number): boolean {
  if (situation.left === maxTokens || situation.left > Math.max(1, maxTokens * 0.15)) return false;
  if (situation.inQuote) return false;
  return situation.last === 'terminal' || (situation.last === 'close' && situation.beforeLast === 'terminal');
}

/** Whether a token of this kind may stand here at all, whatever the model thinks. */
function mayStand(kind: TokenKind, situation: Situation, capitals: boolean): boolean {
  const { last, beforeLast, inQuote, left } = situation;
  const atStart = last === 'break' || last === 'open' || last === 'capital';
  // The prompt may have lost a space at its end: a mark there would stand by itself.
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

/** “a edge”, “an tower”: the words before a vowel's sound and before a consonant's, as far as spelling shows. */
function disagrees(article: string, word: string): boolean {
  if (article !== 'a' && article !== 'an') return false;
  const vowel = /^(?:[aeiou]|hour|honest)/i.test(word) && !/^(?:one|once|uni|use|usu|eu)/i.test(word);
  return vowel !== (article === 'an');
}

/** How much more (or less) a kind of token is wanted here than the model knows. */
function wish(kind: TokenKind, situation: Situation, maxTokens: number): number {
  const { sentence, left, inQuote, last } = situation;
  if (kind === 'terminal') {
    const tooLong = sentence > LONG_SENTENCE ? 1 + (sentence - LONG_SENTENCE) / 3 : 1;
    return left < Math.max(6, maxTokens * 0.15) && sentence > 4 ? tooLong * 4 : tooLong;
  }
  if (kind === 'close' && inQuote && last === 'terminal') return left < 12 ? 20 : 1;
  return 1;
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
    const wanted = clashes ? 0 : share * factor;
    shares[token] = wanted;
    total += wanted;
  }
  if (total === 0) return undefined;
  for (let token = 0; token < shares.length; token += 1) shares[token] = (shares[token] ?? 0) / total;
  return draw(shares, options);
}

/** Draws a token: the likeliest at temperature 0; at 1 by its share, within the likeliest that make up `topP`. */
function draw(shares: Float64Array, { temperature, topP, random }: WritingOptions): number {
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
