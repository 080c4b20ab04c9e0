import { expect, test } from 'vitest';
import { type RowPlaces, steadyScroll } from '../../../src/renderer/views/continuations/ContinuationRows.tsx';

/** Rows of these heights, one below the other, by their letters. */
function rows(heights: Readonly<Record<string, number>>): RowPlaces {
  let reached = 0;
  return new Map(
    Object.entries(heights).map(([id, height]) => {
      const top = reached;
      reached += height + 4;
      return [id, { top, height }];
    }),
  );
}

const BEFORE = rows({ a: 110, b: 110, c: 110, d: 110, e: 110 });
/** `c` is cut off above, `d` begins in view. */
const SCROLLED = 250;

test('what is read stays where it is when a row above it, or the one cut off above, becomes lower', () => {
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 86, c: 110, d: 110, e: 110 }), SCROLLED)).toBe(-24);
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 110, c: 86, d: 110, e: 110 }), SCROLLED)).toBe(-24);
});

test('it stays when such a row is gone, and when rows below it change', () => {
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 86, d: 110, e: 110 }), SCROLLED)).toBe(-138);
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 110, c: 110, d: 110, e: 20, f: 110 }), SCROLLED)).toBe(0);
});

test('if the first row that begins in view changes its height, or goes, the next one stays', () => {
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 110, c: 110, d: 86, e: 110 }), SCROLLED)).toBe(-24);
  expect(steadyScroll(BEFORE, rows({ a: 110, b: 110, c: 110, e: 110 }), SCROLLED)).toBe(-114);
});

test('a list at its top, and one of other rows, is not scrolled', () => {
  expect(steadyScroll(BEFORE, rows({ a: 20, b: 110, c: 110 }), 0)).toBe(0);
  expect(steadyScroll(BEFORE, rows({ x: 20, y: 110 }), SCROLLED)).toBe(0);
});
