import { BUSY_MILLISECONDS } from './connection-settings.ts';
import { findStats } from './file-stats.ts';

/** How often to check whether another program's transaction has ended, in milliseconds. */
const POLL_INTERVAL = 5;

/** A journal beside the file that no transaction of ours wrote. */
export class ForeignJournal {
  readonly #path: string;
  /** The journal that outlasted a wait: later statements do not wait for it again. */
  #persistent: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Waits for another program's transaction to end, at most as long as for its lock.
   * @returns whether the journal is still there
   * @throws {AspenError} IO_ERROR when the file system does not say
   */
  persistsAfterWait(): boolean {
    if (this.#fingerprint() === this.#persistent) return this.#persistent !== null;
    const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (let waited = 0; waited < BUSY_MILLISECONDS; waited += POLL_INTERVAL) {
      if (this.#fingerprint() === null) break;
      Atomics.wait(cell, 0, 0, POLL_INTERVAL);
    }
    this.#persistent = this.#fingerprint();
    return this.#persistent !== null;
  }

  /** Identifies the journal and the transaction that wrote it; null when there is none. */
  #fingerprint(): string | null {
    const stats = findStats(this.#path);
    return stats === undefined || stats.size === 0n ? null : [stats.ino, stats.size, stats.mtimeNs].join();
  }
}
