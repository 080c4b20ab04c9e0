import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineEnd, lineStart, linesOf } from '../../../src/core/proposals/lines.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 20 });

/** The start of each line. */
function lineOffsets(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

test('lines begin where the text is split', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const offsets = lineOffsets(text);
      const lines = offsets.map((offset) => text.slice(offset, lineEnd(text, offset)));
      expect(lines).toEqual(text.split('\n'));
      expect(offsets.map((offset) => lineStart(text, offset))).toEqual(offsets);
    }),
  );
});

test('a text cut at lines has the lines that are asked for', () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), fc.nat(20), (text, one, other) => {
      const offsets = lineOffsets(text);
      const [first = 0, last = 0] = [one % offsets.length, other % offsets.length].toSorted((a, b) => a - b);
      const to = lineEnd(text, offsets[last] ?? 0);
      const lines = { first: first + 1, last: last + 1, of: offsets.length };
      expect(linesOf(text, offsets[first] ?? 0, to)).toEqual(lines);
    }),
  );
});

test('a range that ends with a line break does not touch the next line', () => {
  expect(linesOf('one\ntwo\nthree', 0, 4)).toEqual({ first: 1, last: 1, of: 3 });
  expect(linesOf('one\ntwo\nthree', 0, 5)).toEqual({ first: 1, last: 2, of: 3 });
  expect(linesOf('one\ntwo\nthree', 4, 4)).toEqual({ first: 2, last: 2, of: 3 });
});
