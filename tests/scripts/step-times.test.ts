import { expect, test } from 'vitest';
import { formatTimes } from '../../scripts/step-times.ts';

test('each step has its minutes and seconds, and what ran beside another is in no total', () => {
  const times = [
    { name: 'Unit tests', seconds: 59.7 },
    { name: 'Types', seconds: 12, isBeside: true },
    { name: 'End-to-end tests', seconds: 605.2 },
  ];
  expect(formatTimes(times).split('\n')).toEqual([
    '   1:00  Unit tests',
    '   0:12  Types, beside the others',
    '  10:05  End-to-end tests',
    '  11:05  in all',
  ]);
});
