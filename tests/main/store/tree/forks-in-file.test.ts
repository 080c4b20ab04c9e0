import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idAt, type PositionId, type TreeId } from '../../../../src/core/ids.ts';
import { placeInOutline } from '../../../../src/core/outline/outline-place.ts';
import { OUTLINE_FLAGS } from '../../../../src/core/outline/position-rows.ts';
import { forkAfter, listsIn, restAfter, shownChildren } from '../../../../src/core/tree/forks.ts';
import { deepestFrom, positionsTo, resolvePath } from '../../../../src/core/tree/path.ts';
import { isHiddenSplit, versionAt } from '../../../../src/core/tree/shown-version.ts';
import { textOf } from '../../../../src/core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../../src/core/tree/tree-view.ts';
import { countPositions } from '../../../../src/main/grove/reading/path-wire.ts';
import type { Store } from '../../../../src/main/store/connection/store.ts';
import { addAgent } from '../../../../src/main/store/tables/agents.ts';
import { createTree } from '../../../../src/main/store/tables/trees.ts';
import { writeChange } from '../../../../src/main/store/tables/write-change.ts';
import { loadPathIds } from '../../../../src/main/store/tree/path-loading.ts';
import { findSplitFaults } from '../../../../src/main/store/tree/split-faults.ts';
import { sqlViews } from '../../../../src/main/store/tree/sql-tree.ts';
import { readPositionPage } from '../../../../src/main/store/tree/tree-positions.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { agentOf, createGrove } from '../../../helpers/grove.ts';
import { forksIn, listOnPath } from '../../../helpers/list-on-path.ts';
import { anyStep, planStep, visiblePositions } from '../../../helpers/random-tree.ts';
import { author, emptyTree, type TreeWorld } from '../../../helpers/tree.ts';

const anySteps = fc.array(
  fc.oneof(
    { arbitrary: anyStep('continue', 'commit', 'answer'), weight: 3 },
    { arbitrary: anyStep('split'), weight: 4 },
    { arbitrary: anyStep('revise', 'other’s revision', 'branch edit', 'version'), weight: 2 },
    { arbitrary: anyStep('sibling', 'move head', 'prune', 'restore'), weight: 3 },
  ),
  { maxLength: 30, size: 'max' },
);

/** The writer's view of a tree. */
function shownOf(world: TreeWorld, tree: TreeView, path: PathView) {
  const visible = [...visiblePositions(world)].filter((position) => !isHiddenSplit(tree, position));
  return {
    path: resolvePath(tree, path).map(({ id }) => id),
    next: deepestFrom(tree, path, world.root),
    below: visible.map((position) => [position, shownChildren(tree, path, position)]),
    lists: visible.flatMap((position) =>
      [...forksIn(tree, path, position), { position, place: null }].map((fork) =>
        listOnPath(tree, path, fork),
      ),
    ),
  };
}

/** The parent of each position in the outline, the offset there, and whether it has a row. */
function placesOf({ tree, path }: TreeWorld) {
  const positions = [...new Set([...tree.nodes()].map(({ positionId }) => positionId))];
  return positions
    .map((position) => ({ position, ...placeInOutline(tree, path, position) }))
    .sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** The same as the rows of a file say it. */
function rowsOf(store: Store, treeId: TreeId): ReturnType<typeof placesOf> {
  const { positions } = readPositionPage(store, treeId, author('h').id, 0, 1_000);
  const idAtRow = (row: number) => idAt(positions.ids, row) as PositionId;
  const rows = new Map(
    Array.from(positions.keys, (_, row) => {
      const parent = positions.keys.indexOf(positions.parents[row] ?? -1);
      const isListed = ((positions.flags[row] ?? 0) & OUTLINE_FLAGS.unlisted) === 0;
      return [
        idAtRow(row),
        {
          position: idAtRow(row),
          parent: parent < 0 ? null : idAtRow(parent),
          offset: positions.offsets[row] ?? -1,
          isListed,
        },
      ];
    }),
  );
  return [...rows.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** The numbers on a path, by the lists themselves. */
function countsOf({ tree, path }: TreeWorld) {
  const positions = positionsTo(tree, path.head);
  const isOnPath = (position: PositionId) => positions.includes(position);
  return positions.slice(1).map((position, index) => {
    const { items, current } = listOnPath(tree, path, forkAfter(tree, path, positions[index] ?? position));
    const after = listOnPath(tree, path, forkAfter(tree, path, position));
    const isEnd =
      position === path.head && restAfter(tree, path, position) !== null && after.current === null;
    const { length } = textOf(tree.getContent(versionAt(tree, path, position).id).content);
    return {
      sibling:
        items.length === 0 ? { index: 1, count: 1 } : { index: (current ?? -1) + 1, count: items.length },
      forks: [
        ...listsIn(tree, path, position, isOnPath).flatMap(({ fork, ...list }) =>
          list.items.length < 2 || list.current === null
            ? []
            : [{ fork: fork.split, offset: fork.place, index: list.current + 1, count: list.items.length }],
        ),
        ...(isEnd ? [{ fork: position, offset: length, index: 0, count: after.items.length }] : []),
      ],
    };
  });
}

/** The same as a file counts them. */
function countsInFile(store: Store, treeId: TreeId, rootId: PositionId) {
  const ids = loadPathIds(store, treeId, author('h').id);
  const shown = ids.slice(1).map(({ nodeId, positionId }, index) => ({
    id: nodeId,
    positionId,
    parentId: ids[index]?.positionId ?? rootId,
  }));
  const isOnPath = (position: PositionId) => ids.some(({ positionId }) => positionId === position);
  return countPositions(store, treeId, author('h').id, shown, isOnPath).map(({ sibling, forks }) => ({
    sibling,
    forks,
  }));
}

test('the forks of a tree in a file are those of the same tree in memory', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      const world = emptyTree();
      const { tree, path, idsAndClock } = world;
      const writer = author('h').id;
      const [root] = tree.nodes();
      if (root === undefined) throw new Error('no root');
      const store = createGrove({ idsAndClock });
      store.transact((tx) => {
        for (const letter of ['h', 'm'] as const) {
          const { id, type } = author(letter);
          addAgent(tx, { ...agentOf(idsAndClock, type, letter), id }, writer);
        }
        createTree(tx, writer, tree.tree, root);
      });
      for (const step of steps) {
        const change = planStep(world, step);
        if (change === null) continue;
        world.add(change);
        store.transact((tx) => writeChange(tx, tree.tree.id, writer, change, 'commit'));
      }
      const views = sqlViews(store, tree.tree.id, writer);
      const shown = shownOf(world, tree, path);
      expect(shownOf(world, views.tree, views.path)).toEqual(shown);
      expect(rowsOf(store, tree.tree.id)).toEqual(placesOf(world));
      expect(countsInFile(store, tree.tree.id, world.root)).toEqual(countsOf(world));
      expect(loadPathIds(store, tree.tree.id, writer).map(({ nodeId }) => nodeId)).toEqual(shown.path);
      expect(findSplitFaults(store, [...tree.nodes()], 10)).toEqual([]);
      store.close();
    }),
    casesFor('failing file'),
  );
});
