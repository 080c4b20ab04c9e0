import { expect, it } from 'vitest';
import { lineOf } from './layer-lines.ts';

/** Layers and sessions of a time line. */

it('a step of a session goes to its end and to the ends of those around it', () => {
  // Two layers in the morning, two at noon, one in the evening.
  const line = lineOf([{ at: 0 }, { at: 5 }, { at: 300 }, { at: 310 }, { at: 900 }]);
  const now = 5;
  expect(line.stepSession(now, -1)).toBe(3);
  expect(line.stepSession(4, -1)).toBe(3);
  expect(line.stepSession(3, -1)).toBe(1);
  expect(line.stepSession(1, -1)).toBe(0);
  expect(line.stepSession(0, -1)).toBe(0);
  expect(line.stepSession(0, 1)).toBe(1);
  expect(line.stepSession(2, 1)).toBe(3);
  expect(line.stepSession(3, 1)).toBe(now);
  expect(line.stepSession(now, 1)).toBe(now);
});

it('a layer that is gone leads to the one after it', () => {
  const line = lineOf([
    { at: 0, seq: -3 },
    { at: 1, seq: -1, label: 'Before the storm' },
    { at: 2, seq: 1 },
    { at: 3, seq: 7 },
  ]);
  expect([-4, -3, -2, 1, 5, 7, 8].map((seq) => line.indexOf(seq))).toEqual([0, 0, 1, 2, 3, 3, 4]);
  expect([-3, -2, 7].map((seq) => line.has(seq))).toEqual([true, false, true]);
  expect([0, 1, 2, 3].map((index) => line.isRebuilt(index))).toEqual([true, true, false, false]);
  expect(line.marks).toEqual([{ index: 1, seq: -1, label: 'Before the storm' }]);
  expect(line.labelAt(2)).toBeNull();
});

it('a time line without layers has only now', () => {
  const line = lineOf([]);
  expect(line.count).toBe(0);
  expect(line.stepSession(0, -1)).toBe(0);
  expect(line.stepSession(0, 1)).toBe(0);
});
