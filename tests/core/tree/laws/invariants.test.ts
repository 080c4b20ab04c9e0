import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAnnotation } from '../../../../src/core/tree/new-node.ts';
import {
  anyMode,
  anyStep,
  anySteps,
  applySteps,
  planStep,
  STEP_KINDS,
} from '../../../helpers/random-tree.ts';
import { emptyTree } from '../../../helpers/tree.ts';

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

  test('leaves messages of a dialogue with one version, unless they were fixed in place', () => {
    const steps = fc.array(anyStep(...STEP_KINDS.filter((kind) => kind !== 'fix in place')), {
      maxLength: 40,
      size: 'max',
    });
    fc.assert(
      fc.property(steps, (taken) => {
        const world = emptyTree('dialogue');
        applySteps(world, taken);
        for (const { positionId } of world.tree.nodes())
          if (!isAnnotation(world.tree, positionId))
            expect(world.tree.versionsAt(positionId)).toHaveLength(1);
      }),
    );
  });
});
