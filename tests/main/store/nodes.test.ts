import { expect, test } from 'vitest';
import { findEdgeInto, getWholeNode } from '../../../src/main/store/nodes.ts';
import { loadPath } from '../../../src/main/store/path-loading.ts';
import { plantGrove } from '../../helpers/grove.ts';

test('a node comes back as it was written', () => {
  const { store, root, model, human, ...grove } = plantGrove();
  const node = grove.continue(root, 'Once upon a time, 🏰', {
    authorId: model,
    authorType: 'model',
    finishReason: 'stop',
    seam: { promptTrimmed: 1, answerTrimmed: 0 },
    choiceIndex: 2,
    spans: [
      { agent: model, length: 5 },
      { agent: human, length: 10, inferred: true },
      { agent: model, length: 5 },
    ],
    bookmarked: true,
    bookmarkLabel: 'here',
    summary: 'A beginning.',
  });
  expect(getWholeNode(store, node.id)).toEqual(node);
  expect(findEdgeInto(store, node.id)).toMatchObject({
    targetId: node.id,
    type: 'continuation',
    sources: [{ role: 'primary', positionId: root, originId: root }],
  });
});

test('a path comes back from the root to the head, with the versions that were selected', () => {
  const grove = plantGrove();
  const { store, tree, human, root } = grove;
  const [first, second, third] = grove.chain(root, ['Once ', 'there was a castle ', 'on a hill.']);
  if (!first || !second || !third) throw new Error('a chain of three');
  const tower = grove.revise(second, 'there was a tower ');
  const text = (nodes: ReturnType<typeof loadPath>) => nodes.map(({ node }) => node.content);
  expect(loadPath(store, tree.id, human).map(({ node }) => node.id)).toEqual([
    root,
    first.id,
    tower.id,
    third.id,
  ]);
  expect(text(loadPath(store, tree.id, human))).toContainEqual({ type: 'text', text: 'there was a tower ' });
});
