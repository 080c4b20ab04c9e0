import { encodeTime } from 'ulid';
import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import type { Random } from '../../src/main/generation/text-model/random.ts';

/** When a made grove's clock starts. */
export const FIRST_MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5);

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/** Ids, times and hashes that are the same in every run with the same seed. */
export interface SeededIdsAndClock extends IdsAndClock {
  /** Advances the clock. */
  wait(milliseconds: number): void;
}

/**
 * Ids are ULIDs with random ends, like the program's own. Each takes a millisecond of its own, so that they sort
 * in creation order.
 */
export function seededIdsAndClock(random: Random, start: number = FIRST_MOMENT): SeededIdsAndClock {
  let time = start;
  return {
    newId() {
      time += 1;
      let id = encodeTime(time, TIME_LENGTH);
      for (let at = 0; at < RANDOM_LENGTH; at += 1) id += ALPHABET[Math.floor(random() * 32)] ?? '0';
      return id;
    },
    now: () => time,
    wait(milliseconds) {
      time += milliseconds;
    },
  };
}
