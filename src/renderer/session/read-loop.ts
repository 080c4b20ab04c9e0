import { createStore, type Store } from './store.ts';

/** A read is slow, so that its progress is shown, after this. Milliseconds. */
const SLOW_AFTER = 300;

/** When reads may begin. */
export interface Pacing {
  /** From the first change to the read of it and of those that follow; none if absent. Milliseconds. */
  readonly delay?: number;
  /** The least time from a read that took `took` until the next; none if absent. Milliseconds. */
  pause?(took: number): number;
}

/** Runs one read at a time: after a delay, and after a pause since the last one. */
export class ReadLoop {
  readonly #read: () => Promise<void> | null;
  readonly #pacing: Pacing;
  readonly #isSlow = createStore(false);
  /** True if reads in progress have taken long enough to show it. */
  readonly isSlow: Store<boolean> = this.#isSlow;
  /** Runs during the delay, and during the pause. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  /** Something changed since the last read began. */
  #isRequested = false;
  /** The next read does not wait for the pause. */
  #isUrgent = false;
  #isClosed = false;
  #onSettled: (() => void)[] = [];

  /** @param read reads what is needed, and never rejects; null if nothing is needed */
  constructor(read: () => Promise<void> | null, pacing: Pacing) {
    this.#read = read;
    this.#pacing = pacing;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while a read is in progress. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** True if another read is scheduled after the one in progress, if any. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** True while a read is in progress or scheduled. */
  get isPending(): boolean {
    return this.#isReading || this.#isRequested;
  }

  /** Schedules a read, after the one in progress. */
  readSoon(): void {
    if (this.#isClosed) return;
    this.#isRequested = true;
    if (this.#isReading || this.#timer !== undefined) return;
    const { delay = 0 } = this.#pacing;
    if (delay === 0) void this.#run();
    else this.#wait(delay);
  }

  /** Reads at once, or right after the read in progress. */
  readNow(): void {
    if (this.#isClosed) return;
    this.#isRequested = true;
    this.#isUrgent = true;
    if (!this.#isReading) void this.#run();
  }

  /** Forgets the scheduled read, and the watchers of the one in progress. */
  cancel(): void {
    this.#endSlow();
    this.#isRequested = false;
    this.#isUrgent = false;
    this.#settle();
  }

  /** Resolves when no read is in progress or scheduled. */
  async untilSettled(): Promise<void> {
    if (this.isPending) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.cancel();
  }

  #wait(time: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isRequested) void this.#run();
    }, time);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isReading = true;
    // Changes of the same moment are read together.
    await Promise.resolve();
    let pause = 0;
    while (this.#isRequested && (pause === 0 || this.#isUrgent)) {
      this.#isRequested = false;
      this.#isUrgent = false;
      const start = performance.now();
      const read = this.#read();
      if (read === null) break;
      clearTimeout(this.#slowTimer);
      this.#slowTimer = setTimeout(() => this.#isSlow.set(true), SLOW_AFTER);
      await read;
      pause = this.#pacing.pause?.(performance.now() - start) ?? 0;
    }
    this.#isReading = false;
    if (pause > 0 && !this.#isClosed) this.#wait(pause);
    this.#endSlow();
    this.#settle();
  }

  #endSlow(): void {
    clearTimeout(this.#slowTimer);
    this.#isSlow.set(false);
  }

  #settle(): void {
    if (!this.isPending) for (const resolve of this.#onSettled.splice(0)) resolve();
  }
}
