import { describe, expect, test } from 'vitest';
import { continueFrom, revise } from '../../../src/core/tree/operations.ts';
import { goToChild, goToParent, selectSibling, selectVersion } from '../../../src/core/tree/path.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

/** The table of *Paths* in domain.md, row by row. */
describe('the effect of an action on the path', () => {
  function tree() {
    const world = treeOf(`
5 h"Five."
  6a h" Six."
    7 h" Seven."
      8 h" Eight."
  6b m" Or six."
    7x m" Or seven."
      8x m" Or eight." pruned
      8y m" Or eight again."
    7y m" Or seven again."
    7z m" Nor seven." pruned
path 5 6a 7`);
    return { ...world, author: author('h') };
  }

  test('revise 5 → 5′: 5′ is selected at its position; head unchanged, downstream shared', () => {
    const world = tree();
    world.apply(
      revise(world.tree, world.path, world.id('5'), said('h"V."'), world.author, world.idsAndClock),
      '5′',
    );
    expect(world.printPath()).toBe('5′ 6a 7');
    expect(world.text()).toBe('V. Six. Seven.');
  });

  test('select version 5: 5 is selected again; head unchanged', () => {
    const world = tree();
    world.apply(
      revise(world.tree, world.path, world.id('5'), said('h"V."'), world.author, world.idsAndClock),
      '5′',
    );
    world.move(selectVersion(world.tree, world.path, world.id('5')));
    expect(world.printPath()).toBe('5 6a 7');
  });

  test('select sibling 6b of 6a: head becomes the deepest position from 6b, skipping pruned children', () => {
    const world = tree();
    world.move(selectSibling(world.tree, world.path, world.at('6b')));
    // Nothing was visited below 6b: the newest children that are not pruned.
    expect(world.printPath()).toBe('5 6b 7y');
    world.move(selectSibling(world.tree, world.path, world.at('7x')));
    expect(world.printPath()).toBe('5 6b 7x 8y');
    world.move(selectSibling(world.tree, world.path, world.at('6a')));
    expect(world.printPath()).toBe('5 6a 7 8');
    world.move(selectSibling(world.tree, world.path, world.at('6b')));
    expect(world.printPath()).toBe('5 6b 7x 8y');
  });

  test('go to parent: head becomes the parent position; the child is remembered', () => {
    const world = tree();
    world.move(selectSibling(world.tree, world.path, world.at('6b')));
    world.move(goToParent(world.tree, world.path));
    expect(world.printPath()).toBe('5 6b');
    world.move(goToParent(world.tree, world.path));
    expect(world.printPath()).toBe('5');
    world.move(goToChild(world.tree, world.path));
    expect(world.printPath()).toBe('5 6b');
    world.move(goToChild(world.tree, world.path));
    expect(world.printPath()).toBe('5 6b 7y');
  });

  test('continue: head becomes the new position', () => {
    const world = tree();
    world.apply(
      continueFrom(
        world.tree,
        world.path,
        world.path.head,
        said('h" New."'),
        world.author,
        world.idsAndClock,
      ),
      'new',
    );
    expect(world.printPath()).toBe('5 6a 7 new');
  });
});
