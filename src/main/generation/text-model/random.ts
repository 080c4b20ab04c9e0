/** Numbers from 0 (included) to 1 (excluded): the same ones in the same order for the same seed. */
export type Random = () => number;

/** A stream of random numbers for a seed; every 32-bit integer gives another one (the generator *mulberry32*). */
export function seededRandom(seed: number): Random {
  // Neighbouring seeds are the rule (seed + index of the continuation), so they are spread before use.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
