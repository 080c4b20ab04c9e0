import type { WireError } from '../../../ipc/wire/app.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';

export interface CheckWaitOptions {
  readonly client: Pick<Client, 'call'>;
  /** Whether main still checks the grove's file. */
  isChecking(): boolean;
}

/**
 * Makes intents wait while main checks the file. They wait here and not in main, before anything is sealed for
 * them, so that text typed meanwhile is ordinary typing, which main journals.
 */
export class CheckWait {
  readonly #options: CheckWaitOptions;
  readonly #onEnd: (failure: WireError | null) => void;
  #isRunning = false;

  /** @param onEnd receives why what waited is not to be done; null if it is */
  constructor(options: CheckWaitOptions, onEnd: (failure: WireError | null) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether an intent that is ready to be sent has to wait; `onEnd` follows. */
  mustWait(): boolean {
    const { client } = this.#options;
    if (!this.#isRunning && this.#options.isChecking()) {
      this.#isRunning = true;
      void client.call('grove.awaitCheck', {}).then(
        () => this.#end(null),
        (error: unknown) => this.#end(describeError(error)),
      );
    }
    return this.#isRunning;
  }

  #end(failure: WireError | null): void {
    this.#isRunning = false;
    this.#onEnd(failure);
  }
}
