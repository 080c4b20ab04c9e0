import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeSpan, wholeSpans } from '../../../src/core/text/span.ts';
import { authorship, spansBetween, textAuthors } from '../../../src/renderer/editor/marks/authorship.ts';
import { casesFor } from '../../helpers/fast-check-runs.ts';
import { contentOf, letters, MODEL, node, OTHER_MODEL, openManuscript, WRITER } from './open-manuscript.ts';

/** Author marks: typing updates them only where it happens. */

const AUTHORS = [
  { id: WRITER, type: 'human', color: null },
  { id: MODEL, type: 'model', color: 'blue' },
  { id: OTHER_MODEL, type: 'model', color: 'rust' },
] as const;

const guessed = {
  ...node('4', 'nobody knows', MODEL),
  spans: [makeSpan(MODEL, 6, true), makeSpan(MODEL, 6)],
};

const step = fc.oneof(
  fc.record({ at: fc.nat(60), length: fc.nat(9), insert: fc.constantFrom('', 'a', ' so', '\n', 'x\ny') }),
  fc.constantFrom('undo' as const, 'redo' as const, 'seal' as const),
);

it('after any typing, author marks equal marks built from scratch', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const nodes = [
        node('1', 'Once '),
        node('2', 'there was ', MODEL),
        node('3', 'a castle, ', OTHER_MODEL),
        guessed,
        node('5', ' where.', MODEL),
      ];
      const { view, type, manuscript } = openManuscript(contentOf(nodes, 'End'), { authors: AUTHORS });
      for (const one of steps) {
        if (typeof one === 'string') manuscript[one]();
        else {
          const from = one.at % (view.state.doc.length + 1);
          type(from, Math.min(view.state.doc.length, from + one.length), one.insert);
        }
      }
      const shown = view.contentDOM.innerHTML;
      manuscript.setAuthors(AUTHORS);
      expect(shown).toBe(view.contentDOM.innerHTML);
      manuscript.destroy();
      document.body.replaceChildren();
    }),
    casesFor('rendering'),
  );
});

it('equal texts that others insert at once keep their authors by place, also through undo and redo', () => {
  const { view, manuscript, events } = openManuscript(contentOf([node('1', 'Once ')], 'End'));
  const lettersOf = () =>
    letters(spansBetween(view.state.field(authorship), 0, view.state.doc.length, WRITER));
  view.dispatch({
    changes: [
      { from: 0, insert: 'Yes. ' },
      { from: 5, insert: 'Yes. ' },
    ],
    annotations: textAuthors.of([
      { at: 0, spans: wholeSpans(MODEL, 5) },
      { at: 10, spans: [makeSpan(OTHER_MODEL, 3), makeSpan(MODEL, 1)] },
    ]),
  });
  expect(view.state.doc.toString()).toBe('Yes. Once Yes. End');
  const inserted = lettersOf();
  expect(inserted).toBe('mmmmmwwwwwooomwwww');
  const spans = events.flatMap((event) => (event.kind === 'typed' ? event.splice.spans : []));
  expect(spans).toEqual([
    ...wholeSpans(MODEL, 5),
    makeSpan(OTHER_MODEL, 3),
    makeSpan(MODEL, 1),
    makeSpan(WRITER, 1),
  ]);
  manuscript.undo();
  expect(lettersOf()).toBe('wwwwwwww');
  manuscript.redo();
  expect(lettersOf()).toBe(inserted);
  manuscript.destroy();
});
