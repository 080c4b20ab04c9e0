import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applySplices,
  composeSplices,
  mapSplices,
  normaliseSplices,
  type Sequence,
  type SequenceChange,
} from '../../../src/core/text/splice-algebra.ts';
import { splicesIn } from '../../helpers/arbitrary-text.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
const numbers: fc.Arbitrary<readonly number[]> = fc.array(fc.nat({ max: 3 }), { maxLength: 12 });

describe('splices of a text', () => {
  checkLaws(letters, (pieces) => pieces.join(''));
});

describe('splices of a list', () => {
  checkLaws(numbers, (pieces) => pieces.flat());
});

/** The laws of the algebra, whatever the sequence. */
function checkLaws<S extends Sequence<S>>(sequences: fc.Arbitrary<S>, join: (pieces: readonly S[]) => S) {
  const inserts = sequences.map((sequence) => sequence.slice(0, 3));
  const apply = (sequence: S, change: SequenceChange<S>) => applySplices(sequence, change, join);
  const withChange = sequences.chain((before) =>
    splicesIn(before.length, inserts).map((change) => ({ before, change })),
  );
  const withTwo = withChange.chain(({ before, change }) =>
    splicesIn(before.length, inserts).map((other) => ({ before, change, other })),
  );
  const withNext = withChange.chain(({ before, change }) =>
    splicesIn(apply(before, change).length, inserts).map((next) => ({ before, change, next })),
  );
  const inThree = withNext.chain(({ before, change, next }) =>
    splicesIn(apply(apply(before, change), next).length, inserts).map((last) => ({
      before,
      change,
      next,
      last,
    })),
  );

  test('compose to what one after the other does, in normal form', () => {
    fc.assert(
      fc.property(withNext, ({ before, change, next }) => {
        const both = composeSplices(change, next);
        expect(apply(before, both)).toEqual(apply(apply(before, change), next));
        expect(normaliseSplices(both)).toEqual(both);
      }),
    );
  });

  test('compose alike however they are grouped', () => {
    fc.assert(
      fc.property(inThree, ({ change, next, last }) => {
        expect(composeSplices(composeSplices(change, next), last)).toEqual(
          composeSplices(change, composeSplices(next, last)),
        );
      }),
    );
  });

  test('converge with others of the same sequence in either order', () => {
    fc.assert(
      fc.property(withTwo, ({ before, change, other }) => {
        const changeFirst = apply(apply(before, change), mapSplices(other, change, false));
        const otherFirst = apply(apply(before, other), mapSplices(change, other, true));
        expect(changeFirst).toEqual(otherFirst);
      }),
    );
  });

  test('stay as they are over nothing', () => {
    fc.assert(
      fc.property(withChange, fc.boolean(), ({ change }, isBefore) => {
        expect(mapSplices(change, [], isBefore)).toEqual(change);
      }),
    );
  });
}
