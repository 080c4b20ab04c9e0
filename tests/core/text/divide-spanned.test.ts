import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideSpanned } from '../../../src/core/text/divide-spanned.ts';
import { concatSpans, spansLength, wholeSpans } from '../../../src/core/text/span.ts';
import { isInsidePair } from '../../../src/core/text/surrogate-pair.ts';
import { MODEL, spansOfLength, WRITER } from '../../helpers/arbitrary-text.ts';

const by = (text: string) => ({ text, spans: wholeSpans(WRITER, text.length) });

describe('a text that is too long', () => {
  test('is divided between paragraphs, else lines, else words', () => {
    const divided = (text: string) => divideSpanned(by(text), { length: 12, spans: 99 });
    expect(divided('One two.\n\nThree four.').map(({ text }) => text)).toEqual([
      'One two.\n\n',
      'Three four.',
    ]);
    expect(divided('One two.\nThree four.').map(({ text }) => text)).toEqual(['One two.\n', 'Three four.']);
    expect(divided('Onetwo three four').map(({ text }) => text)).toEqual(['Onetwo ', 'three four']);
  });

  test('is divided where it has too many spans', () => {
    const spans = Array.from({ length: 10 }, (_, at) => ({
      agent: at % 2 === 0 ? WRITER : MODEL,
      length: 2,
    }));
    const parts = divideSpanned({ text: 'ab'.repeat(10), spans }, { length: 99, spans: 4 });
    expect(parts.map(({ text }) => text.length)).toEqual([8, 8, 4]);
  });

  test('is whole again when its parts are joined, and no character is divided', () => {
    const spanned = fc
      .string({ unit: fc.constantFrom('a', ' ', '\n', '.', '🏰', 'é'), maxLength: 60 })
      .chain((text) => fc.record({ text: fc.constant(text), spans: spansOfLength(text.length) }));
    fc.assert(
      fc.property(
        spanned,
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 2, max: 9 }),
        (whole, length, spans) => {
          const parts = divideSpanned(whole, { length, spans });
          expect(parts.map(({ text }) => text).join('')).toBe(whole.text);
          expect(concatSpans(...parts.map((part) => part.spans))).toEqual(whole.spans);
          let end = 0;
          for (const part of parts) {
            expect(part.text.length).toBeLessThanOrEqual(length);
            expect(part.spans.length).toBeLessThanOrEqual(spans);
            expect(spansLength(part.spans)).toBe(part.text.length);
            end += part.text.length;
            expect(isInsidePair(whole.text, end)).toBe(false);
          }
        },
      ),
    );
  });

  test('is not looked at if it is short enough', () => {
    const whole = by('Once upon a time.');
    expect(divideSpanned(whole)).toEqual([whole]);
    expect(divideSpanned(by(''))).toEqual([by('')]);
  });
});
