import { BUSY_MILLISECONDS } from './connection-settings.ts';
import { findStats } from './file-stats.ts';

/** How often it is looked whether a transaction of another program has ended, in milliseconds. */
const STEP = 5;

/** The place of a journal that is of no transaction of ours. */
export class StrangeJournal {
  readonly #path: string;
  /** The journal that was waited for in vain: not at every statement again, which nobody could write beside. */
  #outlasted: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Waits for another program's transaction to end, no longer than for its lock.
   * @returns whether the journal is there all the same
   * @throws {AspenError} IO_ERROR when the file system does not say
   */
  outlastsWaiting(): boolean {
    if (this.#look() === this.#outlasted) return this.#outlasted !== null;
    const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (let waited = 0; waited < BUSY_MILLISECONDS; waited += STEP) {
      if (this.#look() === null) break;
      Atomics.wait(cell, 0, 0, STEP);
    }
    this.#outlasted = this.#look();
    return this.#outlasted !== null;
  }

  /** What tells the journal from every other, and from itself as another transaction writes it; null where there is none. */
  #look(): string | null {
    const stats = findStats(this.#path);
    return stats === undefined || stats.size === 0n ? null : [stats.ino, stats.size, stats.mtimeNs].join();
  }
}
