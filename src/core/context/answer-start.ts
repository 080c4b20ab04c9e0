/** Everything that is done to the beginning of an answer, so that it stands behind the document without a seam. */
import type { Seam } from '../tree/tree-node.ts';
import { endRepeat, openRepeat, type RepeatState, trimRepeat } from './repeat.ts';
import { openSeam, type SeamState, seamOf, type TrimmedPrompt, trimAnswerStart } from './seam.ts';

/** The end of a sentence or a clause, after which a word of a script with spaces stands apart. */
const ENDS_APART = /[.,;:!?…)\]”’"'»]$/u;
const WORD_START = /^[“‘"'«(]?[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

export interface AnswerStart {
  readonly document: string;
  readonly seam: SeamState;
  /** Null for a model that continues of itself and repeats nothing. */
  readonly repeat: RepeatState | null;
  readonly spaceAdded: boolean;
  readonly begun: boolean;
}

/** @param isChat the model is asked to continue and may begin with what is there, and never with a space */
export function openAnswer(prompt: TrimmedPrompt, isChat: boolean): AnswerStart {
  return {
    document: prompt.text,
    seam: openSeam(prompt),
    repeat: isChat ? openRepeat(prompt.text) : null,
    spaceAdded: false,
    begun: false,
  };
}

/** The next chunk of the answer as it is shown; it may come later, or be empty. */
export function continueAnswer(start: AnswerStart, chunk: string) {
  if (start.repeat === null) return afterRepeat(start, chunk);
  const { state, text } = trimRepeat(start.repeat, chunk);
  return afterRepeat({ ...start, repeat: state }, text);
}

/** The answer has ended: what was still held back. */
export function endAnswer(start: AnswerStart) {
  if (start.repeat === null) return { start, text: '' };
  const { state, text } = endRepeat(start.repeat);
  return afterRepeat({ ...start, repeat: state }, text);
}

function afterRepeat(
  start: AnswerStart,
  chunk: string,
): { readonly start: AnswerStart; readonly text: string } {
  const { state: seam, text } = trimAnswerStart(start.seam, chunk);
  if (text === '' || start.begun) return { start: { ...start, seam }, text };
  const spaceAdded = needsSpace(start, text);
  return { start: { ...start, seam, spaceAdded, begun: true }, text: spaceAdded ? ` ${text}` : text };
}

/** Chat models begin at the margin: the space after the document's last sentence is nobody's unless it is put there. */
function needsSpace({ document, seam, repeat }: AnswerStart, text: string): boolean {
  return repeat !== null && seam.spaces === '' && ENDS_APART.test(document) && WORD_START.test(text);
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
