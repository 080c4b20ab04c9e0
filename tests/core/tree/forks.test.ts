import { describe, expect, test } from 'vitest';
import { split } from '../../../src/core/buffer/split.ts';
import { type Fork, forkAfter, forkOf, selectItem, shownChildren } from '../../../src/core/tree/forks.ts';
import { createMemoryPath } from '../../../src/core/tree/memory-tree.ts';
import { exclude, metadataAt, prune, restore } from '../../../src/core/tree/metadata.ts';
import { branchEdit, continueFrom } from '../../../src/core/tree/operations.ts';
import {
  childToVisit,
  deepestFrom,
  selectSibling,
  selectVersion,
  visibleChildren,
} from '../../../src/core/tree/path.ts';
import { versionAt } from '../../../src/core/tree/shown-version.ts';
import { forksIn, listOnPath, shownParent } from '../../helpers/list-on-path.ts';
import { author, said, type TreeWorld, treeOf } from '../../helpers/tree.ts';

/** A list as `1@3 4 [5]`: the first item with its place if it is the base, and the current one in brackets. */
function printList(world: TreeWorld, fork: Fork | null): string {
  if (fork === null) return 'none';
  const { items, current } = listOnPath(world.tree, world.path, fork);
  return items
    .map(({ position, readsOn }, index) => {
      const name = `${world.labelOf(position)}${readsOn === null || readsOn === 0 ? '' : `@${readsOn}`}`;
      return index === current ? `[${name}]` : name;
    })
    .join(' ');
}

/** The lists in the text of a position and after it. */
function printForks(world: TreeWorld, label: string): readonly string[] {
  const { tree, path, at } = world;
  return [...forksIn(tree, path, at(label)), forkAfter(tree, path, at(label))].map((fork) =>
    printList(world, fork),
  );
}

function choose(world: TreeWorld, fork: Fork | null, index: number): void {
  const item = fork === null ? undefined : listOnPath(world.tree, world.path, fork).items[index];
  if (item === undefined) throw new Error(`no item ${index}`);
  world.move(selectItem(world.tree, world.path, item));
}

const below = (world: TreeWorld, label: string) =>
  shownChildren(world.tree, world.path, world.at(label)).map(world.labelOf).join(' ');

const NESTED = `
1 h"abcdefgh"
  2 h" end."
1b h"abcdef" split of 1
  3 m" one"
    3b m" on"
1c h"abc" split of 1b
  4 m" two"
  5 m" three"`;

describe('a split of a split', () => {
  test('is a fork of its own in the same family, and every alternative is in one list', () => {
    const world = treeOf(`${NESTED}\npath 1 2`);
    expect(printForks(world, '1')).toEqual(['[1@3] 4 5', '[1@6] 3', '[2]']);
    expect(below(world, '1')).toBe('2 3 4 5');
    expect(below(world, '3')).toBe('3b');
    expect(below(world, 'R')).toBe('1');
    for (const label of ['2', '3', '4', '5'])
      expect(shownParent(world.tree, world.path, world.at(label))).toBe(world.at('1'));
  });

  test('shows the same numbers from wherever it is read', () => {
    const world = treeOf(`${NESTED}\npath 1 2`);
    choose(world, forksIn(world.tree, world.path, world.at('1'))[1] ?? null, 1);
    expect(world.printPath()).toBe('1b 3 3b');
    expect(world.text()).toBe('abcdef one on');
    expect(printForks(world, '1b')).toEqual(['[1@3] 4 5', '1@6 [3]']);
    expect(printList(world, forkOf(world.tree, world.path, world.at('3')))).toBe('1@6 [3]');
  });

  test('going to the first alternative returns to what was read last of the base and the later splits', () => {
    const world = treeOf(`${NESTED}\npath 1b 3 3b`);
    const early = forksIn(world.tree, world.path, world.at('1'))[0] ?? null;
    choose(world, early, 2);
    expect(world.printPath()).toBe('1c 5');
    expect(printForks(world, '1c')).toEqual(['1@3 4 [5]']);
    choose(world, early, 0);
    expect(world.printPath()).toBe('1b 3 3b');
    choose(world, forkOf(world.tree, world.path, world.at('3')), 0);
    expect(world.printPath()).toBe('1 2');
    choose(world, early, 1);
    choose(world, early, 0);
    expect(world.printPath()).toBe('1 2');
  });
});

test('an edited base keeps its forks where the text before them is the same', () => {
  const world = treeOf(`
1 h"abcdefgh"
  2 h" end."
1' h"abcdefXYZ" version of 1
1b h"abcdef" split of 1
  3 m" one" after 1b
path 1' 2`);
  expect(printForks(world, "1'")).toEqual(['[1@6] 3', '[2]']);
  expect(versionAt(world.tree, world.path, world.at('1b')).id).toBe(world.id('1b'));
});

test('an edit of the base alone before a fork moves it there, and undoing it moves it back', () => {
  const world = treeOf(`${NESTED}\n1' h"aXcdefgh" version of 1\npath 1' 2`);
  expect(printForks(world, '1')).toEqual(['[1@1] 3 4 5', '[2]']);
  choose(world, { position: world.at('1'), place: 1 }, 2);
  expect(world.text()).toBe('abc two');
  choose(world, { position: world.at('1'), place: 1 }, 0);
  expect(world.text()).toBe('aXcdefgh end.');
  world.move(selectVersion(world.tree, world.path, world.id('1')));
  expect(printForks(world, '1')).toEqual(['[1@3] 4 5', '[1@6] 3', '[2]']);
});

test('a text that is restored is excluded with the split that was excluded meanwhile', () => {
  const { tree, path, apply, at } = treeOf(NESTED);
  apply(prune(tree, path, at('1')));
  apply(exclude(tree, at('1b'), true));
  apply(restore(tree, at('1')));
  expect(['1', '1b'].map((label) => metadataAt(tree, at(label)))).toEqual([
    expect.objectContaining({ pruned: false, excluded: true }),
    expect.objectContaining({ pruned: false, excluded: true }),
  ]);
});

test('while the base is pruned, its splits are siblings like any other', () => {
  const world = treeOf(`${NESTED}\npath 1 2`);
  const { tree, path, at, apply } = world;
  expect(visibleChildren(tree, world.root)).toEqual([at('1')]);
  apply(prune(tree, path, at('1')));
  expect(visibleChildren(tree, world.root)).toEqual([at('1b'), at('1c')]);
  expect(childToVisit(tree, path, world.root)).toBe(at('1c'));
  expect(below(world, 'R')).toBe('1b 1c');
  expect([below(world, '1b'), below(world, '1c')]).toEqual(['3', '4 5']);
  expect(printList(world, forkOf(tree, path, at('1b')))).toBe('1b 1c');
});

describe('a fork at the very end of its base', () => {
  const TREE = `
1 h"abcd"
1b h"abc" split of 1
1b' h"abcdef" version of 1b
  2 m" one"`;

  test('has the base first if nothing continues it', () => {
    const world = treeOf(`${TREE}\npath 1`);
    expect(printForks(world, '1')).toEqual(['[1@4] 2']);
    choose(world, forkAfter(world.tree, world.path, world.at('1')), 1);
    expect(world.text()).toBe('abcdef one');
    expect(printForks(world, '1b')).toEqual(['1@4 [2]']);
    choose(world, forkAfter(world.tree, world.path, world.at('1b')), 0);
    expect(world.text()).toBe('abcd');
  });

  test('is one list with what continues the base', () => {
    const world = treeOf(`${TREE.replace('1b h', '  3 h" two"\n1b h')}\npath 1 3`);
    expect(printForks(world, '1')).toEqual(['[3] 2']);
    expect(below(world, '1')).toBe('3 2');
    choose(world, forkAfter(world.tree, world.path, world.at('1')), 1);
    expect(printList(world, forkOf(world.tree, world.path, world.at('2')))).toBe('3 [2]');
  });
});

test('two splits at one offset are one fork, and a split without children is in it if its text goes on', () => {
  const world = treeOf(`
1 h"abcdefgh"
  2 h" end."
1b h"abc" split of 1
  3 m" one"
1c h"abc" split of 1
  4 m" two"
1d h"abc" split of 1
1e h"abc" split of 1
1e' h"abcXY" version of 1e
path 1 2`);
  expect(printForks(world, '1')).toEqual(['[1@3] 3 4 1e', '[2]']);
  choose(world, { position: world.at('1'), place: 3 }, 3);
  expect(world.text()).toBe('abcXY');
  // It is at that fork inside its text, and its text ends there.
  expect(printForks(world, '1e')).toEqual(['1@3 3 4 [1e]', '1@3 3 4 [1e]']);
});

test('of the splits that two merged copies made at one place, the oldest that is not pruned is reused', () => {
  const world = treeOf(`
1 m"abcdefgh"
1b m"abc" split of 1 by h
  2 h" mine"
1c m"abc" split of 1 by h
  3 h" theirs"
path 1`);
  const { tree, path, id, at, idsAndClock } = world;
  expect(printForks(world, '1')).toEqual(['[1@3] 2 3', '']);
  const again = () => split(tree, path, id('1'), 3, author('h'), idsAndClock);
  expect(again()).toMatchObject({ nodes: [], path: { head: at('1b') } });
  world.apply(prune(tree, path, at('1b')));
  expect(again()).toMatchObject({ nodes: [], path: { head: at('1c') } });
  expect(printForks(world, '1')).toEqual(['[1@3] 3', '']);
});

test('a branch edit that cuts the end is no split: it has its own row and is never reused as one', () => {
  const world = treeOf('1 h"abcdefgh"\n  2 h" end."\npath 1 2');
  const { tree, path, id, at, idsAndClock, apply } = world;
  apply(branchEdit(tree, path, id('1'), said('h"abc"'), author('h'), idsAndClock), '1b');
  expect(visibleChildren(tree, world.root)).toEqual([at('1'), at('1b')]);
  apply(split(tree, path, id('1'), 3, author('h'), idsAndClock), '1c');
  expect(world.printPath()).toBe('1c');
  const again = branchEdit(tree, path, id('1'), said('h"abc"'), author('h'), idsAndClock);
  expect(again).toMatchObject({ nodes: [], path: { head: at('1b') } });
  expect(world.print()).toBe(
    `
1 h"abcdefgh"
  2 h" end."
1b h"abc" edited from 1
1c h"abc" split of 1
`.trim(),
  );
});

describe('texts that part before the fork', () => {
  const TREE = `
0 h"Z"
  1 h"abcdef"
    2 h" end."
  1b h"abc" split of 1
  1b' h"abX" version of 1b
    3 m" one"
  1c h"abcd" split of 1
  1c' h"Ybcd" version of 1c
    4 m" two"
    5 m" three"`;

  test('fork where they part; at the very beginning, beside the base', () => {
    const world = treeOf(`${TREE}\npath 0 1 2`);
    expect(printForks(world, '1')).toEqual(['[1@2] 3', '[2]']);
    expect(printForks(world, '0')).toEqual(['[1] 4 5']);
    expect([below(world, '0'), below(world, '1')]).toEqual(['1 4 5', '2 3']);
    expect(shownParent(world.tree, world.path, world.at('5'))).toBe(world.at('0'));
    choose(world, forkAfter(world.tree, world.path, world.at('0')), 2);
    expect(world.text()).toBe('ZYbcd three');
    expect(printForks(world, '1c')).toEqual(['1 4 [5]']);
  });

  test('the base among its siblings returns to the later split that was read last', () => {
    const world = treeOf(`${TREE}\npath 0 1b' 3`);
    const siblings = forkAfter(world.tree, world.path, world.at('0'));
    expect(printList(world, siblings)).toBe('[1] 4 5');
    choose(world, siblings, 1);
    choose(world, siblings, 0);
    expect(world.printPath()).toBe("0 1b' 3");
  });
});

test('forty forks in one node are in the order of its text, each with its own list', () => {
  const text = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const world = treeOf(`1 h"${text}"\n  2 h" end."\npath 1 2`);
  const { tree, path, id, at, idsAndClock } = world;
  const places = Array.from({ length: 40 }, (_, index) => index + 1);
  for (const place of places.toReversed()) {
    world.add(split(tree, path, id('1'), place, author('h'), idsAndClock), `s${place}`);
    world.add(
      continueFrom(tree, path, path.head, said(`m" ${place}"`), author('m'), idsAndClock),
      `c${place}`,
    );
  }
  world.check();
  choose(world, { position: at('1'), place: 1 }, 0);
  expect(world.printPath()).toBe('s2 c2');
  choose(world, { position: at('1'), place: 2 }, 0);
  choose(world, { position: at('1'), place: 40 }, 0);
  expect(world.printPath()).toBe('1 2');
  expect(forksIn(tree, path, at('1')).map(({ place }) => place)).toEqual(places);
  expect(printForks(world, '1')).toEqual([...places.map((place) => `[1@${place}] c${place}`), '[2]']);
  expect(shownChildren(tree, path, at('1'))).toHaveLength(41);
  expect(shownChildren(tree, path, world.root)).toEqual([at('1')]);
});

test('a newcomer never stands on a split', () => {
  const world = treeOf(NESTED);
  const newcomer = createMemoryPath(world.root);
  expect(deepestFrom(world.tree, newcomer, world.root)).toBe(world.at('2'));
});

test('when the last child of a split is pruned, the head goes to the first item', () => {
  const world = treeOf(`${NESTED}\npath 1 2`);
  const { tree, path, at, apply } = world;
  world.move(selectSibling(tree, path, at('3')));
  apply(prune(tree, path, at('3')));
  expect(world.printPath()).toBe('1 2');
  world.move(selectSibling(tree, path, at('5')));
  apply(prune(tree, path, at('5')));
  expect(world.printPath()).toBe('1c');
  apply(prune(tree, path, at('4')));
  expect(world.printPath()).toBe('1c');
});
