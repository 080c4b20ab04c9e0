import { expect, test } from 'vitest';
import { formatTime } from '../../../src/renderer/views/node/format-node.ts';

test('a time that no calendar has does not break the page', () => {
  expect([1e300, Number.NaN, -8.65e15].map(formatTime)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(formatTime(0)).toMatch(/19(69|70)/);
});
