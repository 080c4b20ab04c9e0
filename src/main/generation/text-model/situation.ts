import type { LanguageModel } from './language-model.ts';
import type { TokenKind } from './tokens.ts';

/** A sentence so many times as long as the document's are is brought to its end. */
const LONG_SENTENCE = 1.5;
/** A quotation of more tokens ends with its sentence: what follows is told again. */
const LONG_QUOTATION = 12;
/** Tokens of a sentence where a document shows too few of its own, and the shortest that counts as long. */
const USUAL_SENTENCE = 17;
const SHORTEST_LONG_SENTENCE = 14;
/** The document's sentences are those among its last so many tokens. */
const RECENT_TOKENS = 800;

/** Where in a sentence and in a line of dialogue the writing stands. */
export interface Situation {
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
  /** Tokens of a sentence that is long for this document. */
  readonly longSentence: number;
  /** Tokens since the quotation was opened. */
  quote: number;
  /** Pieces that may still be written, this one included. */
  left: number;
}

/** Where the end of the model's document stands. */
export function readSituation(model: LanguageModel, maxTokens: number): Situation {
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
  let quote = 0;
  let sentence = 0;
  let sentenceIsOpen = true;
  for (let place = document.length - 1; place >= 0; place -= 1) {
    const kind = vocabulary.kindOf(document.tokenAt(place));
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

/** As if there were three sentences of the usual length before the document's own. */
function longSentence({ document, vocabulary }: LanguageModel): number {
  let sentences = 3;
  let tokens = 3 * USUAL_SENTENCE;
  for (let place = Math.max(0, document.length - RECENT_TOKENS); place < document.length; place += 1) {
    const kind = vocabulary.kindOf(document.tokenAt(place));
    tokens += 1;
    if (kind === 'terminal') sentences += 1;
  }
  return Math.max(SHORTEST_LONG_SENTENCE, (LONG_SENTENCE * tokens) / sentences);
}

/** Tokens that followed the last two already, in the continuation or just before it: a phrase would be said again. */
export function repeating(history: readonly number[]): ReadonlySet<number> {
  const again = new Set<number>();
  const [first, second] = history.slice(-2);
  for (let at = 2; at < history.length; at += 1) {
    const token = history[at];
    if (token !== undefined && history[at - 1] === second && history[at - 2] === first) again.add(token);
  }
  return again;
}

/** Takes a token into account. */
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

/** Whether what is written ends as a text may end, with too little room left for another sentence. */
export function hasGoodEnd(situation: Situation, maxTokens: number): boolean {
  if (situation.left === maxTokens || situation.left > Math.max(1, maxTokens * 0.15)) return false;
  if (situation.inQuote) return false;
  return situation.last === 'terminal' || (situation.last === 'close' && situation.beforeLast === 'terminal');
}

/** Whether a token of this kind may stand here at all, whatever the model thinks. */
export function mayStand(kind: TokenKind, situation: Situation, capitals: boolean): boolean {
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
export function disagrees(article: string, word: string): boolean {
  if (article !== 'a' && article !== 'an') return false;
  const vowel = /^(?:[aeiou]|hour|honest)/i.test(word) && !/^(?:one|once|uni|use|usu|eu)/i.test(word);
  return vowel !== (article === 'an');
}

/** How much more (or less) a kind of token is wanted here than the model knows. */
export function wish(kind: TokenKind, situation: Situation, maxTokens: number): number {
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
