import { setTimeout } from 'node:timers/promises';
import type { AspenError, ErrorCode } from '../../core/errors.ts';
import type { Answer } from './answer-parts.ts';

/** Errors that are usually temporary. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'SERVER_ERROR', 'NETWORK']);
/** The maximum number of attempts, including the first (`generation.md`, *Generating*). */
const MAX_ATTEMPTS = 3;
/** The pause before the second attempt; each later pause is twice as long. Milliseconds. */
const FIRST_PAUSE = 1_000;
/** A longer pause is not worth waiting for: the writer can generate again. Milliseconds. */
const MAX_PAUSE = 60_000;

const SECOND = 1_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called before each pause and every second during it, with its remaining milliseconds. */
  onPause(error: AspenError, milliseconds: number): void;
  /** In milliseconds; tests override `FIRST_PAUSE`. */
  readonly firstPause?: number;
}

/**
 * Retries a request, after a pause, as long as it fails with a temporary error before its first character.
 * Honours the provider's `retry-after`.
 */
export async function withRetries(attempt: () => Promise<Answer>, options: RetryOptions): Promise<Answer> {
  const { signal, onPause, firstPause = FIRST_PAUSE } = options;
  for (let tries = 1; ; tries++) {
    const answer = await attempt();
    const { error, choices } = answer;
    if (error === null || !TRANSIENT.has(error.code) || choices.some(({ text }) => text !== ''))
      return answer;
    const pause = error.retryAfter ?? firstPause * 2 ** (tries - 1);
    if (tries === MAX_ATTEMPTS || signal.aborted || pause > MAX_PAUSE) return answer;
    try {
      for (let left = pause; left > 0; left -= SECOND) {
        onPause(error, left);
        await setTimeout(Math.min(left, SECOND), undefined, { signal });
      }
    } catch {
      // Stopped during the pause: nothing had arrived.
      return { ...answer, error: null };
    }
  }
}
