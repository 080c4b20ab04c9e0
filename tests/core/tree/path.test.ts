import { describe, expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import { annotate } from '../../../src/core/tree/annotate.ts';
import { createMemoryPath } from '../../../src/core/tree/memory-tree.ts';
import { prune, restore } from '../../../src/core/tree/metadata.ts';
import { revise } from '../../../src/core/tree/operations.ts';
import {
  childToVisit,
  deepestFrom,
  goToChild,
  goToParent,
  isHidden,
  leavePruned,
  moveHead,
  placeAmongSiblings,
  resolvePath,
  restorePath,
  selectSibling,
  selectVersion,
  siblingsOf,
} from '../../../src/core/tree/path.ts';
import { refusal } from '../../helpers/refusal.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

const TREE = `
1 h"One."
  2 h" Two."
    3 h" Three."
  2b m" Or two."
    3b m" Or three."
    3c m" Or four."
1b h"Another one."`;

describe('going down', () => {
  test('follows the child last visited', () => {
    const { tree, path, at, move, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    move(moveHead(tree, path, at('1b')));
    move(selectSibling(tree, path, at('1')));
    expect(printPath()).toBe('1 2b 3b');
  });

  test('where none was visited, takes the newest that is not pruned', () => {
    const { tree, path, at, apply, move, printPath } = treeOf(`${TREE}\npath 1b`);
    expect(childToVisit(tree, path, at('2b'))).toBe(at('3c'));
    apply(prune(tree, path, at('3c')));
    move(selectSibling(tree, path, at('1')));
    expect(printPath()).toBe('1 2b 3b');
  });

  test('passes over a child last visited that was pruned since', () => {
    const { tree, path, at, apply, move, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    move(moveHead(tree, path, at('1b')));
    apply(prune(tree, path, at('2b')));
    move(selectSibling(tree, path, at('1')));
    expect(printPath()).toBe('1 2 3');
  });

  test('ends where nothing continues, annotations not counting', () => {
    const { tree, path, at, id, apply, idsAndClock } = treeOf(`${TREE}\npath 1b`);
    apply(annotate(tree, id('1b'), said('h"Why?"'), author('h'), idsAndClock));
    expect(deepestFrom(tree, path, at('1b'))).toBe(at('1b'));
    expect(refusal(() => goToChild(tree, path)).code).toBe('INVALID_ARGUMENT');
  });
});

describe('going up and down again', () => {
  test('returns to the child that was left', () => {
    const { tree, path, move, printPath } = treeOf(`${TREE}\npath 1 2 3`);
    move(goToParent(tree, path));
    move(goToParent(tree, path));
    expect(printPath()).toBe('1');
    move(goToChild(tree, path));
    move(goToChild(tree, path));
    expect(printPath()).toBe('1 2 3');
  });

  test('remembers the child even where it never was recorded', () => {
    const { tree, at } = treeOf(TREE);
    const path = createMemoryPath(at('2'));
    path.add(goToParent(tree, path));
    path.add(goToChild(tree, path));
    expect(path.head).toBe(at('2'));
  });

  test('ends at the root', () => {
    const { tree, path, move, printPath } = treeOf(`${TREE}\npath 1`);
    move(goToParent(tree, path));
    expect(printPath()).toBe('');
    expect(refusal(() => goToParent(tree, path)).detail).toBe('the root has no parent');
  });
});

describe('versions', () => {
  test('what a path shows when it first comes to a position stays, whatever others write', () => {
    const { tree, at, id, move, apply, idsAndClock, text } = treeOf(`${TREE}\npath 1 2`);
    const model = createMemoryPath(at('1'));
    const planned = revise(tree, model, id('1'), said('m"Eins."'), author('m'), idsAndClock);
    apply({ ...planned, path: { selected: [], lastChild: [] } }, "1'");
    expect(text()).toBe('One. Two.');
    const newcomer = createMemoryPath(at('2'));
    expect(resolvePath(tree, newcomer).map((node) => node.id)).toContain(id("1'"));
    move(selectVersion(tree, id("1'")));
    expect(text()).toBe('Eins. Two.');
  });

  test('an annotation or an unknown node is not selected', () => {
    const { tree, id, apply, idsAndClock } = treeOf(TREE);
    apply(annotate(tree, id('1'), said('h"Why?"'), author('h'), idsAndClock), 'why');
    expect(refusal(() => selectVersion(tree, id('why'))).code).toBe('INVALID_ARGUMENT');
    expect(refusal(() => selectVersion(tree, 'nobody' as NodeId)).code).toBe('NOT_FOUND');
  });
});

describe('what is pruned', () => {
  test('is left by a path that runs through it, and only by such a path', () => {
    const { tree, path, at, apply, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    expect(leavePruned(tree, path, at('2'))).toEqual({ selected: [], lastChild: [] });
    apply(prune(tree, path, at('2b')));
    expect(printPath()).toBe('1');
    expect(isHidden(tree, at('3b'))).toBe(true);
  });

  test('is not gone to, nor what is below it, until it is restored', () => {
    const { tree, path, at, apply, move, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    apply(prune(tree, path, at('2b')));
    const error = refusal(() => moveHead(tree, path, at('3b')));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.detail).toContain(at('2b'));
    expect(refusal(() => selectSibling(tree, path, at('2b'))).code).toBe('INVALID_ARGUMENT');
    apply(restore(tree, at('2b')));
    move(selectSibling(tree, path, at('2b')));
    expect(printPath()).toBe('1 2b 3b');
  });
});

test('siblings are counted in positions, in the order they were asked for, without pruned ones', () => {
  const { tree, path, at, root, id, apply, idsAndClock } = treeOf(`${TREE}\npath 1 2`);
  apply(revise(tree, path, id('2'), said('h" Zwei."'), author('h'), idsAndClock));
  expect(placeAmongSiblings(tree, at('2'))).toEqual({ number: 1, count: 2 });
  expect(placeAmongSiblings(tree, root)).toEqual({ number: 1, count: 1 });
  expect(siblingsOf(tree, at('2b'))).toEqual([at('2'), at('2b')]);
  apply(prune(tree, path, at('2b')));
  expect(siblingsOf(tree, at('2'))).toEqual([at('2')]);
  expect(placeAmongSiblings(tree, at('2'))).toEqual({ number: 1, count: 1 });
  expect(placeAmongSiblings(tree, at('2b'))).toEqual({ number: null, count: 1 });
});

test('undo puts back a head and the versions that were selected', () => {
  const { tree, path, at, id, apply, move, idsAndClock, printPath, text } = treeOf(`${TREE}\npath 1 2 3`);
  apply(revise(tree, path, id('2'), said('h" Zwei."'), author('h'), idsAndClock), "2'");
  move(moveHead(tree, path, at('1b')));
  move(restorePath(tree, path, at('3'), [id('2')]));
  expect(printPath()).toBe('1 2 3');
  move(restorePath(tree, path, at('3'), [id("2'")]));
  expect(text()).toBe('One. Zwei. Three.');
});

test('a head that is not there, or is an annotation, is refused', () => {
  const { tree, path, at, id, apply, idsAndClock } = treeOf(TREE);
  apply(annotate(tree, id('1'), said('h"Why?"'), author('h'), idsAndClock), 'why');
  expect(refusal(() => moveHead(tree, path, at('why'))).code).toBe('NOT_FOUND');
  expect(refusal(() => moveHead(tree, path, 'nowhere' as PositionId)).code).toBe('NOT_FOUND');
});
