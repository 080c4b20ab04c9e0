import type { AgentId, TreeId } from '../ids.ts';

/** Tokens as a provider counted them. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Tokens of reasoning, if counted apart: with most services, part of `completionTokens`. */
  readonly reasoningTokens?: number;
}

/** Total usage of several requests. */
export interface UsageTotals extends Required<TokenUsage> {
  readonly requests: number;
  /** Requests whose provider reported no counts; they add nothing to the tokens. */
  readonly uncounted: number;
}

/** Usage of one agent with one model, in one tree on one day. */
export interface UsageRow extends UsageTotals {
  /** `2026-11-21`, in this computer's time zone. */
  readonly day: string;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly provider: string;
  /** As named in the responses; null if they do not name it. */
  readonly model: string | null;
  /** They were for summaries. */
  readonly isForSummaries?: true;
}
