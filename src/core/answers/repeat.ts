/**
 * Trims what an instruct model repeats from the end of the document before it continues (`generation.md`,
 * *Agents and providers*, `chat-continue`), however the response is divided into chunks.
 */

import { foldTypography } from '../text/fold-text.ts';
import { hasWord, lastWordOf } from './word-space.ts';

/** Distance from the end of the document within which a repetition is sought, in UTF-16 code units. */
const SEARCH_LENGTH = 4_000;
/** A shorter match may be chance. Counted in letters; a letter of a script without spaces counts as two. */
const MIN_MATCH = 12;
/** Whole sentences may be meant, as a refrain: a shorter repetition of them stays. Counted likewise. */
const MIN_SENTENCES = 100;
/** Sentence ends in the scripts of the world, with closing punctuation. */
const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u;
/** A model repeats an unfinished word at the end from its start: the minimum length that must match. */
const MIN_WORD_MATCH = 3;

const DENSE_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** State of comparing the start of a response with the end of the document. */
export interface RepeatState {
  /** Folded for comparison: typographic variants are replaced by plain characters. */
  readonly documentEnd: string;
  /** The start of the response, held back while it may still be a repetition. */
  readonly buffered: string;
  /** UTF-16 code units trimmed. */
  readonly trimmed: number;
  /** Minimum length of a repetition of whole sentences. */
  readonly minSentences: number;
  /** False from the first character that is kept. */
  readonly open: boolean;
}

/**
 * The state before the first character of a response to this document.
 * @param mayRefrain whether whole sentences may be repeated on purpose, unless they are long
 */
export function openRepeat(document: string, mayRefrain = true): RepeatState {
  return {
    minSentences: mayRefrain ? MIN_SENTENCES : MIN_MATCH,
    documentEnd: foldTypography(document.slice(-SEARCH_LENGTH)),
    buffered: '',
    trimmed: 0,
    open: document !== '',
  };
}

/**
 * Processes the next chunk of the response and returns its text without the repetition; the text may be empty
 * or arrive with a later chunk.
 */
export function trimRepeat(
  state: RepeatState,
  chunk: string,
): { readonly state: RepeatState; readonly text: string } {
  if (!state.open) return { state, text: chunk };
  const buffered = state.buffered + chunk;
  // While the response matches some part of the document end, it may still reach the very end.
  if (state.documentEnd.includes(foldTypography(buffered.trimStart())))
    return { state: { ...state, buffered }, text: '' };
  return settle(state, buffered);
}

/** Ends the response and returns text that was held back and is not a repetition. */
export function endRepeat(state: RepeatState): { readonly state: RepeatState; readonly text: string } {
  return state.open ? settle(state, state.buffered) : { state, text: '' };
}

function settle(state: RepeatState, answer: string) {
  // Line ends and spaces before a repetition are trimmed with it.
  const folded = foldTypography(answer.trimStart());
  const length = lengthOfRepeat(state, folded);
  const trimmed = length === 0 ? 0 : answer.length - folded.length + length;
  return { state: { ...state, buffered: '', trimmed, open: false }, text: answer.slice(trimmed) };
}

/**
 * The length of the longest start of the response that repeats the end of the document; 0 if there is no repetition.
 */
function lengthOfRepeat({ documentEnd, minSentences }: RepeatState, answer: string): number {
  const isWhole = SENTENCE_END.test(documentEnd.trimEnd());
  const atLeast = isWhole ? minSentences : MIN_MATCH;
  for (let length = Math.min(documentEnd.length, answer.length); length > 0; length--) {
    const repeated = answer.slice(0, length);
    if (!documentEnd.endsWith(repeated)) continue;
    const from = documentEnd.length - length;
    const startsWord =
      from === 0 || !isWordPart(documentEnd.charAt(from - 1)) || !isWordPart(answer.charAt(0));
    if (!startsWord) continue;
    const splitsWord = isWordPart(answer.charAt(length)) && isWordPart(answer.charAt(length - 1));
    if (weightOf(repeated) >= atLeast) return length;
    if (
      splitsWord &&
      length >= MIN_WORD_MATCH &&
      isOneWord(repeated) &&
      !endsInWholeWord(documentEnd, repeated)
    )
      return length;
  }
  return 0;
}

/** The number of letters in a match: the more, the less likely it is chance or intended. */
function weightOf(text: string): number {
  let weight = 0;
  for (const letter of text) weight += DENSE_LETTER.test(letter) ? 2 : 1;
  return weight;
}

function isWordPart(letter: string): boolean {
  return /[\p{L}\p{N}]/u.test(letter) && !DENSE_LETTER.test(letter);
}

function isOneWord(text: string): boolean {
  return [...text].every(isWordPart);
}

/** A word that also occurs elsewhere is not unfinished: `the`, although the response starts with `theatre`. */
function endsInWholeWord(documentEnd: string, repeated: string): boolean {
  const word = lastWordOf(repeated);
  return word !== '' && hasWord(documentEnd.slice(0, documentEnd.length - word.length), word);
}
