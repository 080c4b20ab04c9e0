import { AspenError } from '../../../core/errors.ts';
import { OTHER_GROVE_CLOSED } from '../../../ui-text/refusals.ts';

interface Arrival {
  readonly closing: AbortController;
  readonly ended: Promise<unknown>;
}

/** Trees that are moving into a grove. */
export class Arrivals {
  readonly #running = new Set<Arrival>();

  /** Runs a move until it has ended. @param move stops with the reason of its signal */
  async run<T>(move: (closing: AbortSignal) => Promise<T>): Promise<T> {
    const closing = new AbortController();
    const ended = move(closing.signal);
    const arrival: Arrival = { closing, ended };
    this.#running.add(arrival);
    try {
      return await ended;
    } finally {
      this.#running.delete(arrival);
    }
  }

  /** Stops all moves, because the grove closes; resolves once none has left anything half-way. */
  async stop(): Promise<void> {
    for (const { closing } of this.#running)
      closing.abort(new AspenError('INVALID_ARGUMENT', OTHER_GROVE_CLOSED));
    await Promise.allSettled([...this.#running].map(({ ended }) => ended));
  }
}
