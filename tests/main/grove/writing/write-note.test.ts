import { expect, test } from 'vitest';
import { makeSpan } from '../../../../src/core/text/span.ts';
import { rewriteNote } from '../../../../src/main/grove/writing/write-note.ts';
import { plantGrove } from '../../../helpers/grove.ts';

/** A note by another agent, in the hands of the writer. */
function notedByAnother() {
  const { store, tree, human, model, root, idsAndClock, ...grove } = plantGrove();
  const a = grove.continue(root, 'a');
  const by = { authorId: model, authorType: 'model' } as const;
  const note = grove.continue(a.positionId, 'Ask Nell.', { edgeType: 'annotation', follow: false, ...by });
  const options = { store, treeId: tree.id, writerId: human, idsAndClock };
  return { options, note, human, model };
}

test('what stays of another’s note stays theirs, and is marked as inferred', () => {
  const { options, note, human, model } = notedByAnother();
  const { note: written } = rewriteNote(options, note.id, 'Ask Nell. Soon.');
  expect(written).toMatchObject({ authorId: human, versionCount: 2, text: 'Ask Nell. Soon.' });
  expect(written.spans).toEqual([makeSpan(model, 9, true), makeSpan(human, 6, true)]);
});

test('another’s note that is saved as it was is no new version', () => {
  const { options, note, model } = notedByAnother();
  expect(rewriteNote(options, note.id, 'Ask Nell.').note).toMatchObject({ authorId: model, versionCount: 1 });
});
