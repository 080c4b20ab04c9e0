/** Where a prompt ends and its answer begins (`generation.md`, *The seam*): one space, not two and not none. */
import type { Seam } from '../tree/tree-node.ts';

/** A prompt as it is sent. */
export interface TrimmedPrompt {
  readonly text: string;
  /** The spaces left off its end, which stay in the manuscript; a line end is no space. */
  readonly spaces: string;
}

/** How far the beginning of one answer has been trimmed. */
export interface SeamState {
  readonly spaces: string;
  /** UTF-16 code units left off the answer so far. */
  readonly answerTrimmed: number;
  /** False from the first character of the answer that is kept. */
  readonly open: boolean;
}

/** Spaces and tabs of any width; line ends are not among them. */
const SPACE = /[^\S\n\r\u2028\u2029]/;

/** The prompt without the spaces at its end. Base models write badly after one. */
export function trimPrompt(prompt: string): TrimmedPrompt {
  // From the end, since an expression for spaces at the end would try every run of spaces in the document.
  let from = prompt.length;
  while (from > 0 && SPACE.test(prompt.charAt(from - 1))) from--;
  return { text: prompt.slice(0, from), spaces: prompt.slice(from) };
}

/** The state before the first character of an answer to this prompt. */
export function openSeam({ spaces }: TrimmedPrompt): SeamState {
  return { spaces, answerTrimmed: 0, open: spaces !== '' };
}

/**
 * The next chunk of an answer without the spaces that the manuscript has there already; chunks may be cut anywhere and
 * may be empty. After a prompt that was not trimmed nothing is left off.
 */
export function trimAnswerStart(
  state: SeamState,
  chunk: string,
): { readonly state: SeamState; readonly text: string } {
  if (!state.open || chunk === '') return { state, text: chunk };
  let from = 0;
  while (from < chunk.length && state.spaces.includes(chunk.charAt(from))) from++;
  return {
    state: { ...state, answerTrimmed: state.answerTrimmed + from, open: from === chunk.length },
    text: chunk.slice(from),
  };
}

/** What a node's record says of its seam. */
export function seamOf(state: SeamState): Seam {
  return { promptTrimmed: state.spaces.length, answerTrimmed: state.answerTrimmed };
}
