import type { ExchangeOutcome } from '../../../ipc/wire/exchange.ts';
import type { OpenGrove } from '../../grove/open-grove.ts';

/** The outcome of work on a grove whose page was paused. */
export type PausedOutcome = Exclude<ExchangeOutcome, 'dismissed'>;

/**
 * Runs work on a grove whose page is paused, after writing everything that is unsaved. A failure is reported
 * in a banner of the grove; an AbortError means that nothing changed.
 */
export async function withPagePaused(
  grove: OpenGrove,
  work: (grove: OpenGrove) => Promise<void>,
  logError: (error: unknown) => void,
): Promise<PausedOutcome> {
  try {
    await grove.settle();
    await work(grove);
    return 'done';
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return 'stopped';
    logError(error);
    grove.notifyFailure(error);
    return 'failed';
  }
}
