import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concatSpans, equalSpans, sliceSpans, spansLength } from '../../../../src/core/text/span.ts';
import { stateOf } from '../../../../src/renderer/editor/extensions.ts';
import { authorship, spansBetween } from '../../../../src/renderer/editor/marks/authorship.ts';
import { anySpans, rangesIn, WRITER } from '../../../helpers/arbitrary-text.ts';
import { contentOf, node } from '../open-manuscript.ts';

/** Authors of a newly opened text, resolved only for the parts seen so far. */

const anyOpening = fc.array(anySpans, { maxLength: 200 }).chain((texts) => {
  const length = texts.reduce((sum, spans) => sum + spansLength(spans), 0);
  return fc.record({ texts: fc.constant(texts), ranges: rangesIn(length), typeAt: fc.nat(length) });
});

it('authors are the same wherever the text is viewed first, and after typing', () => {
  fc.assert(
    fc.property(anyOpening, ({ texts, ranges, typeAt }) => {
      const nodes = texts.map((spans, i) => ({ ...node(`${i}`, 'x'.repeat(spansLength(spans))), spans }));
      const content = contentOf(nodes);
      const state = stateOf(content, [], { writerId: WRITER, nonce: '', readOnly: false }, []);
      const all = concatSpans(...texts);
      const areRight = () =>
        [...ranges, { from: 0, to: state.doc.length }].every(({ from, to }) =>
          equalSpans(spansBetween(state.field(authorship), from, to, WRITER), sliceSpans(all, from, to)),
        );
      expect(areRight()).toBe(true);
      const typed = state.update({ changes: { from: typeAt, insert: 'y' } }).state;
      const now = spansBetween(typed.field(authorship), 0, typed.doc.length, WRITER);
      const expected = [
        sliceSpans(all, 0, typeAt),
        [{ agent: WRITER, length: 1 }],
        sliceSpans(all, typeAt, state.doc.length),
      ];
      expect(equalSpans(now, concatSpans(...expected))).toBe(true);
      // Now all of them are resolved.
      expect(areRight()).toBe(true);
    }),
  );
});
