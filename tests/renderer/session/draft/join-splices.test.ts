import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import { applySplice, type DraftSplice } from '../../../../src/core/text/splice.ts';
import { joinSplices } from '../../../../src/renderer/session/draft/outbox-queue.ts';
import { MODEL, WRITER } from '../little-main.ts';

const start = { text: '0123456789', spans: wholeSpans(MODEL, 10) };

function typed(from: number, to: number, insert: string): DraftSplice {
  return { from, to, insert, spans: wholeSpans(WRITER, insert.length) };
}

describe('two splices of one text', () => {
  it('join when one letter follows another', () => {
    expect(joinSplices(typed(3, 3, 'a'), typed(4, 4, 'b'))).toEqual(typed(3, 3, 'ab'));
  });

  it('join when the second deletes what the first typed, and more', () => {
    expect(joinSplices(typed(3, 3, 'ab'), typed(2, 5, ''))).toEqual(typed(2, 3, ''));
  });

  it('stay separate when they do not touch', () => {
    expect(joinSplices(typed(3, 3, 'a'), typed(6, 6, 'b'))).toBeUndefined();
    expect(joinSplices(typed(3, 3, 'a'), typed(0, 2, 'b'))).toBeUndefined();
  });

  it('have the same effect joined as applied in sequence', () => {
    const place = fc.nat({ max: 12 });
    fc.assert(
      fc.property(
        place,
        place,
        fc.string({ maxLength: 4 }),
        place,
        place,
        fc.string({ maxLength: 4 }),
        (...drawn) => {
          const [a, b, first, c, d, second] = drawn;
          const within = (offset: number, length: number) => Math.min(offset, length);
          const one = typed(within(Math.min(a, b), 10), within(Math.max(a, b), 10), first);
          const between = applySplice(start, one);
          const { length } = between.text;
          const two = typed(within(Math.min(c, d), length), within(Math.max(c, d), length), second);
          const joined = joinSplices(one, two);
          if (joined !== undefined) expect(applySplice(start, joined)).toEqual(applySplice(between, two));
        },
      ),
    );
  });
});
