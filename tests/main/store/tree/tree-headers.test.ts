import { expect, test } from 'vitest';
import { INDEX_FLAGS } from '../../../../src/core/tree/tree-index.ts';
import { loadTreeHeaders } from '../../../../src/main/store/tree/tree-headers.ts';
import { plantGrove, plantTree } from '../../../helpers/grove.ts';

test('the headers of a tree refer to nodes by their index in the order of ids', () => {
  const grove = plantGrove();
  const { store, tree, human, model, root, idsAndClock } = grove;
  const a = grove.continue(root, 'a');
  const b = grove.continue(a.positionId, 'b', { authorId: model, authorType: 'model' });
  const a2 = grove.revise(a, 'aa');
  const beside = grove.branch(b, 'b?', { bookmarked: true, excluded: true });
  const note = grove.continue(b.positionId, 'note', { edgeType: 'annotation', follow: false, pruned: true });
  store.transact((tx) => plantTree(tx, idsAndClock, human).id);
  const index = loadTreeHeaders(store, tree.id);
  expect(index.count).toBe(6);
  expect(index.ids).toEqual([root, a.id, b.id, a2.id, beside.id, note.id]);
  expect(index.localIds).toEqual([
    index.localIds[0],
    ...[a, b, a2, beside, note].map(({ localId }) => localId),
  ]);
  expect([...index.positions]).toEqual([0, 1, 2, 1, 4, 5]);
  expect([...index.parents]).toEqual([-1, 0, 1, 0, 1, 2]);
  expect([...index.editedFrom]).toEqual([-1, -1, -1, 1, 2, -1]);
  expect([...index.authors].map((at) => index.agents[at])).toEqual([
    human,
    human,
    model,
    human,
    human,
    human,
  ]);
  expect([...index.createdAt].slice(1)).toEqual([a, b, a2, beside, note].map(({ createdAt }) => createdAt));
  const { bookmarked, excluded, annotation, pruned, model: byModel } = INDEX_FLAGS;
  expect([...index.flags]).toEqual([0, 0, byModel, 0, bookmarked + excluded, annotation + pruned]);
});
