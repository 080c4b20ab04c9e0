import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import { authorsOf, percentsOf, sharesOf } from '../../../src/core/provenance/who-wrote.ts';
import {
  concatSpans,
  normaliseSpans,
  type Spans,
  sliceSpans,
  spansLength,
} from '../../../src/core/text/span.ts';

const AGENTS = ['writer', 'offline', 'llama', 'pine'].map((id) => id as AgentId);
const [WRITER] = AGENTS as [AgentId, ...AgentId[]];

const span = fc.record(
  {
    agent: fc.constantFrom(...AGENTS),
    length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10_000 })),
    inferred: fc.constant(true as const),
  },
  { requiredKeys: ['agent', 'length'] },
);
const spans = fc.array(span, { maxLength: 12 }).map((all): Spans => normaliseSpans(all));

test('every character is in the share of its agent, and no other', () => {
  fc.assert(
    fc.property(spans, (text) => {
      const shares = sharesOf(text);
      for (const agent of AGENTS) {
        const own = shares.filter((share) => share.agent === agent);
        const length = spansLength(text.filter((one) => one.agent === agent));
        expect(own.map((share) => share.length)).toEqual(length === 0 ? [] : [length]);
      }
    }),
  );
});

test('whoever wrote more is named first, and equals in the order in which they begin', () => {
  fc.assert(
    fc.property(spans, (text) => {
      const begin = (agent: AgentId) => text.findIndex((one) => one.agent === agent);
      const shares = sharesOf(text);
      const sorted = [...shares].sort((a, b) => b.length - a.length || begin(a.agent) - begin(b.agent));
      expect(shares).toEqual(sorted);
      const authors = shares.map(({ agent }) => agent);
      expect(authorsOf(text, WRITER)).toEqual(text.length === 0 ? [WRITER] : authors);
    }),
  );
});

test('how a text is divided into runs makes no difference', () => {
  fc.assert(
    fc.property(spans, fc.nat(), (text, cut) => {
      const at = cut % (spansLength(text) + 1);
      const parts = [...sliceSpans(text, 0, at), ...sliceSpans(text, at, spansLength(text))];
      expect(sharesOf(parts)).toEqual(sharesOf(concatSpans(text)));
    }),
  );
});

test('percents are near the exact ones, add up to at most 100, and hide nobody', () => {
  fc.assert(
    fc.property(spans, (text) => {
      const shares = sharesOf(text);
      const percents = percentsOf(shares);
      expect(percents.map(({ agent }) => agent)).toEqual(shares.map(({ agent }) => agent));
      for (const [index, { percent }] of percents.entries()) {
        const exact = (100 * (shares[index]?.length ?? 0)) / spansLength(text);
        expect(Math.abs(percent - exact)).toBeLessThan(1);
        expect(percent === 0).toBe(exact < 1);
        expect(percent === 100).toBe(shares.length === 1);
      }
      expect(percents.reduce((sum, { percent }) => sum + percent, 0)).toBeLessThanOrEqual(100);
    }),
  );
});

test('thirds add up to 100', () => {
  const thirds = AGENTS.slice(0, 3).map((agent) => ({ agent, length: 7 }));
  expect(percentsOf(thirds).map(({ percent }) => percent)).toEqual([34, 33, 33]);
});
