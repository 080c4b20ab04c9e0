import { countWords } from './count-words.ts';
import { wholeAfter, wholeBefore } from './surrogate-pair.ts';

/** A text, or its beginning and its end where it is long. */
export interface FoldedText {
  readonly beginning: string;
  /** Empty where `beginning` is the whole text. */
  readonly end: string;
  /** Of the whole text, in UTF-16 code units. */
  readonly length: number;
  /** Of the whole text. */
  readonly words: number;
  /** Of what stands between beginning and end. */
  readonly foldedWords: number;
}

/** What stays of each end where nothing else is said, in UTF-16 code units. */
const ROOM = 300;
/** How far a word's boundary is looked for, in UTF-16 code units. */
const WORD_SEARCH = 60;

/**
 * Keeps about `room` UTF-16 code units of each end of a text, cut between words where there is a space nearby and never
 * inside a surrogate pair. A text that is hardly longer than both stays whole.
 */
export function foldText(text: string, room = ROOM): FoldedText {
  const { length } = text;
  const words = countWords(text);
  if (length <= 3 * room + 2 * WORD_SEARCH) {
    return { beginning: text, end: '', length, words, foldedWords: 0 };
  }
  const from = wordEndBefore(text, room);
  const to = wordStartAfter(text, length - room);
  return {
    beginning: text.slice(0, from),
    end: text.slice(to),
    length,
    words,
    foldedWords: countWords(text.slice(from, to)),
  };
}

/** The whole text, in the form of a folded one. */
export function unfoldedText(text: string): FoldedText {
  return { beginning: text, end: '', length: text.length, words: countWords(text), foldedWords: 0 };
}

function wordEndBefore(text: string, limit: number): number {
  for (let at = limit; at > limit - WORD_SEARCH && at > 0; at--) if (/\s/.test(text.charAt(at))) return at;
  return wholeBefore(text, limit);
}

function wordStartAfter(text: string, limit: number): number {
  for (let at = limit; at < limit + WORD_SEARCH; at++) if (/\s/.test(text.charAt(at - 1))) return at;
  return wholeAfter(text, limit);
}
