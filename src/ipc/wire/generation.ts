/** Continuations on their way, and what those before them took. */

import type { AgentId, JobId, PositionId, TreeId } from '../../core/ids.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';
import type { WireError } from './app.ts';

export type SlotState = 'waiting' | 'streaming' | 'saving' | 'done' | 'stopped' | 'failed' | 'empty';

/** One continuation on its way. Its position's id is taken when it is asked for (`domain.md`, *Entities*). */
export interface SlotSnapshot {
  readonly slot: number;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
  /** Why it ended; null while it has not, and where it failed. */
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
}

/** A running request for continuations of one position. */
export interface JobSnapshot {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly slots: readonly SlotSnapshot[];
}

/** News of one slot; at most 30 a second a slot while it streams (`house.md`). */
export interface GenerationUpdate {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly slot: number;
  readonly positionId: PositionId;
  readonly state: SlotState;
  /** UTF-16 code units of the slot's text before `append`. */
  readonly from: number;
  readonly append: string;
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
}

/** What one agent's requests took in one tree on one day, of one model. */
export interface UsageSummary {
  /** `2026-11-21`, by this computer's clock. */
  readonly day: string;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly provider: string;
  /** As the answers name it; null where they do not. */
  readonly model: string | null;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Requests whose provider told no counts. */
  readonly uncounted: number;
  /** In dollars, by the prices that the provider's list gave last; null where it gives none. */
  readonly cost: number | null;
}
