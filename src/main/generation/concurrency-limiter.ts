/** Limits how many tasks run at once; the others wait in order. */
export class ConcurrencyLimiter {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Runs `task` as soon as the limit allows; not at all if `signal` aborts before. */
  async run(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
    if (!(await this.#enter(signal))) return;
    try {
      await task();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  async #enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        resolve(false);
      };
      this.#queue.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
