import { expect, test } from 'vitest';
import { makeSpan } from '../../../../src/core/text/span.ts';
import { ChangeFeed } from '../../../../src/main/grove/change-feed.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { rewriteNote } from '../../../../src/main/grove/writing/write-note.ts';
import { plantGrove } from '../../../helpers/grove.ts';

/** A note by another agent, to be edited by the writer. */
function noteByAnother() {
  const { store, tree, human, model, root, idsAndClock, ...grove } = plantGrove();
  const a = grove.continue(root, 'a');
  const by = { authorId: model, authorType: 'model' } as const;
  const note = grove.continue(a.positionId, 'Ask Nell.', { edgeType: 'annotation', follow: false, ...by });
  const options = {
    store,
    treeId: tree.id,
    author: { id: human, type: 'human' as const },
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock,
  };
  return { options, note, human, model };
}

test('the unchanged part of another author’s note keeps its author, marked as inferred', () => {
  const { options, note, human, model } = noteByAnother();
  const written = rewriteNote(options, note.id, 'Ask Nell. Soon.');
  expect(written).toMatchObject({ authorId: human, versionCount: 2, text: 'Ask Nell. Soon.' });
  expect(written.spans).toEqual([makeSpan(model, 9, true), makeSpan(human, 6, true)]);
});

test('saving another author’s note unchanged makes no version', () => {
  const { options, note, model } = noteByAnother();
  expect(rewriteNote(options, note.id, 'Ask Nell.')).toMatchObject({ authorId: model, versionCount: 1 });
});
