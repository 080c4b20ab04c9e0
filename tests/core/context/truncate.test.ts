import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, lengthOfTokens } from '../../../src/core/context/estimate-tokens.ts';
import { GAP_MARK, keepBothEnds, keepEnd } from '../../../src/core/context/truncate.ts';

const prose = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '🏰', '漢'), maxLength: 300 });

/** A text and less room than it needs, but at least `least` code units. */
const tooLong = (least: number) =>
  prose
    .filter((text) => text.length > least)
    .chain((text) => fc.tuple(fc.constant(text), fc.integer({ min: least, max: text.length - 1 })));

function splitsPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

describe('truncation', () => {
  test('keeps the whole of a text that fits', () => {
    fc.assert(
      fc.property(prose, fc.nat(50), (text, extra) => {
        const all = { from: 0, to: text.length };
        expect(keepEnd(text, text.length + extra)).toEqual(all);
        expect(keepBothEnds(text, text.length + extra)).toEqual({ beginning: { from: 0, to: 0 }, end: all });
      }),
    );
  });

  test('never exceeds the room or splits a character', () => {
    fc.assert(
      fc.property(tooLong(0), ([text, room]) => {
        const last = keepEnd(text, room);
        expect(last.to).toBe(text.length);
        expect(last.to - last.from).toBeLessThanOrEqual(room);
        expect(splitsPair(text, last.from)).toBe(false);
        const { beginning, end } = keepBothEnds(text, room);
        const mark = beginning.to > 0 ? GAP_MARK.length : 0;
        expect(beginning.to + mark + (end.to - end.from)).toBeLessThanOrEqual(room);
        expect(beginning.from).toBe(0);
        expect(end.to).toBe(text.length);
        expect(beginning.to).toBeLessThan(end.from);
        expect(splitsPair(text, beginning.to) || splitsPair(text, end.from)).toBe(false);
      }),
    );
  });

  test('uses a good part of the room, wherever paragraphs and words begin', () => {
    fc.assert(
      fc.property(tooLong(8), ([text, room]) => {
        const { from, to } = keepEnd(text, room);
        expect(to - from).toBeGreaterThanOrEqual(Math.floor(room * 0.75) - 1);
      }),
    );
  });

  test('begins at a paragraph if one begins nearby', () => {
    const text = `${'word '.repeat(40)}\n${'The next paragraph. '.repeat(10)}`;
    expect(text.slice(keepEnd(text, 220).from)).toBe('The next paragraph. '.repeat(10));
  });

  test('begins at a word if no paragraph begins nearby', () => {
    expect('one two three four five six'.slice(keepEnd('one two three four five six', 17).from)).toBe(
      'four five six',
    );
  });

  test('cuts out the middle at paragraph boundaries', () => {
    const paragraphs = Array.from({ length: 100 }, (_, i) => `This is paragraph number ${i}.\n`);
    const text = paragraphs.join('');
    const { beginning, end } = keepBothEnds(text, 1_000);
    expect(text.slice(0, beginning.to)).toMatch(/^This is .*\.\n$/s);
    expect(text.slice(end.from)).toMatch(/^This is .*number 99\.\n$/s);
    expect(end.to - end.from).toBeGreaterThan(beginning.to);
  });
});

test('a token is estimated as four characters', () => {
  expect([0, 1, 4, 5].map(estimateTokens)).toEqual([0, 1, 1, 2]);
  expect(lengthOfTokens(3)).toBe(12);
});
