import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_HEADING } from '../../../src/core/book/book-settings.ts';
import { readingRows, rowAt } from '../../../src/core/book/reading-rows.ts';

test('paragraphs, headings and breaks are rows; blank lines and prompts are not', () => {
  const text = '# One\n\nIt froze.\nIt thawed.\n***\n```prompt\nGo on.\n```\nAgain.';
  const rows = readingRows(text, [{ ...PLAIN_HEADING, numbers: 'arabic' }]);
  expect(rows.map(({ kind, from, to, number }) => `${kind} ${number}${text.slice(from, to)}`)).toEqual([
    'heading 1. # One',
    'prose It froze.',
    'prose It thawed.',
    'break ***',
    'prose Again.',
  ]);
  expect(rows.map(({ isOpening }) => isOpening)).toEqual([false, true, false, false, true]);
});

test('a paragraph of 200,000 words is read in parts, and 2,000 scenes without a heading are rows too', () => {
  const long = 'word '.repeat(200_000).trim();
  const parts = readingRows(long);
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.map(({ from, to }) => long.slice(from, to)).join('')).toBe(long);
  expect(parts.filter(({ continues }) => !continues)).toHaveLength(1);
  expect(readingRows('It froze.\n***\n'.repeat(2_000))).toHaveLength(4_000);
  expect(readingRows(' \n\n')).toEqual([]);
});

test('the row at an offset is the one it is in, or the next', () => {
  const lines = fc.array(fc.constantFrom('# A', 'Prose, long enough.', '', '***'), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(lines, fc.nat({ max: 300 }), (typed, at) => {
      const text = typed.join('\n');
      const rows = readingRows(text);
      const offset = Math.min(at, text.length);
      const expected = rows.findIndex(({ to }) => to >= offset);
      expect(rowAt(rows, offset)).toBe(expected < 0 ? rows.length - 1 : expected);
    }),
  );
});
