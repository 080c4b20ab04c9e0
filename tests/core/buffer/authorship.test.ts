import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangesFromSpans, spansFromRanges, spansOfInsertion } from '../../../src/core/buffer/authorship.ts';
import { sliceSpans, spansLength, wholeSpans } from '../../../src/core/text/span.ts';
import { anySpans, MODEL, WRITER } from '../../helpers/arbitrary-text.ts';

describe('author ranges', () => {
  test('omit the writer’s own text and nothing else', () => {
    const spans = [
      { agent: WRITER, length: 2 },
      { agent: MODEL, length: 3 },
      { agent: WRITER, length: 1, inferred: true as const },
    ];
    expect(rangesFromSpans(spans, WRITER, 10)).toEqual([
      { from: 12, to: 15, agent: MODEL },
      { from: 15, to: 16, agent: WRITER, inferred: true },
    ]);
  });

  test('and spans are equivalent, wherever the text is', () => {
    fc.assert(
      fc.property(anySpans, fc.nat(20), (spans, start) => {
        const ranges = rangesFromSpans(spans, WRITER, start);
        expect(spansFromRanges(ranges, WRITER, start, start + spansLength(spans))).toEqual(spans);
      }),
    );
  });

  test('give the spans of any part of the text', () => {
    fc.assert(
      fc.property(anySpans, fc.nat(80), fc.nat(80), (spans, a, b) => {
        const length = spansLength(spans);
        const from = Math.min(a, b, length);
        const to = Math.min(Math.max(a, b), length);
        const part = spansFromRanges(rangesFromSpans(spans, WRITER, 0), WRITER, from, to);
        expect(part).toEqual(sliceSpans(spans, from, to));
      }),
    );
  });

  test('that overlap are a bug', () => {
    const overlapping = [
      { from: 0, to: 3, agent: MODEL },
      { from: 2, to: 4, agent: MODEL },
    ];
    expect(() => spansFromRanges(overlapping, WRITER, 0, 5)).toThrow('after 3');
  });
});

describe('inserted text', () => {
  const carried = { text: 'a castle', spans: wholeSpans(MODEL, 8) };

  test('keeps its agents if it was cut or copied inside the program', () => {
    expect(spansOfInsertion('a castle', WRITER, carried)).toEqual(carried.spans);
  });

  test('belongs to the agent who inserted it if it comes from anywhere else', () => {
    expect(spansOfInsertion('a tower', WRITER, carried)).toEqual(wholeSpans(WRITER, 7));
    expect(spansOfInsertion('a castle', WRITER, null)).toEqual(wholeSpans(WRITER, 8));
    expect(spansOfInsertion('', WRITER, null)).toEqual([]);
  });
});
