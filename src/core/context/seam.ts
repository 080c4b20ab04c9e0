/**
 * The seam between a prompt and its response (`generation.md`, *The seam*): exactly one space, not two and
 * not none.
 */
import type { Seam } from '../tree/tree-node.ts';

/** A prompt as sent. */
export interface TrimmedPrompt {
  readonly text: string;
  /** The spaces trimmed from its end, which stay in the manuscript; a line end is not a space. */
  readonly spaces: string;
}

/** State of trimming the start of one response. */
export interface SeamState {
  readonly spaces: string;
  /** UTF-16 code units trimmed from the response so far. */
  readonly answerTrimmed: number;
  /** False from the first character that is kept. */
  readonly open: boolean;
}

/** Spaces and tabs of any width, but not line ends. */
const SPACE = /[^\S\n\r\u2028\u2029]/;

/** Trims the spaces at the end of a prompt, because base models continue badly after one. */
export function trimPrompt(prompt: string): TrimmedPrompt {
  // Scan from the end: a regular expression would try every run of spaces in the document.
  let from = prompt.length;
  while (from > 0 && SPACE.test(prompt.charAt(from - 1))) from--;
  return { text: prompt.slice(0, from), spaces: prompt.slice(from) };
}

/** The state before the first character of a response to this prompt. */
export function openSeam({ spaces }: TrimmedPrompt): SeamState {
  return { spaces, answerTrimmed: 0, open: spaces !== '' };
}

/**
 * Trims spaces from the start of a response that the manuscript already has. Chunks may be divided anywhere
 * and may be empty. After a prompt that was not trimmed, nothing is removed.
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

/** The seam to record with the node. */
export function seamOf(state: SeamState): Seam {
  return { promptTrimmed: state.spaces.length, answerTrimmed: state.answerTrimmed };
}
