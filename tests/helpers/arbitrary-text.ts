import fc from 'fast-check';
import type { AgentId } from '../../src/core/ids.ts';
import { normaliseSpans, type Spans } from '../../src/core/text/span.ts';
import type { Change } from '../../src/core/text/splice.ts';
import { normaliseSplices, type Sequence, type SequenceChange } from '../../src/core/text/splice-algebra.ts';

export const WRITER = 'writer' as AgentId;
export const MODEL = 'model' as AgentId;

export const anyAgent: fc.Arbitrary<AgentId> = fc.constantFrom(WRITER, MODEL, 'other' as AgentId);

/** Spans in normal form, of any length, possibly empty. */
export const anySpans: fc.Arbitrary<Spans> = fc
  .array(
    fc.oneof(
      fc.record({ agent: anyAgent, length: fc.integer({ min: 0, max: 9 }) }),
      fc.record({
        agent: anyAgent,
        length: fc.integer({ min: 0, max: 9 }),
        inferred: fc.constant(true as const),
      }),
    ),
    { maxLength: 8 },
  )
  .map(normaliseSpans);

/** Spans for a text of exactly `length`. */
export function spansOfLength(length: number): fc.Arbitrary<Spans> {
  return fc
    .array(anyAgent, { minLength: length, maxLength: length })
    .map((agents) => normaliseSpans(agents.map((agent) => ({ agent, length: 1 }))));
}

/** Sorted, non-overlapping ranges of a text of `length`; they may touch, and may be empty. */
export function rangesIn(
  length: number,
  maxCount = 5,
): fc.Arbitrary<readonly { from: number; to: number }[]> {
  return fc.array(fc.integer({ min: 0, max: length }), { maxLength: maxCount * 2 }).map((offsets) => {
    const sorted = offsets.toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
      from: sorted[i * 2] ?? 0,
      to: sorted[i * 2 + 1] ?? 0,
    }));
  });
}

/** Any change in normal form against a sequence of `length`, which inserts such sequences. */
export function splicesIn<S extends Sequence<S>>(
  length: number,
  inserts: fc.Arbitrary<S>,
): fc.Arbitrary<SequenceChange<S>> {
  return rangesIn(length)
    .chain((ranges) => fc.tuple(...ranges.map((range) => inserts.map((insert) => ({ ...range, insert })))))
    .map((splices) => normaliseSplices<S>(splices));
}

/** Any change in normal form against a text of `length`. */
export function changeIn(length: number): fc.Arbitrary<Change> {
  return splicesIn(length, fc.string({ unit: fc.constantFrom('x', 'y', 'z'), maxLength: 3 }));
}
