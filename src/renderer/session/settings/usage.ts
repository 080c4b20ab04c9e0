/** What continuations took, put together for the table of it. */
import type { UsageSummary } from '../../../ipc/wire/generation.ts';

export type { UsageSummary };

export const USAGE_GROUPS = ['day', 'tree', 'agent'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Sums of rows that share a day, a tree or an agent. */
export interface UsageSum {
  /** The day or id they share. */
  readonly key: string;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Requests that nobody counted. */
  readonly uncounted: number;
  /** In dollars, of those whose price is known; null where none is. */
  readonly cost: number | null;
}

/** One sum for each day, tree or agent in the order they first come; `by` null for one of everything. */
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
  uncounted: 0,
  cost: null,
};
