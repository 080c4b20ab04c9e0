import { describe, expect, test } from 'vitest';
import { prune, restore } from '../../../src/core/tree/metadata.ts';
import { continueFrom, revise } from '../../../src/core/tree/operations.ts';
import { goToChild, resolvePath, selectSibling } from '../../../src/core/tree/path.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import { author, emptyTree, said } from '../../helpers/tree.ts';

const H = author('h');

describe('a tree of any size', () => {
  test('can be 10,000 positions deep, and edited, pruned and restored near the root', () => {
    const world = emptyTree();
    const { tree, path, idsAndClock } = world;
    for (let depth = 0; depth < 10_000; depth += 1) {
      const change = continueFrom(tree, path, path.head, said('h"x"'), H, idsAndClock);
      tree.add(change);
      path.add(change.path);
    }
    const [, first] = resolvePath(tree, path);
    expect(world.text()).toBe('x'.repeat(10_000));
    expect(first).toBeDefined();
    if (first === undefined) return;
    world.apply(revise(tree, path, first.id, said('h"y"'), H, idsAndClock));
    expect(world.text()).toBe(`y${'x'.repeat(9_999)}`);
    const { head } = path;
    world.apply(prune(tree, path, first.positionId));
    expect(world.text()).toBe('');
    world.apply(restore(tree, first.positionId));
    path.add(goToChild(tree, path));
    expect(path.head).toBe(first.positionId);
    path.add(selectSibling(tree, path, first.positionId));
    expect(path.head).toBe(head);
  });

  test('can have 1,000 siblings at one position, in the order of their creation', () => {
    const world = emptyTree();
    const { tree, path, idsAndClock, root } = world;
    for (let count = 0; count < 1_000; count += 1) {
      const change = continueFrom(tree, path, root, said(`h"${count}"`), H, idsAndClock);
      tree.add(change);
      path.add(change.path);
    }
    const children = tree.childrenOf(root);
    expect(children).toHaveLength(1_000);
    expect(children.map((child) => textOf(tree.getContent(child as never).content))).toEqual(
      Array.from({ length: 1_000 }, (_, count) => `${count}`),
    );
    expect(world.text()).toBe('999');
    const last = children.at(-1);
    if (last === undefined) return;
    world.apply(prune(tree, path, last));
    expect(world.text()).toBe('');
    expect(children).toHaveLength(1_000);
  });
});
