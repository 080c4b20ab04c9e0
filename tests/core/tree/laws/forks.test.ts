import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import { placeInOutline } from '../../../../src/core/outline/outline-place.ts';
import { findFamily, placeOfSplit } from '../../../../src/core/tree/family.ts';
import {
  type Fork,
  type ForkItem,
  type ForkList,
  forkOf,
  selectItem,
  shownChildren,
} from '../../../../src/core/tree/forks.ts';
import { createMemoryPath } from '../../../../src/core/tree/memory-tree.ts';
import {
  deepestFrom,
  moveHead,
  positionsTo,
  resolvePath,
  restorePath,
  selectVersion,
  visibleChildren,
} from '../../../../src/core/tree/path.ts';
import { baseOf, isHiddenSplit, isPruned, versionAt } from '../../../../src/core/tree/shown-version.ts';
import { textOf } from '../../../../src/core/tree/tree-node.ts';
import { forksIn, listOnPath, shownParent } from '../../../helpers/list-on-path.ts';
import { anyStep, applySteps, pickNode, visiblePositions } from '../../../helpers/random-tree.ts';
import { emptyTree, type TreeWorld } from '../../../helpers/tree.ts';

/** Steps that divide texts over and over, and edit and prune what they divide. */
const anyForkedSteps = fc.array(
  fc.oneof(
    { arbitrary: anyStep('continue', 'commit', 'answer'), weight: 3 },
    { arbitrary: anyStep('split'), weight: 4 },
    { arbitrary: anyStep('revise', 'other’s revision', 'branch edit', 'version'), weight: 2 },
    { arbitrary: anyStep('sibling', 'move head', 'parent', 'child', 'prune', 'restore'), weight: 2 },
  ),
  { maxLength: 40, size: 'max' },
);

function forked(steps: Parameters<typeof applySteps>[1]): TreeWorld {
  const world = emptyTree();
  applySteps(world, steps);
  return world;
}

/** Every fork whose list has something, wherever it is in the tree. */
function everyList({ tree, path, ...world }: TreeWorld): readonly ForkList[] {
  return [...visiblePositions({ tree, path, ...world })]
    .filter((position) => !isHiddenSplit(tree, position))
    .flatMap((position): readonly Fork[] => [...forksIn(tree, path, position), { position, place: null }])
    .map((fork) => listOnPath(tree, path, fork))
    .filter(({ items }) => items.length > 0);
}

/** Visible positions but the root, and but splits that show nothing of their own: these only mark a place. */
function listedPositions(world: TreeWorld): readonly PositionId[] {
  const { tree, path, root } = world;
  const lengthAt = (at: PositionId) => textOf(tree.getContent(versionAt(tree, path, at).id).content).length;
  return [...visiblePositions(world)].filter((position) => {
    if (position === root) return false;
    const base = isHiddenSplit(tree, position) ? baseOf(tree, position) : null;
    if (base === null) return true;
    if (visibleChildren(tree, position).length > 0) return false;
    return lengthAt(position) > placeOfSplit(tree, path, base, position);
  });
}

const alternativesIn = ({ items }: ForkList): readonly ForkItem[] =>
  items.filter(({ readsOn }) => readsOn === null || readsOn === 0);

describe('in a tree that was divided at random', () => {
  test('every visible position is in exactly one list, and shown below exactly one other', () => {
    fc.assert(
      fc.property(anyForkedSteps, (steps) => {
        const world = forked(steps);
        const { tree, path, root } = world;
        const listed = everyList(world).flatMap((list) =>
          alternativesIn(list).map(({ position }) => position),
        );
        expect(listed.toSorted()).toEqual([...new Set(listed)].sort());
        expect(listed.toSorted()).toEqual(listedPositions(world).toSorted());
        const shown: PositionId[] = [];
        const pending = [root];
        for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
          for (const child of shownChildren(tree, path, at)) {
            expect(shownParent(tree, path, child)).toBe(at);
            shown.push(child);
            pending.push(child);
          }
        }
        expect(shown.sort()).toEqual(listed.toSorted());
      }),
    );
  });

  test('the outline has a row for every position but hidden splits, also for pruned ones, and no two for one text', () => {
    fc.assert(
      fc.property(anyForkedSteps, (steps) => {
        const { tree, path, root, ...world } = forked(steps);
        const listed = new Set(listedPositions({ tree, path, root, ...world }));
        const visible = visiblePositions({ tree, path, root, ...world });
        const places = new Map(
          [...tree.nodes()].map(({ positionId }) => [positionId, placeInOutline(tree, path, positionId)]),
        );
        for (const [position, { parent, offset, isListed }] of places) {
          if (position === root) continue;
          expect(parent === null || places.get(parent)?.isListed).toBe(true);
          if (!visible.has(position)) continue;
          expect(isListed).toBe(listed.has(position));
          expect(parent).toBe(shownParent(tree, path, position));
          if (isListed) expect(offset).toBe(forkOf(tree, path, position)?.place ?? -1);
        }
        // Positions that the outline shows as pruned, or below pruned ones, are those that cannot be reached.
        for (const [position] of places) {
          let at: PositionId | null = position;
          while (at !== null && !isPruned(tree, at)) at = places.get(at)?.parent ?? null;
          expect(at === null).toBe(visible.has(position));
        }
      }),
    );
  });

  test('each item of each list can be chosen, is then current, and leaves the list as it was', () => {
    fc.assert(
      fc.property(anyForkedSteps, (steps) => {
        const world = forked(steps);
        for (const { fork, items } of everyList(world)) {
          for (const [index, item] of items.entries()) {
            world.move(selectItem(world.tree, world.path, item));
            expect(listOnPath(world.tree, world.path, fork)).toEqual({ fork, items, current: index });
          }
        }
      }),
    );
  });

  test('going to any alternative and back is the identity', () => {
    fc.assert(
      fc.property(anyForkedSteps, (steps) => {
        const world = forked(steps);
        const { tree, path } = world;
        world.move(moveHead(tree, path, deepestFrom(tree, path, path.head)));
        const before = world.printPath();
        for (const { fork, items, current } of everyList(world)) {
          const own = current === null ? undefined : items[current];
          if (own === undefined) continue;
          for (const item of items) {
            world.move(selectItem(tree, path, item));
            const there = world.printPath();
            world.move(selectItem(tree, path, own));
            expect([fork, world.printPath()]).toEqual([fork, before]);
            world.move(selectItem(tree, path, item));
            expect(world.printPath()).toBe(there);
            world.move(selectItem(tree, path, own));
          }
        }
      }),
    );
  });

  test('a newcomer never stands on a split', () => {
    fc.assert(
      fc.property(anyForkedSteps, (steps) => {
        const { tree, root } = forked(steps);
        const newcomer = createMemoryPath(root);
        const positions = positionsTo(tree, deepestFrom(tree, newcomer, root));
        expect(positions.filter((position) => isHiddenSplit(tree, position))).toEqual([]);
      }),
    );
  });

  test('undoing a choice or a version shows what was shown', () => {
    fc.assert(
      fc.property(anyForkedSteps, fc.nat(1000), fc.nat(1000), (steps, target, number) => {
        const world = forked(steps);
        const { tree, path, root } = world;
        const lists = everyList(world);
        const list = lists[target % Math.max(1, lists.length)];
        const item = list?.items[number % (list?.items.length ?? 1)];
        const shown = () => ({ path: world.printPath(), lists: everyList(world) });
        const before = shown();
        const versions = resolvePath(tree, path).map(({ id }) => id);
        if (item !== undefined) {
          const { head } = path;
          world.move(selectItem(tree, path, item));
          world.move(restorePath(tree, path, head, versions));
          expect(shown()).toEqual(before);
        }
        const { id, positionId } = pickNode(world, target);
        fc.pre(positionId !== root && tree.parentOf(positionId) !== null);
        const change = selectVersion(tree, path, id);
        const { base, splits } = findFamily(tree, positionId);
        const old = [base, ...splits].map((position) => versionAt(tree, path, position).id);
        expect(change.selected[0]).toEqual({ position: positionId, version: id });
        world.move(change);
        world.move(restorePath(tree, path, path.head, [...versions, ...old]));
        expect(shown()).toEqual(before);
      }),
    );
  });
});
