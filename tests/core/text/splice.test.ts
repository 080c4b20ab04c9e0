import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyChange,
  applySplice,
  type Change,
  composeChanges,
  normaliseChange,
  type Splice,
} from '../../../src/core/text/splice.ts';
import { mapSplices } from '../../../src/core/text/splice-algebra.ts';
import { changeIn, MODEL, WRITER } from '../../helpers/arbitrary-text.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 12 });

const textAndChange = letters.chain((text) => changeIn(text.length).map((change) => ({ text, change })));
const textAndTwo = letters.chain((text) =>
  fc.record({ text: fc.constant(text), one: changeIn(text.length), other: changeIn(text.length) }),
);
const textAndSequence = textAndChange.chain(({ text, change }) =>
  changeIn(applyChange(text, change).length).map((second) => ({ text, first: change, second })),
);

/** CodeMirror's change set for the same change. */
function oracle(change: Change, length: number): ChangeSet {
  return ChangeSet.of(
    change.map((splice) => ({ ...splice })),
    length,
  );
}

function splicesOf(set: ChangeSet): Change {
  const splices: Splice[] = [];
  set.iterChanges((from, to, _fromB, _toB, inserted) => {
    splices.push({ from, to, insert: inserted.toString() });
  });
  return splices;
}

function textAfter(set: ChangeSet, text: string): string {
  return set.apply(Text.of([text])).toString();
}

describe('a change', () => {
  test('produces the same text as in CodeMirror', () => {
    fc.assert(
      fc.property(textAndChange, ({ text, change }) => {
        expect(applyChange(text, change)).toBe(textAfter(oracle(change, text.length), text));
      }),
    );
  });

  test('composed with the next one equals the change that CodeMirror composes', () => {
    fc.assert(
      fc.property(textAndSequence, ({ text, first, second }) => {
        const between = applyChange(text, first);
        const composed = composeChanges(first, second);
        expect(applyChange(text, composed)).toBe(applyChange(between, second));
        const expected = oracle(first, text.length).compose(oracle(second, between.length));
        expect(composed).toEqual(splicesOf(expected));
      }),
    );
  });

  test('mapped over another equals the change that CodeMirror maps', () => {
    fc.assert(
      fc.property(textAndTwo, fc.boolean(), ({ text, one, other }, before) => {
        const mapped = mapSplices(one, other, before);
        const expected = oracle(one, text.length).map(oracle(other, text.length), before);
        expect(mapped).toEqual(splicesOf(expected));
      }),
    );
  });

  test('and another, each mapped over the other, converge on one text in either order', () => {
    fc.assert(
      fc.property(textAndTwo, ({ text, one, other }) => {
        const oneFirst = applyChange(applyChange(text, one), mapSplices(other, one, false));
        const otherFirst = applyChange(applyChange(text, other), mapSplices(one, other, true));
        expect(oneFirst).toBe(otherFirst);
      }),
    );
  });

  test('in normal form has the same effect, with no adjacent and no empty splices', () => {
    const change = [
      { from: 0, to: 0, insert: '' },
      { from: 1, to: 2, insert: 'x' },
      { from: 2, to: 2, insert: 'y' },
    ];
    expect(normaliseChange(change)).toEqual([{ from: 1, to: 2, insert: 'xy' }]);
  });

  test('out of order or outside the text is a bug', () => {
    const unsorted = [
      { from: 2, to: 3, insert: '' },
      { from: 0, to: 1, insert: '' },
    ];
    expect(() => normaliseChange(unsorted)).toThrow('after 3');
    expect(() => applyChange('abcd', unsorted)).toThrow('after 3');
    expect(() => applyChange('ab', [{ from: 1, to: 3, insert: '' }])).toThrow('in 2');
  });
});

describe('a splice of the draft', () => {
  const text = { text: 'abc', spans: [{ agent: MODEL, length: 3 }] };

  test('changes the text and carries the authors of what it inserts', () => {
    expect(
      applySplice(text, { from: 1, to: 2, insert: 'XY', spans: [{ agent: WRITER, length: 2 }] }),
    ).toEqual({
      text: 'aXYc',
      spans: [
        { agent: MODEL, length: 1 },
        { agent: WRITER, length: 2 },
        { agent: MODEL, length: 1 },
      ],
    });
  });

  test.each([
    ['ends after the text', { from: 1, to: 4, insert: '', spans: [] }],
    ['begins before it', { from: -1, to: 1, insert: '', spans: [] }],
    ['ends before it begins', { from: 2, to: 1, insert: '', spans: [] }],
    ['lies between code units', { from: 0.5, to: 1, insert: '', spans: [] }],
    ['is no number', { from: Number.NaN, to: 1, insert: '', spans: [] }],
    ['has spans that are too short', { from: 0, to: 0, insert: 'xy', spans: [{ agent: WRITER, length: 1 }] }],
    [
      'has a negative span',
      {
        from: 0,
        to: 0,
        insert: 'x',
        spans: [
          { agent: WRITER, length: 2 },
          { agent: MODEL, length: -1 },
        ],
      },
    ],
  ])('is rejected when it %s', (_what, splice) => {
    expect(() => applySplice(text, splice)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
