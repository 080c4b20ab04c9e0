import { setTimeout } from 'node:timers/promises';
import type { AspenError, ErrorCode } from '../../core/errors.ts';
import type { Answer } from './run-continuation.ts';

/** What passes of itself, as a rule. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'SERVER_ERROR', 'NETWORK']);
/** How often a request is made, the first time included (`generation.md`, *Generating*). */
const TRIES = 3;
/** Before the second try, and twice as long before each further one. Milliseconds. */
const FIRST_PAUSE = 1_000;
/** Nobody waits longer for a continuation: the writer may ask again. Milliseconds. */
const LONGEST_PAUSE = 60_000;

const SECOND = 1_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Told before each pause, and in it every second, with what is left of it in milliseconds. */
  onPause(error: AspenError, milliseconds: number): void;
  /** In milliseconds; the first of `FIRST_PAUSE` unless a test says otherwise. */
  readonly firstPause?: number;
}

/**
 * Makes a request again, after a pause, as long as it fails for a reason that passes and before its first character.
 * A provider that says how long to wait is believed.
 */
export async function withRetries(attempt: () => Promise<Answer>, options: RetryOptions): Promise<Answer> {
  const { signal, onPause, firstPause = FIRST_PAUSE } = options;
  for (let tries = 1; ; tries++) {
    const answer = await attempt();
    const { error, choices } = answer;
    if (error === null || !PASSING.has(error.code) || choices.some(({ text }) => text !== '')) return answer;
    const pause = error.retryAfter ?? firstPause * 2 ** (tries - 1);
    if (tries === TRIES || signal.aborted || pause > LONGEST_PAUSE) return answer;
    try {
      for (let left = pause; left > 0; left -= SECOND) {
        onPause(error, left);
        await setTimeout(Math.min(left, SECOND), undefined, { signal });
      }
    } catch {
      // Stopped while it waited: nothing had come.
      return { ...answer, error: null };
    }
  }
}
