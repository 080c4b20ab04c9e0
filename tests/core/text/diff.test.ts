import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCommonRuns, inferSpans } from '../../../src/core/text/diff.ts';
import { normaliseSpans, type Spans, spansLength } from '../../../src/core/text/span.ts';
import { applyChange } from '../../../src/core/text/splice.ts';
import { changeIn, MODEL, spansOfLength, WRITER } from '../../helpers/arbitrary-text.ts';

const WORDS =
  'the tower stood on a hill and nobody went there but owls 🏰 🦉 old, cold. “Who?” – ä 漢字'.split(' ');

/** Texts of up to a few thousand words, on both sides of the limit for comparison by character. */
const anyProse = fc
  .oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 600, max: 1_500 }))
  .chain((length) => fc.array(fc.constantFrom(...WORDS), { minLength: length, maxLength: length }))
  .map((words) => words.join(' '));

/** A text before and after some words were replaced, deleted or inserted. */
const anyRevision = anyProse.chain((text) =>
  fc
    .tuple(fc.integer({ min: 2, max: 200 }), fc.constantFrom('', 'new ', 'again and again '))
    .map(([every, insert]) => ({
      text,
      revised: text.replace(/\S+ /g, (word, offset: number) => (offset % every === 0 ? insert : word)),
    })),
);

/** One agent per code unit, with a question mark if it is inferred. */
function hands(spans: Spans): readonly string[] {
  return spans.flatMap(({ agent, length, inferred }) =>
    Array.from({ length }, () => `${agent}${inferred ? '?' : ''}`),
  );
}

function by(agent: typeof WRITER, text: string) {
  return { text, spans: normaliseSpans([{ agent, length: text.length }]) };
}

describe('kept runs', () => {
  test('are equal and in the same order in both texts, and never split a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyRevision, fc.record({ text: anyProse, revised: anyProse })),
        ({ text, revised }) => {
          let oldReached = 0;
          let newReached = 0;
          for (const { oldFrom, newFrom, length } of findCommonRuns(text, revised)) {
            expect(oldFrom).toBeGreaterThanOrEqual(oldReached);
            expect(newFrom).toBeGreaterThanOrEqual(newReached);
            expect(length).toBeGreaterThan(0);
            const kept = revised.slice(newFrom, newFrom + length);
            expect(kept).toBe(text.slice(oldFrom, oldFrom + length));
            expect(kept.isWellFormed()).toBe(true);
            oldReached = oldFrom + length;
            newReached = newFrom + length;
          }
        },
      ),
    );
  });

  test('do not include half a character whose other half changed', () => {
    expect(findCommonRuns('🏰', '🏱')).toEqual([]);
    expect(findCommonRuns('a🏰b', 'a🏱b')).toEqual([
      { oldFrom: 0, newFrom: 0, length: 1 },
      { oldFrom: 3, newFrom: 3, length: 1 },
    ]);
    const long = 'nothing here is said twice '.repeat(100);
    const runs = findCommonRuns(`${long}🏰${long}`, `${long}🏱${long}`);
    expect(runs.reduce((sum, { length }) => sum + length, 0)).toBe(long.length * 2);
  });

  test('find an unmoved paragraph in a long text that changed around it', () => {
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ');
    const kept = numbers(3_000, 4_000);
    const runs = findCommonRuns(
      `${numbers(0, 1_000)} ${kept} ${numbers(1_000, 2_000)}`,
      `${numbers(5_000, 6_200)} ${kept} ${numbers(7_000, 7_900)}`,
    );
    expect(runs.some(({ length }) => length >= kept.length)).toBe(true);
  });

  test('find the remains of a text so repetitive that no sequence in it is unique', () => {
    const runs = findCommonRuns('la '.repeat(2_000), `ha ${'la '.repeat(1_900)}ho`);
    expect(runs.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(5_000);
  });

  test('of two long texts with nothing in common are few and short', () => {
    const runs = findCommonRuns('abcdefgh '.repeat(500), 'ijklmnop'.repeat(500));
    expect(runs).toEqual([]);
  });
});

describe('inferred authorship', () => {
  test('gives every character of the new text an author: the editor or one of the old authors', () => {
    const anyCase = anyRevision.chain(({ text, revised }) =>
      spansOfLength(text.length).map((spans) => ({ old: { text, spans }, revised })),
    );
    fc.assert(
      fc.property(anyCase, ({ old, revised }) => {
        const spans = inferSpans(old, revised, WRITER);
        expect(spansLength(spans)).toBe(revised.length);
        expect(spans).toEqual(normaliseSpans(spans));
        const inferred = hands(spans);
        const before = hands(old.spans);
        const expected = new Array<string>(revised.length).fill(`${WRITER}?`);
        for (const { oldFrom, newFrom, length } of findCommonRuns(old.text, revised)) {
          for (let i = 0; i < length; i++) expected[newFrom + i] = `${before[oldFrom + i]}?`;
        }
        if (revised !== old.text) expect(inferred).toEqual(expected);
      }),
    );
  });

  test('of an unchanged text stays the same, inferred or not', () => {
    fc.assert(
      fc.property(
        anyProse.chain((text) => spansOfLength(text.length).map((spans) => ({ text, spans }))),
        (old) => {
          expect(inferSpans(old, old.text, MODEL)).toEqual(old.spans);
        },
      ),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(anyRevision, ({ text, revised }) => {
        const once = inferSpans(by(MODEL, text), revised, WRITER);
        expect(inferSpans({ text: revised, spans: once }, revised, WRITER)).toEqual(once);
        expect(inferSpans(by(MODEL, text), revised, WRITER)).toEqual(once);
      }),
    );
  });

  test('leaves the model’s words to the model and gives the new word to the writer', () => {
    expect(
      inferSpans(by(MODEL, 'there was a castle on a hill'), 'there was a tower on a hill', WRITER),
    ).toEqual([
      { agent: MODEL, length: 12, inferred: true },
      { agent: WRITER, length: 5, inferred: true },
      { agent: MODEL, length: 10, inferred: true },
    ]);
  });

  test('of a long text with a few changes is wrong only in the words around them', () => {
    const text = Array.from({ length: 4_000 }, (_, i) => `w${(i * 7919) % 3_001}`).join(' ');
    // The text between two edits is longer than they are; otherwise semantic clean-up may merge them on purpose.
    const anyEdit = changeIn(60).map((change) =>
      change.map(({ from, to, insert }, i) => ({
        from: from * 200 + i * 100,
        to: from * 200 + i * 100 + Math.min(to - from, 4) * 10,
        insert: `${insert} NEW `,
      })),
    );
    fc.assert(
      fc.property(anyEdit, (change) => {
        const revised = applyChange(text, change);
        const spans = inferSpans(by(MODEL, text), revised, WRITER);
        const models = spans
          .filter(({ agent }) => agent === MODEL)
          .reduce((sum, { length }) => sum + length, 0);
        const stayed = text.length - change.reduce((sum, { from, to }) => sum + to - from, 0);
        if (change.length > 0) expect(models).toBeGreaterThanOrEqual(stayed - change.length * 12);
        expect(models).toBeLessThanOrEqual(stayed + change.length * 12);
      }),
    );
  });
});
