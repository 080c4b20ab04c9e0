import type { IdsAndClock } from '../../src/core/tree/new-node.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = '01KDXM0000';
const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Deterministic ids and times: ids count up from `first`, and every call of the clock is a second later. */
export function countingIdsAndClock(first = 0): IdsAndClock & { startAfter(id: string): void } {
  let ids = first;
  let seconds = first;
  return {
    newId() {
      let count = ids++;
      let id = '';
      while (id.length < 16) {
        id = (CROCKFORD[count % 32] ?? '') + id;
        count = Math.floor(count / 32);
      }
      return PREFIX + id;
    },
    /** The next id is greater than this one. */
    startAfter(id) {
      if (!id.startsWith(PREFIX)) return;
      const count = [...id.slice(PREFIX.length)].reduce(
        (sum, digit) => 32 * sum + CROCKFORD.indexOf(digit),
        0,
      );
      ids = Math.max(ids, count + 1);
    },
    now: () => START + 1000 * seconds++,
  };
}
