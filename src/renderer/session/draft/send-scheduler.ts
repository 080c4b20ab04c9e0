import type { DraftSplice } from '../../../core/text/splice.ts';

/** Unsent text is sent at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SEND_AFTER = 250;
/** It is sent at once when this much was typed or deleted. UTF-16 code units. */
export const SEND_LENGTH = 200;
/** Delay before a retry: after the first failure, and after later ones. Milliseconds. */
const FIRST_RETRY = 250;
const LATER_RETRY = 2_000;

/** Decides when typed text is sent, and how long to back off after a failure. */
export class SendScheduler {
  readonly #onDue: () => void;
  #isDue = false;
  #typedLength = 0;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /** @param onDue called when a timer makes text due */
  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  /** True if unsent text should be sent now. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** True while nothing may be sent, because the last attempt failed. */
  get isBackingOff(): boolean {
    return this.#retryTimer !== undefined;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** @param splice null for a change that inserts and deletes nothing */
  onTyped(splice: DraftSplice | null): void {
    if (splice !== null) this.#typedLength += splice.insert.length + splice.to - splice.from;
    if (this.#typedLength >= SEND_LENGTH) this.#isDue = true;
    this.#sendTimer ??= setTimeout(() => {
      this.#sendTimer = undefined;
      this.#isDue = true;
      this.#onDue();
    }, SEND_AFTER);
  }

  makeDue(): void {
    this.#isDue = true;
  }

  /** No typed text is unsent. @param hasWaiters a caller waits for everything to be sent */
  onAllSent(hasWaiters: boolean): void {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#typedLength = 0;
    this.#isDue = hasWaiters;
  }

  /** The queue is empty. */
  onIdle(): void {
    this.#isDue = false;
  }

  onSuccess(): void {
    this.#failures = 0;
  }

  onFailure(): void {
    this.#failures += 1;
  }

  /** Makes text due after a delay, and backs off until then. */
  retryLater(): void {
    this.#isDue = true;
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#isDue = true;
        this.#onDue();
      },
      this.#failures <= 1 ? FIRST_RETRY : LATER_RETRY,
    );
  }

  /** A caller waits: send at once, even after a failure. */
  cancelBackoff(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }
}
