import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWords } from '../../../src/core/text/last-words.ts';

test.each([
  ['', null],
  [' \n ', null],
  ['It rained. ', 'It rained.'],
  ['One.\n\nTwo  three.\n', 'One. Two three.'],
  ['The lamp was lit, and the rain had stopped long ago.', '…lit, and the rain had stopped long ago.'],
  ['雪'.repeat(50), `…${'雪'.repeat(39)}`],
])('of %j', (text, words) => {
  expect(lastWords(text)).toBe(words);
});

test('are short, whole characters, and the end of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const words = lastWords(text) ?? '';
      expect(words.length).toBeLessThanOrEqual(40);
      expect(words.isWellFormed() || !text.isWellFormed()).toBe(true);
      const line = text.replaceAll(/\s+/gu, ' ').trim();
      expect(line.endsWith(words.replace(/^…/u, ''))).toBe(true);
    }),
  );
});
