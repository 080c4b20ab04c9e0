/** Sums of token usage, for its table. */
import type { UsageTotals } from '../../../core/provenance/token-usage.ts';
import type { UsageSummary } from '../../../ipc/wire/generation.ts';

export type { UsageSummary };

export const USAGE_GROUPS = ['day', 'tree', 'agent'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Sums of rows that share a day, a tree or an agent. */
export interface UsageSum extends UsageTotals {
  /** The day or id they share. */
  readonly key: string;
  /** In dollars, of the rows whose price is known; null where none is. */
  readonly cost: number | null;
}

/** One sum per day, tree or agent, in order of first appearance; `by` null for a single total. */
export function groupUsage(rows: readonly UsageSummary[], by: UsageGroup | null): readonly UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const row of rows) {
    const key = by === null ? '' : by === 'day' ? row.day : by === 'tree' ? row.treeId : row.agentId;
    const sum = sums.get(key) ?? NOTHING;
    sums.set(key, {
      key,
      requests: sum.requests + row.requests,
      promptTokens: sum.promptTokens + row.promptTokens,
      completionTokens: sum.completionTokens + row.completionTokens,
      reasoningTokens: sum.reasoningTokens + row.reasoningTokens,
      uncounted: sum.uncounted + row.uncounted,
      cost: row.cost === null ? sum.cost : (sum.cost ?? 0) + row.cost,
    });
  }
  return [...sums.values()];
}

const NOTHING: Omit<UsageSum, 'key'> = {
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  uncounted: 0,
  cost: null,
};
