/** Unsent text leaves at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SEND_AFTER = 250;
/** Or at once when this much was typed or deleted. UTF-16 code units. */
export const SEND_LENGTH = 200;
/** How long after a failure the same text is sent again: the first time, and from then on. Milliseconds. */
const RETRY_FIRST = 250;
const RETRY_LATER = 2_000;

/** Says when what was typed is to be sent, and how long after a failure nothing is. */
export class SendScheduler {
  readonly #onTime: () => void;
  #isDue = false;
  #typedLength = 0;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /** @param onTime called each time that something has become due with time */
  constructor(onTime: () => void) {
    this.#onTime = onTime;
  }

  /** Whether what is unsent is to be sent now. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Whether nothing is to be sent, since it failed a moment ago. */
  get isPaused(): boolean {
    return this.#retryTimer !== undefined;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** @param length of what was inserted and deleted, in UTF-16 code units */
  typed(length: number): void {
    this.#typedLength += length;
    if (this.#typedLength >= SEND_LENGTH) this.#isDue = true;
    this.#sendTimer ??= setTimeout(() => {
      this.#sendTimer = undefined;
      this.#isDue = true;
      this.#onTime();
    }, SEND_AFTER);
  }

  makeDue(): void {
    this.#isDue = true;
  }

  /** Nothing that was typed is unsent. @param isWaitedFor somebody asked for all of it to be sent */
  allSent(isWaitedFor: boolean): void {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#typedLength = 0;
    this.#isDue = isWaitedFor;
  }

  /** Nothing is queued. */
  rest(): void {
    this.#isDue = false;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
  }

  /** It is sent again in a while, and nothing before. */
  retryLater(): void {
    this.#isDue = true;
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#isDue = true;
        this.#onTime();
      },
      this.#failures <= 1 ? RETRY_FIRST : RETRY_LATER,
    );
  }

  /** Somebody asks for it: it is sent at once, after a failure too. */
  stopResting(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }
}
