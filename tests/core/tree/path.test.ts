import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId, PositionId, ResponseId } from '../../../src/core/ids.ts';
import { annotate } from '../../../src/core/tree/annotate.ts';
import { forkAfter, forkOf } from '../../../src/core/tree/forks.ts';
import { createMemoryPath } from '../../../src/core/tree/memory-tree.ts';
import { prune, restore } from '../../../src/core/tree/metadata.ts';
import { continueWithResponse, revise } from '../../../src/core/tree/operations.ts';
import {
  childToVisit,
  deepestFrom,
  goToChild,
  goToParent,
  isHidden,
  leavePruned,
  moveHead,
  resolvePath,
  restorePath,
  selectSibling,
  selectVersion,
} from '../../../src/core/tree/path.ts';
import type { FinishReason } from '../../../src/core/tree/tree-node.ts';
import { listOnPath } from '../../helpers/list-on-path.ts';
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

  test('if none was visited, takes the newest child that is not pruned', () => {
    const { tree, path, at, apply, move, printPath } = treeOf(`${TREE}\npath 1b`);
    expect(childToVisit(tree, path, at('2b'))).toBe(at('3c'));
    apply(prune(tree, path, at('3c')));
    move(selectSibling(tree, path, at('1')));
    expect(printPath()).toBe('1 2b 3b');
  });

  test('skips the child last visited if it was pruned since', () => {
    const { tree, path, at, apply, move, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    move(moveHead(tree, path, at('1b')));
    apply(prune(tree, path, at('2b')));
    move(selectSibling(tree, path, at('1')));
    expect(printPath()).toBe('1 2 3');
  });

  test('by itself passes over what was withheld or cut off, unless it is an edited version', () => {
    const world = treeOf(`${TREE}\npath 1b`);
    const { tree, path, at, id, apply, responses, idsAndClock } = world;
    const answer = (label: string, finishReason: FinishReason) => {
      const nodeId = idsAndClock.newId() as NodeId;
      const responseId = `response of ${label}` as ResponseId;
      const responseHash = sha256(label);
      responses.set(responseId, responseHash);
      const seam = { promptTrimmed: 0, answerTrimmed: 0 };
      const facts = { nodeId, responseId, responseHash, choiceIndex: 0, seam, finishReason };
      const content = said('m" And"');
      apply(continueWithResponse(tree, at('2b'), id('2b'), content, author('m'), facts, idsAndClock), label);
    };
    answer('withheld', 'content_filter');
    answer('cut', 'interrupted');
    expect(deepestFrom(tree, path, at('2b'))).toBe(at('3c'));
    apply(prune(tree, path, at('3b')));
    apply(prune(tree, path, at('3c')));
    expect(deepestFrom(tree, path, at('2b'))).toBe(at('2b'));
    expect(childToVisit(tree, path, at('2b'))).toBe(at('cut'));
    apply(revise(tree, path, id('cut'), said('m" And" h" so."'), author('h'), idsAndClock));
    expect(deepestFrom(tree, path, at('2b'))).toBe(at('cut'));
    apply(prune(tree, path, at('cut')));
    answer('stopped', 'stopped');
    expect(deepestFrom(tree, path, at('2b'))).toBe(at('stopped'));
  });

  test('ends where there is no continuation; annotations do not count', () => {
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

  test('remembers the child even if it was never recorded', () => {
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
  test('the version that a path first shows at a position stays, whatever others write', () => {
    const { tree, path, at, id, move, apply, idsAndClock, text } = treeOf(`${TREE}\npath 1 2`);
    const model = createMemoryPath(at('1'));
    const planned = revise(tree, model, id('1'), said('m"Eins."'), author('m'), idsAndClock);
    apply({ ...planned, path: { selected: [], lastChild: [] } }, "1'");
    expect(text()).toBe('One. Two.');
    const newcomer = createMemoryPath(at('2'));
    expect(resolvePath(tree, newcomer).map((node) => node.id)).toContain(id("1'"));
    move(selectVersion(tree, path, id("1'")));
    expect(text()).toBe('Eins. Two.');
  });

  test('an annotation or an unknown node cannot be selected', () => {
    const { tree, path, id, apply, idsAndClock } = treeOf(TREE);
    apply(annotate(tree, id('1'), said('h"Why?"'), author('h'), idsAndClock), 'why');
    expect(refusal(() => selectVersion(tree, path, id('why'))).code).toBe('INVALID_ARGUMENT');
    expect(refusal(() => selectVersion(tree, path, 'missing' as NodeId)).code).toBe('NOT_FOUND');
  });
});

describe('a pruned position', () => {
  test('is left by a path through it, and only by such a path', () => {
    const { tree, path, at, apply, printPath } = treeOf(`${TREE}\npath 1 2b 3b`);
    expect(leavePruned(tree, path, at('2'))).toEqual({ selected: [], lastChild: [] });
    apply(prune(tree, path, at('2b')));
    expect(printPath()).toBe('1');
    expect(isHidden(tree, at('3b'))).toBe(true);
  });

  test('cannot be visited, nor anything below it, until it is restored', () => {
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

test('siblings are counted in positions, in request order, without pruned ones', () => {
  const { tree, path, at, root, id, apply, idsAndClock } = treeOf(`${TREE}\npath 1 2`);
  apply(revise(tree, path, id('2'), said('h" Zwei."'), author('h'), idsAndClock));
  const listed = () => {
    const { items, current } = listOnPath(tree, path, forkAfter(tree, path, at('1')));
    return { items: items.map(({ position }) => position), current };
  };
  expect(listed()).toEqual({ items: [at('2'), at('2b')], current: 0 });
  expect(forkOf(tree, path, root)).toBeNull();
  apply(prune(tree, path, at('2b')));
  expect(listed()).toEqual({ items: [at('2')], current: 0 });
});

test('undo restores the head and the selected versions', () => {
  const { tree, path, at, id, apply, move, idsAndClock, printPath, text } = treeOf(`${TREE}\npath 1 2 3`);
  apply(revise(tree, path, id('2'), said('h" Zwei."'), author('h'), idsAndClock), "2'");
  move(moveHead(tree, path, at('1b')));
  move(restorePath(tree, path, at('3'), [id('2')]));
  expect(printPath()).toBe('1 2 3');
  move(restorePath(tree, path, at('3'), [id("2'")]));
  expect(text()).toBe('One. Zwei. Three.');
});

test('a head that does not exist or is an annotation is rejected', () => {
  const { tree, path, at, id, apply, idsAndClock } = treeOf(TREE);
  apply(annotate(tree, id('1'), said('h"Why?"'), author('h'), idsAndClock), 'why');
  expect(refusal(() => moveHead(tree, path, at('why'))).code).toBe('NOT_FOUND');
  expect(refusal(() => moveHead(tree, path, 'nowhere' as PositionId)).code).toBe('NOT_FOUND');
});
