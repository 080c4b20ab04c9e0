import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TreeMode } from '../../../../src/core/tree/loom-tree.ts';
import { anySteps, planStep, takeSteps } from '../../../helpers/random-tree.ts';
import { emptyTree } from '../../../helpers/tree.ts';

const anyMode = fc.constantFrom<TreeMode>('buffer', 'dialogue');

describe('after any steps', () => {
  test('every invariant holds, after each of them', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        for (const step of steps) {
          const change = planStep(world, step);
          // The other laws look once, at the end: looking costs more than a step.
          if (change !== null) world.apply(change);
        }
      }),
    );
  });

  test('in a dialogue no position has a second version', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const world = emptyTree('dialogue');
        takeSteps(world, steps);
        for (const { positionId } of world.tree.nodes())
          expect(world.tree.versionsAt(positionId)).toHaveLength(1);
      }),
    );
  });
});
