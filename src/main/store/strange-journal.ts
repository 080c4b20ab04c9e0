import { BUSY_MILLISECONDS } from './connection-settings.ts';
import { isFilled } from './file-stats.ts';

/** How often it is looked whether a transaction of another program has ended, in milliseconds. */
const STEP = 5;

/**
 * Waits for another program's transaction to end, no longer than for its lock.
 * @returns whether the journal is there all the same
 */
export function outlastsWaiting(journal: string): boolean {
  const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let waited = 0; waited < BUSY_MILLISECONDS; waited += STEP) {
    if (!isFilled(journal)) return false;
    Atomics.wait(cell, 0, 0, STEP);
  }
  return isFilled(journal);
}
