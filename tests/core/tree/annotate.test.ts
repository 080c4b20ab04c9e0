import { describe, expect, test } from 'vitest';
import { annotate, removeNote, restoreNote, reviseNote } from '../../../src/core/tree/annotate.ts';
import type { TreeMode } from '../../../src/core/tree/loom-tree.ts';
import { revise } from '../../../src/core/tree/operations.ts';
import { NO_PATH_CHANGE } from '../../../src/core/tree/tree-change.ts';
import { refusal } from '../../helpers/refusal.ts';
import { author, said, treeOf } from '../../helpers/tree.ts';

const human = author('h');
const CHAIN = `
1 h"Once"
  2 m" upon"
    3 m" a time"`;

describe('a note', () => {
  const noted = (mode: TreeMode = 'buffer') => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`, mode);
    world.apply(annotate(world.tree, world.id('1'), said('h"Why?"'), human, world.idsAndClock), 'why');
    return world;
  };

  test('when rewritten gets another version, on the version of its node that the path shows', () => {
    const world = noted();
    const { tree, path, idsAndClock, apply, id } = world;
    apply(revise(tree, path, id('1'), said('h"Twice"'), human, idsAndClock), "1'");
    apply(reviseNote(tree, path, id('why'), said('h"How?"'), human, idsAndClock), 'how');
    expect(world.print()).toContain('* how h"How?" version of why');
    expect(tree.findEdgeInto(id('how'))?.sources).toMatchObject([{ originId: id("1'") }]);
    expect(world.printPath()).toBe("1' 2 3");
  });

  test('shows its newest version: repeating that writes nothing, repeating an older one writes a version', () => {
    const { tree, path, idsAndClock, apply, id, at } = noted();
    apply(reviseNote(tree, path, id('why'), said('h"How?"'), human, idsAndClock), 'how');
    expect(reviseNote(tree, path, id('why'), said('h"How?"'), human, idsAndClock).nodes).toEqual([]);
    apply(reviseNote(tree, path, id('why'), said('h"Why?"'), human, idsAndClock), 'again');
    expect(tree.versionsAt(at('why')).map((version) => version.id)).toEqual(
      ['why', 'how', 'again'].map((label) => id(label)),
    );
  });

  test('is removed and restored with all its versions, and no path moves', () => {
    const world = noted();
    const { tree, path, idsAndClock, apply, id, at } = world;
    apply(reviseNote(tree, path, id('why'), said('h"How?"'), human, idsAndClock), 'how');
    const removed = removeNote(tree, path, id('how'));
    expect(removed.path).toEqual(NO_PATH_CHANGE);
    apply(removed);
    expect(tree.versionsAt(at('why')).map(({ pruned }) => pruned)).toEqual([true, true]);
    apply(restoreNote(tree, id('why')));
    expect(tree.versionsAt(at('why')).map(({ pruned }) => pruned)).toEqual([false, false]);
    expect(world.printPath()).toBe('1 2 3');
  });

  test('gets a version in a dialogue too', () => {
    const { tree, path, idsAndClock, apply, id, at } = noted('dialogue');
    apply(reviseNote(tree, path, id('why'), said('h"How?"'), human, idsAndClock), 'how');
    expect(tree.versionsAt(at('why')).map((version) => version.id)).toEqual([id('why'), id('how')]);
  });

  test('is the only kind of node that these operations accept', () => {
    const { tree, path, idsAndClock, id } = noted();
    const attempts = [
      () => reviseNote(tree, path, id('2'), said('h"x"'), human, idsAndClock),
      () => removeNote(tree, path, id('2')),
      () => restoreNote(tree, id('R')),
    ];
    for (const attempt of attempts) expect(refusal(attempt).code).toBe('INVALID_ARGUMENT');
  });
});
