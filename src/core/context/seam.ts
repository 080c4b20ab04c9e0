/**
 * The seam between a prompt and its response (`generation.md`, *The seam*): exactly one space, not two and not none.
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
  /** The prompt ends with a line end: one space at the start of the response belongs to nothing. */
  readonly isLineStart: boolean;
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
export function openSeam({ text, spaces }: TrimmedPrompt): SeamState {
  const isLineStart = spaces === '' && text.endsWith('\n');
  return { spaces, isLineStart, answerTrimmed: 0, open: spaces !== '' || isLineStart };
}

interface TrimmedChunk {
  readonly state: SeamState;
  readonly text: string;
}

/**
 * Trims spaces from the start of a response that the manuscript already has, or that would begin a line. Chunks may be
 * divided anywhere and may be empty. After any other prompt, nothing is removed.
 */
export function trimAnswerStart(state: SeamState, chunk: string): TrimmedChunk {
  if (!state.open || chunk === '') return { state, text: chunk };
  if (state.isLineStart) return trimLineStart(state, chunk);
  let from = 0;
  while (from < chunk.length && state.spaces.includes(chunk.charAt(from))) from++;
  return {
    state: { ...state, answerTrimmed: state.answerTrimmed + from, open: from === chunk.length },
    text: chunk.slice(from),
  };
}

/** A single space is a tokenizer's; more than one indents the line, and stays. */
function trimLineStart(state: SeamState, chunk: string): TrimmedChunk {
  const text = ' '.repeat(state.answerTrimmed) + chunk;
  if (text === ' ') return { state: { ...state, answerTrimmed: 1 }, text: '' };
  const isStray = text.startsWith(' ') && !SPACE.test(text.charAt(1));
  const answerTrimmed = isStray ? 1 : 0;
  return { state: { ...state, answerTrimmed, open: false }, text: text.slice(answerTrimmed) };
}

/** The seam to record with the node. */
export function seamOf(state: SeamState): Seam {
  return { promptTrimmed: state.spaces.length, answerTrimmed: state.answerTrimmed };
}
