import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concatSpans,
  equalSpans,
  normaliseSpans,
  type Spans,
  sliceSpans,
  spansLength,
  spliceSpans,
  wholeSpans,
} from '../../../src/core/text/span.ts';
import { anySpans, MODEL, WRITER } from '../../helpers/arbitrary-text.ts';

/** One entry per character: what the spans mean, regardless of their runs. */
function hands(spans: Spans): readonly string[] {
  return spans.flatMap(({ agent, length, inferred }) =>
    Array.from({ length }, () => `${agent}${inferred ? '?' : ''}`),
  );
}

const spansAndRange = anySpans.chain((spans) =>
  fc
    .tuple(fc.nat(spansLength(spans)), fc.nat(spansLength(spans)))
    .map(([a, b]) => ({ spans, from: Math.min(a, b), to: Math.max(a, b) })),
);

describe('spans', () => {
  test('of a text with one author are one run, and of empty text none', () => {
    expect(wholeSpans(WRITER, 5)).toEqual([{ agent: WRITER, length: 5 }]);
    expect(wholeSpans(WRITER, 0)).toEqual([]);
  });

  test('in normal form have no empty runs and no equal neighbours', () => {
    expect(
      normaliseSpans([
        { agent: WRITER, length: 2 },
        { agent: MODEL, length: 0 },
        { agent: WRITER, length: 1 },
        { agent: WRITER, length: 1, inferred: true },
      ]),
    ).toEqual([
      { agent: WRITER, length: 3 },
      { agent: WRITER, length: 1, inferred: true },
    ]);
  });

  test('keep the agent of each character in a slice', () => {
    fc.assert(
      fc.property(spansAndRange, ({ spans, from, to }) => {
        const slice = sliceSpans(spans, from, to);
        expect(hands(slice)).toEqual(hands(spans).slice(from, to));
        expect(slice).toEqual(normaliseSpans(slice));
      }),
    );
  });

  test('follow a replacement: kept text keeps its agents, inserted text has its own', () => {
    fc.assert(
      fc.property(spansAndRange, anySpans, ({ spans, from, to }, insert) => {
        const after = spliceSpans(spans, from, to, insert);
        expect(hands(after)).toEqual(hands(spans).toSpliced(from, to - from, ...hands(insert)));
        expect(spansLength(after)).toBe(spansLength(spans) - (to - from) + spansLength(insert));
        expect(after).toEqual(normaliseSpans(after));
      }),
    );
  });

  test('split anywhere and rejoined are equal', () => {
    fc.assert(
      fc.property(spansAndRange, ({ spans, from }) => {
        const length = spansLength(spans);
        expect(concatSpans(sliceSpans(spans, 0, from), sliceSpans(spans, from, length))).toEqual(spans);
      }),
    );
  });

  test('are equal when every character has the same agent, however the runs are divided', () => {
    fc.assert(
      fc.property(anySpans, anySpans, (a, b) => {
        expect(equalSpans(a, b)).toBe(hands(a).join() === hands(b).join());
        const cut = a.flatMap((span) => [
          { ...span, length: span.length - 1 },
          { ...span, length: 1 },
        ]);
        expect(equalSpans(a, cut)).toBe(true);
      }),
    );
  });

  test('reject a range outside them', () => {
    expect(() => sliceSpans(wholeSpans(WRITER, 3), 1, 4)).toThrow('ends after the spans');
    expect(() => spliceSpans(wholeSpans(WRITER, 3), 4, 5, [])).toThrow('ends after the spans');
    expect(() => sliceSpans(wholeSpans(WRITER, 3), 2, 1)).toThrow('invalid range');
  });
});
