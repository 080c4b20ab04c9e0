import { expect, it } from 'vitest';
import { expectedLines, shareLines } from '../../../src/renderer/views/continuations/card-lines.ts';

/** The cards of the Continuations list share its room. A line is 20 pixels high, and the rest of a card 50. */

const share = (lines: readonly number[], room: number, selected = -1) =>
  shareLines(
    lines.map((one) => ({ lines: one, frame: 50 })),
    room,
    20,
    selected,
  );

it('where there is room, every word is shown and nothing more', () => {
  expect(share([9, 2, 12], 1_000)).toEqual([9, 2, 12]);
});

it('where there is less, the selected card is whole and the others have as many lines as each other', () => {
  // 24 lines beside the frames.
  expect(share([9, 9, 20], 150 + 24 * 20, 1)).toEqual([8, 9, 7]);
  expect(share([9, 9, 20], 150 + 24 * 20)).toEqual([8, 8, 8]);
  // A short one leaves its room to the others.
  expect(share([4, 20, 20], 150 + 24 * 20)).toEqual([4, 10, 10]);
});

it('where there is none, each has three lines, or its whole text if that is shorter', () => {
  expect(share([9, 2, 9], 100, 0)).toEqual([3, 2, 3]);
  expect(share([], 100)).toEqual([]);
});

it('a card without a text takes no lines', () => {
  expect(share([0, 9], 50 + 50 + 180)).toEqual([0, 9]);
});

it('room is kept for as much as was asked for, and at least three lines', () => {
  const fifty = expectedLines(50, 300, 16);
  expect(fifty).toBeGreaterThan(4);
  expect(fifty).toBeLessThan(10);
  expect(expectedLines(100, 300, 16)).toBeGreaterThan(fifty);
  expect(expectedLines(1, 300, 16)).toBe(3);
});
