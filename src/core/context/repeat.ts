/**
 * What an instruct model repeats of a document's end before it goes on (`generation.md`, *Agents and providers*,
 * `chat-continue`): it is left off, however the answer is cut into chunks.
 */

import { hasWord, lastWordOf } from './word-space.ts';

/** How far back from the document's end a repetition is looked for, in UTF-16 code units. */
const REACH = 4_000;
/** Shorter agreement than this is chance, in letters; one of a script without spaces says as much as two. */
const LEAST = 12;
/** A broken word at the end is given whole again: so much of it must agree. */
const LEAST_OF_WORD = 3;

const DENSE_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** How far an answer's beginning has been compared. */
export interface RepeatState {
  /** As it is compared: marks that are typed in several ways are one. */
  readonly documentEnd: string;
  /** The beginning of the answer while it may still be a repetition. */
  readonly held: string;
  /** UTF-16 code units left off. */
  readonly trimmed: number;
  /** False from the first character of the answer that is kept. */
  readonly open: boolean;
}

/** The state before the first character of an answer to this document. */
export function openRepeat(document: string): RepeatState {
  return { documentEnd: plain(document.slice(-REACH)), held: '', trimmed: 0, open: document !== '' };
}

/** The next chunk of the answer without what repeats the document's end; it may come later, or be empty. */
export function trimRepeat(
  state: RepeatState,
  chunk: string,
): { readonly state: RepeatState; readonly text: string } {
  if (!state.open) return { state, text: chunk };
  const held = state.held + chunk;
  // As long as it says what the document says somewhere, it may be on the way to the document's end.
  if (state.documentEnd.includes(plain(held.trimStart()))) return { state: { ...state, held }, text: '' };
  return settle(state, held);
}

/** The answer has ended: what was held back and is no repetition. */
export function endRepeat(state: RepeatState): { readonly state: RepeatState; readonly text: string } {
  return state.open ? settle(state, state.held) : { state, text: '' };
}

function settle(state: RepeatState, answer: string) {
  // Line ends and spaces before a repetition are left off with it.
  const said = plain(answer.trimStart());
  const length = lengthOfRepeat(state.documentEnd, said);
  const trimmed = length === 0 ? 0 : answer.length - said.length + length;
  return { state: { ...state, held: '', trimmed, open: false }, text: answer.slice(trimmed) };
}

/** How much of the answer's beginning is the document's end. */
function lengthOfRepeat(documentEnd: string, answer: string): number {
  for (let length = Math.min(documentEnd.length, answer.length); length > 0; length--) {
    const repeated = answer.slice(0, length);
    if (!documentEnd.endsWith(repeated)) continue;
    const from = documentEnd.length - length;
    const startsWord =
      from === 0 || !isWordPart(documentEnd.charAt(from - 1)) || !isWordPart(answer.charAt(0));
    if (!startsWord) continue;
    const goesOn = isWordPart(answer.charAt(length)) && isWordPart(answer.charAt(length - 1));
    if (isTold(repeated)) return length;
    if (goesOn && length >= LEAST_OF_WORD && isOneWord(repeated) && !endsInWholeWord(documentEnd, repeated))
      return length;
  }
  return 0;
}

/** Long enough that it is said again and not by chance. */
function isTold(text: string): boolean {
  let weight = 0;
  for (const letter of text) weight += DENSE_LETTER.test(letter) ? 2 : 1;
  return weight >= LEAST;
}

function isWordPart(letter: string): boolean {
  return /[\p{L}\p{N}]/u.test(letter) && !DENSE_LETTER.test(letter);
}

function isOneWord(text: string): boolean {
  return [...text].every(isWordPart);
}

/** A word that stands elsewhere too is no broken one: `the`, though the answer begins with `theatre`. */
function endsInWholeWord(documentEnd: string, repeated: string): boolean {
  const word = lastWordOf(repeated);
  return word !== '' && hasWord(documentEnd.slice(0, documentEnd.length - word.length), word);
}

/** Quotation marks and spaces as any keyboard has them, one for one: a model does not always give them back as they were. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
}
