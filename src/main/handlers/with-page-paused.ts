import type { ExchangeOutcome } from '../../ipc/wire/exchange.ts';
import type { OpenGrove } from '../grove/open-grove.ts';

/** What became of work that was done with a grove at rest. */
export type RestOutcome = Exclude<ExchangeOutcome, 'dismissed'>;

/**
 * Does some work with a grove whose page writes nothing meanwhile. What goes wrong is told in a banner of the grove; what
 * was stopped is as it was.
 */
export async function withPagePaused(
  grove: OpenGrove,
  work: (grove: OpenGrove) => Promise<void>,
  report: (error: unknown) => void,
): Promise<RestOutcome> {
  try {
    await grove.settle();
    await work(grove);
    return 'done';
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return 'stopped';
    report(error);
    grove.tellOfFailure(error);
    return 'failed';
  }
}
