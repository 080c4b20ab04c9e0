/** Trims an answer that becomes a message of a conversation (`dialogue.md`, *Context*), however it is divided. */
import type { Seam } from '../tree/tree-node.ts';
import type { ContinuedText } from './continued-reply.ts';

/** The request and reading of an answer in a conversation. */
export interface ReplyFormat {
  /** The name that the answer may begin with, because messages do; null where they do not. */
  readonly name: string | null;
  /** Stop sequences of the answer; empty where the provider knows messages. */
  readonly stop: readonly string[];
  /** The message that the answer continues; absent for an answer that is a message of its own. */
  readonly continued?: ContinuedText;
}

/** State of trimming one answer: white space at both ends, and the agent's own name before it. */
export interface ReplyState {
  /** Trimmed once, with the colon after it; null from then on. */
  readonly name: string | null;
  /** The start of the answer, held back while it may still be the name. */
  readonly buffered: string;
  /** White space, held back because the answer may end with it. */
  readonly space: string;
  /** UTF-16 code units trimmed from the beginning. */
  readonly trimmed: number;
  /** False from the first character that is kept. */
  readonly open: boolean;
}

interface ReplyChunk {
  readonly state: ReplyState;
  readonly text: string;
}

/** The state before the first character of an answer. */
export function openReply({ name }: Pick<ReplyFormat, 'name'>): ReplyState {
  return { name, buffered: '', space: '', trimmed: 0, open: true };
}

/** Processes the next chunk and returns the text to show, which may be empty or arrive with a later chunk. */
export function continueReply(state: ReplyState, chunk: string): ReplyChunk {
  if (!state.open) return show(state, chunk);
  const whole = state.buffered + chunk;
  const text = whole.trimStart();
  const held = { ...state, buffered: text, trimmed: state.trimmed + whole.length - text.length };
  if (text === '') return { state: held, text: '' };
  const prefix = state.name === null ? null : `${state.name}:`;
  if (prefix !== null && text.length < prefix.length && prefix.startsWith(text))
    return { state: held, text: '' };
  if (prefix === null || !text.startsWith(prefix)) return show({ ...held, buffered: '', open: false }, text);
  const named = { ...held, name: null, buffered: '', trimmed: held.trimmed + prefix.length };
  return continueReply(named, text.slice(prefix.length));
}

/** Ends the answer and returns the text still held back; white space at its end is dropped. */
export function endReply(state: ReplyState): ReplyChunk {
  return state.open ? show({ ...state, buffered: '', open: false }, state.buffered) : { state, text: '' };
}

/** The seam to record with the node. */
export function seamOfReply({ trimmed }: ReplyState): Seam {
  return { promptTrimmed: 0, answerTrimmed: trimmed };
}

function show(state: ReplyState, text: string): ReplyChunk {
  const kept = text.trimEnd();
  if (kept === '') return { state: { ...state, space: state.space + text }, text: '' };
  return { state: { ...state, space: text.slice(kept.length) }, text: state.space + kept };
}
