import { countWords } from './count-words.ts';
import { snapToPairEnd, snapToPairStart } from './surrogate-pair.ts';

/** A whole text or, if it is long, its beginning and its end. */
export interface FoldedText {
  readonly beginning: string;
  /** Empty if `beginning` is the whole text. */
  readonly end: string;
  /** Length of the whole text in UTF-16 code units. */
  readonly length: number;
  /** Word count of the whole text. */
  readonly words: number;
  /** Word count of the text between `beginning` and `end`. */
  readonly foldedWords: number;
}

/** Default length kept at each end, in UTF-16 code units. */
const DEFAULT_ROOM = 300;
/** Distance within which a word boundary is sought, in UTF-16 code units. */
const WORD_SEARCH = 60;

/**
 * Keeps about `room` UTF-16 code units at each end of a text, cut between words if there is a space nearby
 * and never inside a surrogate pair. A text hardly longer than both ends stays whole.
 */
export function foldText(text: string, room = DEFAULT_ROOM): FoldedText {
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

/** The whole text as a `FoldedText`. */
export function unfoldedText(text: string): FoldedText {
  return { beginning: text, end: '', length: text.length, words: countWords(text), foldedWords: 0 };
}

function wordEndBefore(text: string, limit: number): number {
  for (let at = limit; at > limit - WORD_SEARCH && at > 0; at--) if (/\s/.test(text.charAt(at))) return at;
  return snapToPairStart(text, limit);
}

function wordStartAfter(text: string, limit: number): number {
  for (let at = limit; at < limit + WORD_SEARCH; at++) if (/\s/.test(text.charAt(at - 1))) return at;
  return snapToPairEnd(text, limit);
}

/**
 * Replaces typographic quotes and spaces by plain ones, one code unit by one, because models do not always
 * reproduce them: offsets stay the same.
 */
export function foldTypography(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
}
