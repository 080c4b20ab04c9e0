import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HashPass } from '../../../src/main/grove/checking/hash-pass.ts';
import { runInSlices } from '../../../src/main/grove/run-in-slices.ts';
import { plantGrove } from '../../helpers/grove.ts';

/** The pass of hashes is made in slices, while the writer works. */

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Starts a check of a thousand nodes, on a clock by which each step takes four milliseconds.
 * @returns the pass, how many slices it has taken, and a function that stops it
 */
function start(mustPause: () => boolean, stepTakes = 4) {
  const grove = plantGrove();
  grove.chain(
    grove.root,
    Array.from({ length: 1_000 }, (_, index) => `Sentence ${index}. `),
  );
  let time = 0;
  const pass = new HashPass({ reader: grove.store, firstNodes: () => [] });
  const counted = { pass, slices: 0, stop: () => undefined as unknown };
  counted.stop = runInSlices({
    work: pass,
    now: () => {
      time += stepTakes;
      return time;
    },
    mustPause,
    onSlice: () => {
      counted.slices += 1;
    },
    onDone: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  return counted;
}

test('a slice ends after ten milliseconds', () => {
  const check = start(() => false);
  vi.runAllTimers();
  expect(check.pass.isDone).toBe(true);
  // 63 steps of 16 nodes, three in a slice.
  expect(check.slices).toBe(20);
});

test('a slice ends even if the clock steps back', () => {
  const check = start(() => false, -3_600_000);
  vi.advanceTimersByTime(0);
  expect(check.slices).toBe(1);
  check.stop();
});

test('it pauses between slices only while the writer types and nothing waits for it', () => {
  let isTyping = true;
  const check = start(() => isTyping);
  vi.advanceTimersByTime(1);
  expect(check.slices).toBe(1);
  vi.advanceTimersByTime(200);
  expect(check.slices).toBe(6);
  isTyping = false;
  vi.advanceTimersByTime(50);
  expect(check.slices).toBeGreaterThan(15);
  check.stop();
});
