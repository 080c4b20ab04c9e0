import { describe, expect, it } from 'vitest';
import { planPatch } from '../../../../src/core/proposals/patch/plan-patch.ts';
import { applyChange } from '../../../../src/core/text/splice.ts';
import { type PatchCase, patchCases } from './corpus.ts';

const CASES = patchCases();

function outcome({ text, answer, isWhole }: PatchCase): PatchCase['expected'] {
  const plan = planPatch(text, answer, isWhole);
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
});
