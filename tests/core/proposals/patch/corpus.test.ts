import { describe, expect, it } from 'vitest';
import { LENIENCIES, type Without } from '../../../../src/core/proposals/patch/leniency.ts';
import { planPatch } from '../../../../src/core/proposals/patch/plan-patch.ts';
import { applyChange } from '../../../../src/core/text/splice.ts';
import { type PatchCase, patchCases } from './corpus.ts';

const CASES = patchCases();

function outcome({ text, answer, isWhole }: PatchCase, without?: Without): PatchCase['expected'] {
  const plan = planPatch(text, answer, isWhole, without);
  if ('refusal' in plan) return { reason: plan.refusal.reason };
  return { text: applyChange(text, plan.edits) };
}

describe('the reader of patches', () => {
  it.each(CASES.map((one) => [one.name, one] as const))('%s', (_, one) => {
    expect(outcome(one)).toEqual(one.expected);
  });

  it('knows many mistakes', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(85);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  });

  it.each(LENIENCIES)('needs its leniency about %s', (leniency) => {
    const without = new Set([leniency]);
    const changed = CASES.filter((one) => {
      const { expected } = one;
      return 'text' in expected && JSON.stringify(outcome(one, without)) !== JSON.stringify(expected);
    });
    expect(changed.map(({ name }) => name)).not.toEqual([]);
  });
});
