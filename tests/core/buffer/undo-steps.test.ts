import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupSteps, type StepGroup } from '../../../src/core/buffer/undo-steps.ts';

const save = fc.record({
  dropped: fc.nat(5),
  replaced: fc.nat(5),
  steps: fc.array(fc.string({ minLength: 1 }), { maxLength: 40 }),
});

it('groups hold the steps of all saves, and only the last ones change with typing', () => {
  fc.assert(
    fc.property(fc.array(save, { maxLength: 20 }), (saves) => {
      let groups: readonly StepGroup[] = [];
      let first = 0;
      let all: readonly string[] = [];
      for (const { dropped, replaced, steps } of saves) {
        const kept = all.slice(0, Math.max(0, all.length - replaced));
        const gone = Math.min(dropped, kept.length);
        const from = first + kept.length;
        first += gone;
        all = [...kept.slice(gone), ...steps];
        const before = groups;
        groups = groupSteps(before, { first, from, steps });
        expect(groups.flatMap((group) => group.steps)).toEqual(all);
        expect(groups.map((group) => group.first)).toEqual(
          groups.map((_, index) =>
            groups.slice(0, index).reduce((sum, one) => sum + one.steps.length, first),
          ),
        );
        for (const group of groups) expect(group.steps.length).toBeLessThanOrEqual(16);
        // The last of those before may have been filled up; all in front of it stay.
        const unchanged = before.filter((group) => group.first >= first && group.first + 16 <= from);
        expect(groups.filter((group) => before.includes(group))).toEqual(expect.arrayContaining(unchanged));
      }
    }),
  );
});

it('a group of long steps is closed early', () => {
  const steps = ['a'.repeat(20_000), 'b', 'c'];
  expect(groupSteps([], { first: 0, from: 0, steps })).toEqual([
    { first: 0, steps: [steps[0]] },
    { first: 1, steps: ['b', 'c'] },
  ]);
});
