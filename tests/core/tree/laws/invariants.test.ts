import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TreeMode } from '../../../../src/core/tree/loom-tree.ts';
import { anySteps, applySteps, planStep } from '../../../helpers/random-tree.ts';
import { emptyTree } from '../../../helpers/tree.ts';

const anyMode = fc.constantFrom<TreeMode>('buffer', 'dialogue');

describe('a random sequence of steps', () => {
  test('keeps every invariant after each step', () => {
    fc.assert(
      fc.property(anyMode, anySteps, (mode, steps) => {
        const world = emptyTree(mode);
        for (const step of steps) {
          const change = planStep(world, step);
          // The other laws check once, at the end: a check costs more than a step.
          if (change !== null) world.apply(change);
        }
      }),
    );
  });

  test('leaves every position of a dialogue with exactly one version', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const world = emptyTree('dialogue');
        applySteps(world, steps);
        for (const { positionId } of world.tree.nodes())
          expect(world.tree.versionsAt(positionId)).toHaveLength(1);
      }),
    );
  });
});
