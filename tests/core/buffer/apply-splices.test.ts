import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySplices } from '../../../src/core/buffer/apply-splices.ts';
import { type SpannedText, spansLength, wholeSpans } from '../../../src/core/text/span.ts';
import { applySplice, type DraftSplice } from '../../../src/core/text/splice.ts';
import { anyAgent, MODEL, WRITER } from '../../helpers/arbitrary-text.ts';

/** Each applied to the whole text, they would take the better part of a minute. */
const COUNT = 20_000;

const LONG: SpannedText = { text: 'abcdefgh'.repeat(5_000), spans: wholeSpans(MODEL, 40_000) };

describe('many splices', () => {
  test('leave what they leave one after another', () => {
    const step = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 30_000 })),
      insert: fc.oneof(fc.string({ maxLength: 9 }), fc.constant('x'.repeat(20_000))),
      agent: anyAgent,
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 32, maxLength: 60 }), (steps) => {
        let expected = LONG;
        const splices = steps.map(({ at, length, insert, agent }): DraftSplice => {
          const from = Math.floor(at * expected.text.length);
          const to = Math.min(expected.text.length, from + length);
          const splice = { from, to, insert, spans: wholeSpans(agent, insert.length) };
          expected = applySplice(expected, splice);
          return splice;
        });
        const actual = applySplices(LONG, splices);
        expect(actual.text === expected.text).toBe(true);
        expect(actual.spans).toEqual(expected.spans);
      }),
      { numRuns: 30 },
    );
  });

  test('are refused if one does not fit', () => {
    const splices = Array.from({ length: 100 }, () => ({ from: 0, to: 1_000, insert: '', spans: [] }));
    expect(() => applySplices(LONG, splices)).toThrow(/Cannot replace 0 to 1000/);
  });

  test('of a long text each cost little', () => {
    const spans = wholeSpans(WRITER, 1);
    const splices = Array.from({ length: COUNT }, (_, at) => ({
      from: at * 81,
      to: at * 81,
      insert: '|',
      spans,
    }));
    const text = 'x'.repeat(80 * COUNT);
    const { text: after, spans: authors } = applySplices(
      { text, spans: wholeSpans(MODEL, text.length) },
      splices,
    );
    expect(after === `|${'x'.repeat(80)}`.repeat(COUNT)).toBe(true);
    expect([authors.length, spansLength(authors)]).toEqual([2 * COUNT, 81 * COUNT]);
  });
});
