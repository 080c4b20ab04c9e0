import { expect, test } from 'vitest';
import type { Spans } from '../../../../src/core/text/span.ts';
import type { WholeNode } from '../../../../src/core/tree/tree-node.ts';
import { findNode } from '../../../../src/main/store/tables/nodes.ts';
import { findSplitFaults } from '../../../../src/main/store/tree/split-faults.ts';
import { sqlTree } from '../../../../src/main/store/tree/sql-tree.ts';
import { eachStoredNode } from '../../../../src/main/store/tree/whole-trees.ts';
import { edgeInto, newNode, openGrove, plantGrove } from '../../../helpers/grove.ts';
import { makeOlder } from '../../../helpers/older-grove.ts';

/** Text with the characters that make lengths in bytes, characters and code units differ. */
const LONG = 'Zwölf 🏰🏰 жили\u0000были, und so fort.';

test('version 50 finds the splits of an older grove by their text and authors', () => {
  const { store, human, model, root, tree, idsAndClock, ...grove } = plantGrove();
  const by = (...runs: readonly (readonly [typeof human, number, true?])[]): Spans =>
    runs.map(([agent, length, inferred]) => (inferred ? { agent, length, inferred } : { agent, length }));
  const whole = grove.continue(root, LONG);
  const model1 = grove.continue(root, 'there was a castle', { authorId: model, authorType: 'model' });
  const mixed = grove.continue(root, 'there was a tower', {
    spans: by([model, 6], [human, 4], [model, 7, true]),
  });
  const version = grove.revise(whole, `${LONG} Ende.`);

  const found: readonly (readonly [what: string, node: WholeNode, splitAt: number | null])[] = [
    ['of a text with pairs and NUL', grove.branch(whole, LONG.slice(0, 18)), 18],
    ['up to a pair', grove.branch(whole, LONG.slice(0, 8)), 8],
    ['of a version', grove.branch(version, LONG), LONG.length],
    ['of a model’s text', grove.branch(model1, 'there', { spans: by([model, 5]) }), 5],
    ['inside a run', grove.branch(mixed, 'there was', { spans: by([model, 6], [human, 3]) }), 9],
    ['at the end of a run', grove.branch(mixed, 'there ', { spans: by([model, 6]) }), 6],
    [
      'inside an inferred run',
      grove.branch(mixed, 'there was a', { spans: by([model, 6], [human, 4], [model, 1, true]) }),
      11,
    ],
    ['the whole text', grove.branch(whole, LONG), null],
    ['another text', grove.branch(whole, 'Zwolf'), null],
    ['no text', grove.branch(whole, ''), null],
    ['another author', grove.branch(model1, 'there was', { spans: by([human, 9]) }), null],
    ['a run that ends early', grove.branch(mixed, 'there wa', { spans: by([model, 5], [human, 3]) }), null],
    ['a run that ends late', grove.branch(mixed, 'there was', { spans: by([model, 7], [human, 2]) }), null],
    [
      'a run that is not inferred',
      grove.branch(mixed, 'there was a', { spans: by([model, 6], [human, 4], [model, 1]) }),
      null,
    ],
    ['a version', grove.revise(whole, 'Zwölf'), null],
  ];
  const parts = { treeId: tree.id, authorId: human, text: 'Zwölf', editedFrom: whole.id };
  const branchEdit = newNode(idsAndClock, parts);
  grove.write({ nodes: [branchEdit], edges: [edgeInto(idsAndClock, branchEdit, root)] }, 'branch-edit');
  const first = found[0]?.[1];
  if (first === undefined) throw new Error('no split');
  const nested = grove.branch(first, LONG.slice(0, 3));
  store.close();
  makeOlder(store.path, 40);

  const after = openGrove(store.path);
  const splitAt = (node: WholeNode) => findNode(after, node.id)?.splitAt;
  expect(found.map(([what, node]) => [what, splitAt(node)])).toEqual(
    found.map(([what, , expected]) => [what, expected]),
  );
  expect([splitAt(branchEdit), splitAt(nested)]).toEqual([null, 3]);
  const all = [...eachStoredNode(after, null)].map(({ node }) => node);
  expect(findSplitFaults(after, all, 10)).toEqual([]);
  expect(all.some(({ offered }) => offered)).toBe(false);
  const view = sqlTree(after, tree.id);
  expect(view.splitsOf(first.positionId)).toEqual([nested.positionId]);
  expect(view.splitsOf(whole.positionId)).toHaveLength(3);
});

test('version 50 finds no splits in a dialogue, whose edits are branches', () => {
  const { store, tree, root, ...grove } = plantGrove();
  const whole = grove.continue(root, 'Hello there');
  const edited = grove.branch(whole, 'Hello');
  store.close();
  makeOlder(store.path, 40, "UPDATE loom_tree SET mode = 'dialogue'");
  expect(findNode(openGrove(store.path), edited.id)?.splitAt).toBeNull();
});
