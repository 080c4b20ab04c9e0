import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstWords } from '../../../src/core/text/first-words.ts';

test.each([
  ['', null],
  ['\n\n***\n  ', null],
  ['Once upon a time, ', 'Once upon a time'],
  ['# The *ninth* of August\n\nThe road goes down', 'The ninth of August'],
  ['It was late. Nobody came.', 'It was late'],
  ['“Are you there?” she asked.', '“Are you there?”'],
  ['Mr. Smith was late.', 'Mr. Smith was late'],
  [
    'They drowned the village on a Tuesday, so that the schoolchildren',
    'They drowned the village on a Tuesday…',
  ],
  [
    '一本の道が湖へ下りていって、そこで終わらずに続いている。子供のころは見てはいけないと言われていた。',
    '一本の道が湖へ下りていって、そこで終わらずに続いている。子供のころは見てはいけ…',
  ],
])('%j gets the title %j', (text, title) => {
  expect(firstWords(text)).toBe(title);
});

test('a title is short, well-formed and one line, and exists whenever the text has words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const title = firstWords(text);
      expect(title === null).toBe(!/[\p{L}\p{N}]/u.test(text));
      if (title === null) return;
      expect(title.length).toBeLessThanOrEqual(41);
      expect(title.isWellFormed()).toBe(true);
      expect(title).not.toContain('\n');
    }),
  );
});
