import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prune, restore } from '../../../../src/core/tree/metadata.ts';
import { isHidden, resolvePath } from '../../../../src/core/tree/path.ts';
import { isHiddenSplit } from '../../../../src/core/tree/shown-version.ts';
import {
  anyMode,
  anyStep,
  anySteps,
  applySteps,
  OTHER_AGENTS_STEPS,
  pickNode,
  planStep,
  visiblePositions,
} from '../../../helpers/random-tree.ts';
import { emptyTree } from '../../../helpers/tree.ts';
import { spansOnPath } from '../../../helpers/tree-snapshots.ts';

describe('after any steps', () => {
  test('the path leads from the root to its head, shows the selected versions and is never hidden', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        const { tree, path } = world;
        for (const step of steps) {
          const change = planStep(world, step);
          if (change === null) continue;
          world.add(change);
          const nodes = resolvePath(tree, path);
          expect(nodes[0]?.positionId).toBe(world.root);
          expect(nodes.at(-1)?.positionId).toBe(path.head);
          expect(isHidden(tree, path.head)).toBe(false);
          nodes.forEach(({ id, positionId }, index) => {
            expect(path.selectedAt(positionId)).toBe(id);
            const next = nodes[index + 1]?.positionId;
            if (next === undefined) return;
            expect(tree.parentOf(next)).toBe(positionId);
            expect(path.lastChildAt(positionId)).toBe(next);
          });
        }
        world.check();
      }),
    );
  });

  test('other agents never change the text the writer sees', () => {
    fc.assert(
      fc.property(anyMode, anySteps, fc.array(anyStep(...OTHER_AGENTS_STEPS)), (mode, steps, othersSteps) => {
        const world = emptyTree(mode);
        applySteps(world, steps);
        const before = { text: world.text(), spans: spansOnPath(world), path: world.printPath() };
        applySteps(world, othersSteps);
        expect({ text: world.text(), spans: spansOnPath(world), path: world.printPath() }).toEqual(before);
      }),
    );
  });

  test('pruning hides exactly a position and its descendants, and restoring shows exactly those again', () => {
    fc.assert(
      fc.property(anyMode, anySteps, fc.nat(1000), (mode, steps, target) => {
        const world = emptyTree(mode);
        applySteps(world, steps);
        const { positionId, pruned } = pickNode(world, target);
        fc.pre(positionId !== world.root && !pruned);
        const { tree, path } = world;
        const before = { print: world.print(), visible: visiblePositions(world), head: path.head };
        const isInSubtree = (position: string | null): boolean => {
          for (let at = position; at !== null; at = tree.parentOf(at as never))
            if (at === positionId) return true;
          return false;
        };
        world.apply(prune(tree, path, positionId));
        const hidden = [...before.visible].filter((position) => !visiblePositions(world).has(position));
        expect(hidden).toEqual([...before.visible].filter(isInSubtree));
        const parent = tree.parentOf(positionId);
        const left = isInSubtree(before.head) ? parent : before.head;
        // The rest of a split shows nothing more than its base, to which the head goes.
        if (parent === null || left !== parent || !isHiddenSplit(tree, parent)) expect(path.head).toBe(left);
        expect(isHidden(tree, path.head)).toBe(false);
        world.apply(restore(tree, positionId));
        expect(visiblePositions(world)).toEqual(before.visible);
        expect(world.print()).toBe(before.print);
      }),
    );
  });
});
