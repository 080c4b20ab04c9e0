import { expect, test } from 'vitest';
import { formatTimes } from '../../scripts/step-times.ts';

test('prints each step in minutes and seconds, and leaves parallel steps out of the total', () => {
  const times = [
    { name: 'Unit tests', seconds: 59.7 },
    { name: 'Types', seconds: 12, isParallel: true },
    { name: 'End-to-end tests', seconds: 605.2 },
  ];
  expect(formatTimes(times).split('\n')).toEqual([
    '   1:00  Unit tests',
    '   0:12  Types, in parallel',
    '  10:05  End-to-end tests',
    '  11:05  total',
  ]);
});
