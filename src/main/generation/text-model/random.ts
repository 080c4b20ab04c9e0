/** Returns numbers from 0 (included) to 1 (excluded), the same sequence for the same seed. */
export type Random = () => number;

/** A random number generator; every 32-bit integer gives a different sequence (the algorithm *mulberry32*). */
export function seededRandom(seed: number): Random {
  // Seeds are often consecutive (seed + index of the continuation), so scramble them first.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
