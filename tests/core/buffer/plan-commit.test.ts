import { describe, expect, test } from 'vitest';
import type { Draft, PendingEdit } from '../../../src/core/buffer/draft.ts';
import { planCommit } from '../../../src/core/buffer/plan-commit.ts';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import { prune } from '../../../src/core/tree/metadata.ts';
import { goToParent } from '../../../src/core/tree/path.ts';
import { refusal } from '../../helpers/refusal.ts';
import { author, type TreeWorld, treeOf, typed } from '../../helpers/tree.ts';

const CHAIN = `
1 h"Once"
  2 m" upon"
    3 m" a time"`.trim();

/** Commits a draft at the head: pending edits by label, then the working buffer. */
function commit(
  world: TreeWorld,
  edits: readonly (readonly [label: string, notation: string])[],
  buffer = '',
  options: { discardBlank?: boolean; wasNode?: NodeId; labels?: readonly string[] } = {},
) {
  const { discardBlank = false, wasNode, labels = [] } = options;
  const draft: Draft = {
    head: world.path.head,
    buffer: { ...typed(buffer), ...(wasNode === undefined ? {} : { wasNode }) },
    edits: edits.map(([label, notation]): PendingEdit => ({ nodeId: world.id(label), ...typed(notation) })),
  };
  const plan = planCommit(world.tree, world.path, draft, author('h'), world.idsAndClock, { discardBlank });
  world.apply(plan.change, ...labels);
  return {
    written: plan.change.nodes.length,
    parts: plan.parts.map(({ was, nodeId }) => [
      was === null ? null : world.labelOf(was),
      world.labelOf(nodeId),
    ]),
  };
}

describe('committing a draft', () => {
  test('writes edits from the top down, each after the one above it, then the working buffer', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    const { parts } = commit(
      world,
      [
        ['1', 'h"Twice"'],
        ['2', 'm" up" h" in"'],
      ],
      'h" there"',
      { labels: ["1'", "2'", '4'] },
    );
    expect(parts).toEqual([
      ['1', "1'"],
      ['2', "2'"],
      [null, '4'],
    ]);
    expect(world.print()).toBe(
      `
1 h"Once"
1' h"Twice" version of 1
  2 m" upon" after 1
  2' m" up" h" in" version of 2 by h
    3 m" a time" after 2
      4 h" there"`.trim(),
    );
    expect(world.text()).toBe('Twice up in a time there');
  });

  test('that is empty writes nothing', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    expect(commit(world, [])).toEqual({ written: 0, parts: [] });
  });

  test('an edit that was undone is dropped, and its position shows its node', () => {
    const world = treeOf(`${CHAIN}\n  2' h" down" version of 2\npath 1 2' 3`);
    expect(commit(world, [['2', 'm" upon"']])).toEqual({ written: 0, parts: [['2', '2']] });
    expect(world.text()).toBe('Once upon a time');
  });

  test('white space is committed unchanged, but discarded when the writer is switching', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    expect(commit(world, [], 'h" \\n"', { discardBlank: true }).written).toBe(0);
    expect(commit(world, [], 'h" \\n"').written).toBe(1);
    expect(world.text()).toBe('Once upon a time \n');
  });

  test('an edit to empty text is still a version', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    expect(commit(world, [['2', '']], '', { labels: ["2'"] }).written).toBe(1);
    expect(world.print()).toContain(`2' h"" version of 2`);
    expect(world.text()).toBe('Once a time');
  });

  test('ten thousand edits at once are one change', () => {
    const world = treeOf('0 h"x"\npath 0');
    const { tree, path, idsAndClock } = world;
    const plan = (buffer: string, edits: readonly PendingEdit[] = []) => {
      const draft: Draft = { head: path.head, buffer: typed(buffer), edits };
      return planCommit(tree, path, draft, author('h'), idsAndClock, { discardBlank: false });
    };
    for (let nodes = 1; nodes < 10_000; nodes += 1) {
      const { change } = plan('h"x"');
      tree.add(change);
      path.add(change.path);
    }
    const edits = [...tree.nodes()].slice(1).map(({ id }) => ({ nodeId: id, ...typed('h"yy"') }));
    const { change, parts } = plan('', edits);
    world.apply(change);
    expect(parts).toHaveLength(10_000);
    expect(world.text()).toBe('yy'.repeat(10_000));
  });
});

describe('a working buffer that undo made from a node', () => {
  const undone = () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`);
    world.move(goToParent(world.tree, world.path));
    return world;
  };

  test('selects the node again if the text is the same', () => {
    const world = undone();
    expect(commit(world, [], 'm" a time"', { wasNode: world.id('3') })).toEqual({
      written: 0,
      parts: [[null, '3']],
    });
    expect(world.printPath()).toBe('1 2 3');
    expect(world.print()).toBe(CHAIN);
  });

  test('selects that very version if its position shows another', () => {
    const world = treeOf(`${CHAIN}\n    3' h" an hour" version of 3\npath 1 2 3'`);
    world.move(goToParent(world.tree, world.path));
    expect(commit(world, [], 'm" a time"', { wasNode: world.id('3') }).written).toBe(0);
    expect(world.printPath()).toBe('1 2 3');
  });

  test('does not move the head while it is empty, even if the node is now empty too', () => {
    const world = treeOf(`${CHAIN}\n    3' h"" version of 3\npath 1 2`);
    expect(commit(world, [], '', { wasNode: world.id("3'") })).toEqual({ written: 0, parts: [] });
    expect(world.printPath()).toBe('1 2');
  });

  test.each([
    ['its text changed', (world: TreeWorld) => commit(world, [], 'm" a while"', { wasNode: world.id('3') })],
    [
      'its authors changed',
      (world: TreeWorld) => commit(world, [], 'h" a time"', { wasNode: world.id('3') }),
    ],
    [
      'its parent is no longer the head',
      (world: TreeWorld) => {
        world.move(goToParent(world.tree, world.path));
        return commit(world, [], 'm" a time"', { wasNode: world.id('3') });
      },
    ],
    [
      'it was pruned',
      (world: TreeWorld) => {
        world.apply(prune(world.tree, world.path, world.at('3')));
        return commit(world, [], 'm" a time"', { wasNode: world.id('3') });
      },
    ],
    [
      'the node does not exist',
      (world: TreeWorld) => commit(world, [], 'm" a time"', { wasNode: 'missing' as NodeId }),
    ],
    ['it does not name its former node', (world: TreeWorld) => commit(world, [], 'm" a time"')],
  ])('becomes a new node if %s', (_, act) => {
    expect(act(undone()).written).toBe(1);
  });
});

describe('in dialogue mode', () => {
  test('an edit opens a branch, which becomes the head', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`, 'dialogue');
    expect(commit(world, [['2', 'h" down"']], '', { labels: ['2b'] }).parts).toEqual([['2', '2b']]);
    expect(world.printPath()).toBe('1 2b');
  });

  test('an edit reuses an existing equal branch', () => {
    const world = treeOf(`${CHAIN}\n  2b h" down" edited from 2\npath 1 2 3`, 'dialogue');
    expect(commit(world, [['2', 'h" down"']])).toEqual({ written: 0, parts: [['2', '2b']] });
    expect(world.printPath()).toBe('1 2b');
  });

  test('text typed after the head continues that head', () => {
    const world = treeOf(`${CHAIN}\npath 1 2 3`, 'dialogue');
    commit(world, [['2', 'h" down"']], 'h" ago"', { labels: ['2b', '4'] });
    expect(world.printPath()).toBe('1 2 3 4');
    expect(world.print()).toBe(`${CHAIN}\n      4 h" ago"\n  2b h" down" edited from 2`);
  });
});

test('an impossible draft is rejected', () => {
  const world = treeOf(`${CHAIN}\npath 1 2 3`);
  const { tree, path, idsAndClock } = world;
  const plan = (draft: Partial<Draft>) =>
    refusal(() =>
      planCommit(
        tree,
        path,
        { head: path.head, buffer: typed(''), edits: [], ...draft },
        author('h'),
        idsAndClock,
        {
          discardBlank: false,
        },
      ),
    ).code;
  expect(plan({ edits: [{ nodeId: world.id('R'), ...typed('h"x"') }] })).toBe('INVALID_ARGUMENT');
  expect(plan({ edits: [{ nodeId: 'missing' as NodeId, ...typed('h"x"') }] })).toBe('NOT_FOUND');
  expect(plan({ edits: [{ nodeId: world.id('1'), text: 'xy', spans: [] }] })).toBe('INVALID_ARGUMENT');
  expect(plan({ head: 'nowhere' as PositionId, buffer: typed('h"x"') })).toBe('NOT_FOUND');
});
