/** What a continuation's state is called, and what is said of it (`interface.md`, *Words*). */
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

/** What stands in the place of a text that has not come, or never will. */
export function wordsFor({ state, error }: Continuation): string {
  if (state === 'waiting') return 'Waiting for the first word.';
  if (state === 'pausing') return `${happened(error?.sentence ?? '')} ${error?.detail ?? ''}`;
  if (state === 'empty') return 'Nothing came. The model ended before its first word.';
  return error?.sentence ?? 'Nothing came.';
}

/** What is to be known of a text that came, but not whole; null where there is nothing. */
export function remarkOn({ state, error }: Continuation): string | null {
  if (state === 'interrupted')
    return `${error === null ? 'The provider broke off.' : happened(error.sentence)} What came is kept.`;
  return state === 'refused' ? 'The provider’s filter ended it. What came is kept.' : null;
}

/** An error says what happened first, then what is safe: here the second is said in another way. */
function happened(sentence: string): string {
  return /^.*?\.(?= |$)/.exec(sentence)?.[0] ?? sentence;
}
