import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, unfoldedText } from '../../../src/core/text/fold-text.ts';

test('a short text stays whole', () => {
  expect(foldText('It rained. ', 20)).toEqual(unfoldedText('It rained. '));
  expect(unfoldedText('It rained. ')).toMatchObject({
    beginning: 'It rained. ',
    end: '',
    length: 11,
    words: 2,
  });
});

test('a long text is cut between words', () => {
  const { beginning, end } = foldText(`Once it began ${'and went on '.repeat(60)}it had an end`, 12);
  expect(beginning).toBe('Once it');
  expect(end).toBe('had an end');
});

test('both ends occur in the text, do not overlap, and split no surrogate pair', () => {
  const text = fc.string({ unit: 'binary', minLength: 200, maxLength: 600 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (given, room) => {
      const { beginning, end, length } = foldText(given, room);
      expect(given.startsWith(beginning) && given.endsWith(end)).toBe(true);
      expect(beginning.length + end.length).toBeLessThanOrEqual(length);
      expect(beginning.isWellFormed() && end.isWellFormed()).toBe(true);
    }),
  );
});
