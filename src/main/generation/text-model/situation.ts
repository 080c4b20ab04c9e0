import type { LanguageModel } from './language-model.ts';
import type { TokenKind } from './tokens.ts';

/** A sentence this many times the document's average length is brought to an end. */
const LONG_SENTENCE = 1.5;
/** A quotation of more tokens than this ends with its sentence, and narration follows. */
const LONG_QUOTATION = 12;
/**
 * The average sentence length, in tokens, for a document with too few sentences, and the minimum for a long
 * one.
 */
const USUAL_SENTENCE = 17;
const SHORTEST_LONG_SENTENCE = 14;
/** The average is taken over this many last tokens. */
const RECENT_TOKENS = 800;

/** The state of generation: where in a sentence and in a line of dialogue the text is. */
export interface Situation {
  readonly history: number[];
  /** Whether anything has been generated. */
  started: boolean;
  /** Whether a word has been. */
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
  /** How many pieces may still be generated, including this one. */
  left: number;
}

/** The state at the end of the model's document. */
export function readSituation(model: LanguageModel, maxTokens: number): Situation {
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
export function repeating(history: readonly number[]): ReadonlySet<number> {
  const repeats = new Set<number>();
  const [first, second] = history.slice(-2);
  for (let at = 2; at < history.length; at += 1) {
    const token = history[at];
    if (token !== undefined && history[at - 1] === second && history[at - 2] === first) repeats.add(token);
  }
  return repeats;
}

/** Updates the state with a token. */
export function advance(model: LanguageModel, situation: Situation, token: number): void {
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

/** Whether the text could end here, with too little room left for another sentence. */
export function hasGoodEnd(situation: Situation, maxTokens: number): boolean {
  if (situation.left === maxTokens || situation.left > Math.max(1, maxTokens * 0.15)) return false;
  if (situation.inQuote) return false;
  return situation.last === 'terminal' || (situation.last === 'close' && situation.beforeLast === 'terminal');
}

/** Whether a token of this kind is allowed here, whatever the model predicts. */
export function isAllowedHere(kind: TokenKind, situation: Situation, capitals: boolean): boolean {
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

/** Whether an article does not fit the word after it (“a edge”, “an tower”), judged by spelling. */
export function disagrees(article: string, word: string): boolean {
  if (article !== 'a' && article !== 'an') return false;
  const vowel = /^(?:[aeiou]|hour|honest)/i.test(word) && !/^(?:one|once|uni|use|usu|eu)/i.test(word);
  return vowel !== (article === 'an');
}

/**
 * A factor for a kind of token, for what the model does not know: sentence and quotation length, and
 * remaining room.
 */
export function boost(kind: TokenKind, situation: Situation, maxTokens: number): number {
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
