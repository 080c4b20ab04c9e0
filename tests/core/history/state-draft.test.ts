import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StateDraft } from '../../../src/core/history/path-state.ts';
import {
  applyDraftChange,
  changedLength,
  draftChange,
  spliceBetween,
} from '../../../src/core/history/state-draft.ts';
import type { AgentId, NodeId } from '../../../src/core/ids.ts';
import { normaliseSpans, type SpannedText } from '../../../src/core/text/span.ts';

/** The stored form of uncommitted typing (`layers.md`, *Draft layers*). */

const run = fc.record({
  text: fc.constantFrom('a', 'b', 'ab', '🏰', '🏯', 'aa'),
  agent: fc.constantFrom('one', 'other').map((id) => id as AgentId),
  inferred: fc.boolean(),
});

const spanned: fc.Arbitrary<SpannedText> = fc.array(run, { maxLength: 8 }).map((runs) => ({
  text: runs.map(({ text }) => text).join(''),
  spans: normaliseSpans(
    runs.map(({ text, agent, inferred }) => ({
      agent,
      length: text.length,
      ...(inferred ? { inferred: true as const } : {}),
    })),
  ),
}));

const draft: fc.Arbitrary<StateDraft> = fc
  .record({ buffer: spanned, edits: fc.dictionary(fc.constantFrom('n1', 'n2', 'n3'), spanned) })
  .map(({ buffer, edits }) => ({
    buffer,
    edits: Object.entries(edits).map(([id, text]) => ({ nodeId: id as NodeId, ...text })),
  }));

test('a draft is the one before it with its change, text and authors', () => {
  fc.assert(
    fc.property(fc.option(draft), draft, spanned, (before, after, committed) => {
      const change = draftChange(before, after, () => committed);
      expect(applyDraftChange(before, change, () => committed)).toEqual(after);
    }),
  );
});

test('one splice replaces only what differs, in text or author, and no half of a character', () => {
  fc.assert(
    fc.property(spanned, spanned, spanned, (start, end, middle) => {
      const join = (...parts: readonly SpannedText[]) => ({
        text: parts.map(({ text }) => text).join(''),
        spans: normaliseSpans(parts.flatMap(({ spans }) => spans)),
      });
      const splice = spliceBetween(join(start, end), join(start, middle, end));
      const length = (splice?.insert.length ?? 0) + ((splice?.to ?? 0) - (splice?.from ?? 0));
      expect(length).toBeLessThanOrEqual(middle.text.length);
      expect(splice?.insert ?? '').toSatisfy((text: string) => text.isWellFormed());
    }),
  );
});

test('equal drafts do not differ', () => {
  fc.assert(
    fc.property(draft, (one) => {
      expect(changedLength(draftChange(one, one, () => ({ text: '', spans: [] })))).toBe(0);
    }),
  );
});
