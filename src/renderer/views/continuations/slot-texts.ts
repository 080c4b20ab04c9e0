/** The texts for a continuation's states (`interface.md`, *Words*). */
import { MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { Continuation, ContinuationState } from '../../session/tree/continuation.ts';

export const STATE_NAMES: Readonly<Record<ContinuationState, string>> = {
  waiting: 'waiting',
  pausing: 'pausing',
  streaming: 'writing',
  saving: 'done, saving',
  done: '',
  stopped: 'stopped',
  interrupted: 'cut short',
  failed: 'failed',
  empty: 'empty',
  refused: 'refused',
};

/** Shown in place of a text that has not arrived or never will. */
export function placeholderFor({ state, error }: Continuation): string {
  if (state === 'waiting') return 'Waiting for the first word.';
  if (state === 'pausing') return `${firstSentence(error?.sentence ?? '')} ${error?.detail ?? ''}`;
  if (state === 'empty') return 'The model returned no text.';
  return error?.sentence ?? 'No text arrived.';
}

/** Explains why a text is incomplete; null if it is not. */
export function formatRemark({ state, error, length }: Continuation): string | null {
  // Main cuts an answer there, or before half of a character.
  if (length >= MAX_TEXT_LENGTH - 1) return 'Cut off: a text cannot be longer.';
  if (state === 'interrupted')
    return `${error === null ? 'The provider ended the answer early.' : firstSentence(error.sentence)} What arrived is kept.`;
  return state === 'refused' ? 'The provider’s filter cut it off. What arrived is kept.' : null;
}

/** An error sentence says what happened, then what is safe. Here only the first part fits. */
function firstSentence(sentence: string): string {
  return /^.*?\.(?= |$)/.exec(sentence)?.[0] ?? sentence;
}
