/** Everything that is done to the beginning of an answer, so that it stands behind the document without a seam. */
import type { Seam } from '../tree/tree-node.ts';
import { endRepeat, openRepeat, type RepeatState, trimRepeat } from './repeat.ts';
import { openSeam, type SeamState, seamOf, type TrimmedPrompt, trimAnswerStart } from './seam.ts';
import { isSpaceClear, needsSpace } from './word-space.ts';

export interface AnswerStart {
  readonly document: string;
  readonly seam: SeamState;
  /** Null for a model that continues of itself and repeats nothing. */
  readonly repeat: RepeatState | null;
  readonly spaceAdded: boolean;
  /** The beginning, while it is not known yet whether a space belongs before it. */
  readonly held: string;
  /** True from the first character that is shown. */
  readonly begun: boolean;
}

/** @param isChat the model is asked to continue and may begin with what is there, and never with a space */
export function openAnswer(prompt: TrimmedPrompt, isChat: boolean): AnswerStart {
  return {
    document: prompt.text,
    seam: openSeam(prompt),
    repeat: isChat ? openRepeat(prompt.text) : null,
    spaceAdded: false,
    held: '',
    begun: false,
  };
}

interface Shown {
  readonly start: AnswerStart;
  readonly text: string;
}

/** The next chunk of the answer as it is shown; it may come later, or be empty. */
export function continueAnswer(start: AnswerStart, chunk: string): Shown {
  if (start.repeat === null) return afterRepeat(start, chunk);
  const { state, text } = trimRepeat(start.repeat, chunk);
  return afterRepeat({ ...start, repeat: state }, text);
}

/** The answer has ended: what was still held back. */
export function endAnswer(start: AnswerStart): Shown {
  if (start.repeat === null) return { start, text: '' };
  const { state, text } = endRepeat(start.repeat);
  const { start: last, text: shown } = afterRepeat({ ...start, repeat: state }, text);
  if (last.begun || last.held === '') return { start: last, text: shown };
  return begin(last, last.held);
}

function afterRepeat(start: AnswerStart, chunk: string): Shown {
  const { state: seam, text } = trimAnswerStart(start.seam, chunk);
  const next = { ...start, seam };
  if (text === '' || start.begun) return { start: next, text };
  const held = start.held + text;
  if (mayNeedSpace(next) && !isSpaceClear(held)) return { start: { ...next, held }, text: '' };
  return begin(next, held);
}

function begin(start: AnswerStart, text: string): Shown {
  const spaceAdded = mayNeedSpace(start) && needsSpace(start.document, text);
  return { start: { ...start, spaceAdded, held: '', begun: true }, text: spaceAdded ? ` ${text}` : text };
}

/**
 * Chat models begin at the margin: the space after the document's last word is nobody's unless it is put there. One
 * that said the document's end again has said its own.
 */
function mayNeedSpace({ seam, repeat }: AnswerStart): boolean {
  return repeat !== null && repeat.trimmed === 0 && seam.spaces === '';
}

/** What a node's record says of it. */
export function seamOfAnswer({ seam, repeat, spaceAdded }: AnswerStart): Seam {
  const { promptTrimmed, answerTrimmed } = seamOf(seam);
  return {
    promptTrimmed,
    answerTrimmed: answerTrimmed + (repeat?.trimmed ?? 0),
    ...(spaceAdded ? { spaceAdded: true } : {}),
  };
}
