/** Adjusts the start of a response so that it joins the document without a visible seam. */

import { openSeam, type SeamState, seamOf, type TrimmedPrompt, trimAnswerStart } from '../context/seam.ts';
import type { Seam } from '../tree/tree-node.ts';
import { endRepeat, openRepeat, type RepeatState, trimRepeat } from './repeat.ts';
import { isSpaceDecided, needsSpace } from './word-space.ts';

export interface AnswerStart {
  readonly document: string;
  readonly seam: SeamState;
  /** Null for a base model, which continues the text and repeats nothing. */
  readonly repeat: RepeatState | null;
  readonly spaceAdded: boolean;
  /** The start of the response, held back until it is known whether it needs a space before it. */
  readonly buffered: string;
  /** True from the first visible character on. */
  readonly started: boolean;
}

/**
 * @param isChat the model was instructed to continue: it may repeat the end of the document and never starts
 *   with a space
 */
export function openAnswer(prompt: TrimmedPrompt, isChat: boolean): AnswerStart {
  return {
    document: prompt.text,
    seam: openSeam(prompt),
    repeat: isChat ? openRepeat(prompt.text) : null,
    spaceAdded: false,
    buffered: '',
    started: false,
  };
}

interface AnswerChunk {
  readonly start: AnswerStart;
  readonly text: string;
}

/**
 * Processes the next chunk of the response and returns the text to show, which may be empty or may arrive
 * with a later chunk.
 */
export function continueAnswer(start: AnswerStart, chunk: string): AnswerChunk {
  if (start.repeat === null) return afterRepeat(start, chunk);
  const { state, text } = trimRepeat(start.repeat, chunk);
  return afterRepeat({ ...start, repeat: state }, text);
}

/** Ends the response and returns the text still held back. */
export function endAnswer(start: AnswerStart): AnswerChunk {
  if (start.repeat === null) return { start, text: '' };
  const { state, text } = endRepeat(start.repeat);
  const { start: last, text: shown } = afterRepeat({ ...start, repeat: state }, text);
  if (last.started || last.buffered === '') return { start: last, text: shown };
  return show(last, last.buffered);
}

function afterRepeat(start: AnswerStart, chunk: string): AnswerChunk {
  const { state: seam, text } = trimAnswerStart(start.seam, chunk);
  const next = { ...start, seam };
  if (text === '' || start.started) return { start: next, text };
  const buffered = start.buffered + text;
  if (mayNeedSpace(next) && !isSpaceDecided(buffered)) return { start: { ...next, buffered }, text: '' };
  return show(next, buffered);
}

function show(start: AnswerStart, text: string): AnswerChunk {
  const spaceAdded = mayNeedSpace(start) && needsSpace(start.document, text);
  return {
    start: { ...start, spaceAdded, buffered: '', started: true },
    text: spaceAdded ? ` ${text}` : text,
  };
}

/**
 * Chat models start without a space after the last word of the document, so it must be added. If the model
 * repeated the end of the document, it supplied its own.
 */
function mayNeedSpace({ seam, repeat }: AnswerStart): boolean {
  return repeat !== null && repeat.trimmed === 0 && seam.spaces === '';
}

/** The seam to record with the node. */
export function seamOfAnswer({ seam, repeat, spaceAdded }: AnswerStart): Seam {
  const { promptTrimmed, answerTrimmed } = seamOf(seam);
  return {
    promptTrimmed,
    answerTrimmed: answerTrimmed + (repeat?.trimmed ?? 0),
    ...(spaceAdded ? { spaceAdded: true } : {}),
  };
}
