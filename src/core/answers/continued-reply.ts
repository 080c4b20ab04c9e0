/** Reads an answer that continues a message (`dialogue.md`, *Replies*), however it is divided. */
import type { Seam } from '../tree/tree-node.ts';
import { type AnswerStart, continueAnswer, endAnswer, openAnswer, seamOfAnswer } from './answer-start.ts';

/** The continuation that an answer gives. */
export interface ContinuedText {
  /** As it was sent. */
  readonly text: string;
  /** White space at its end, which was not sent. */
  readonly spaces: string;
  /** The model was instructed to continue: it may repeat the end, and never starts with a space. */
  readonly isInstructed: boolean;
}

/** State of reading one answer. */
export interface ContinuedState {
  /** The repeated prefix with which the answer may still begin; null once that is settled. */
  readonly prefix: string | null;
  /** The start of the answer, held back while it may still be the prefix. */
  readonly buffered: string;
  /** UTF-16 code units of the prefix, and of the white space before it. */
  readonly trimmed: number;
  /** The join between text and answer. */
  readonly start: AnswerStart;
  /** White space, held back because the answer may end with it. */
  readonly space: string;
}

interface ContinuedChunk {
  readonly state: ContinuedState;
  readonly text: string;
}

/** The state before the first character of an answer. @param name what the answer may begin with, as messages do */
export function openContinued(
  { text, spaces, isInstructed }: ContinuedText,
  name: string | null,
): ContinuedState {
  return {
    prefix: isInstructed && name !== null ? `${name}:` : null,
    buffered: '',
    trimmed: 0,
    start: openAnswer({ text, spaces }, isInstructed),
    space: '',
  };
}

/** Processes the next chunk and returns the text to show, which may be empty or arrive with a later chunk. */
export function readContinued(state: ContinuedState, chunk: string): ContinuedChunk {
  const { state: named, text } = trimPrefix(state, chunk, false);
  const next = continueAnswer(named.start, text);
  return show({ ...named, start: next.start }, next.text);
}

/** Ends the answer and returns the text still held back; white space at its end is dropped. */
export function endContinued(state: ContinuedState): ContinuedChunk {
  const { state: named, text } = trimPrefix(state, '', true);
  const last = continueAnswer(named.start, text);
  const end = endAnswer(last.start);
  return show({ ...named, start: end.start }, last.text + end.text);
}

/** The seam to record with the node. */
export function seamOfContinued({ start, trimmed }: ContinuedState): Seam {
  const seam = seamOfAnswer(start);
  return { ...seam, answerTrimmed: seam.answerTrimmed + trimmed, continues: true };
}

function trimPrefix(state: ContinuedState, chunk: string, isEnd: boolean): ContinuedChunk {
  const { prefix, buffered } = state;
  if (prefix === null) return { state, text: chunk };
  const whole = buffered + chunk;
  const words = whole.trimStart();
  const mayFollow = words.length < prefix.length && prefix.startsWith(words);
  if (mayFollow && !isEnd) return { state: { ...state, buffered: whole }, text: '' };
  const rest = words.startsWith(prefix) ? words.slice(prefix.length) : whole;
  const settled = { ...state, prefix: null, buffered: '', trimmed: whole.length - rest.length };
  return { state: settled, text: rest };
}

function show(state: ContinuedState, text: string): ContinuedChunk {
  const kept = text.trimEnd();
  if (kept === '') return { state: { ...state, space: state.space + text }, text: '' };
  return { state: { ...state, space: text.slice(kept.length) }, text: state.space + kept };
}
