import { expect, test } from 'vitest';
import { lineFeedsAtEnd } from '../../../src/core/commands/line-end.ts';

test('counts the line feeds that a text ends with', () => {
  const counts = ['', 'x', 'x\n', 'x\n\n', '\n\n', '\n\nx', 'x\n \n'].map(lineFeedsAtEnd);
  expect(counts).toEqual([0, 0, 1, 2, 2, 0, 1]);
});
