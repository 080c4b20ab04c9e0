/** Running requests for continuations, and the usage of past ones. */

import type { AgentId, JobId, PositionId, TreeId, TurnId } from '../../core/ids.ts';
import type { UsageRow } from '../../core/provenance/usage.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';
import type { WireError } from './app.ts';

export type SlotState = 'waiting' | 'streaming' | 'saving' | 'done' | 'stopped' | 'failed' | 'empty';

/**
 * One requested continuation. The id of its position is assigned when it is requested (`domain.md`,
 * *Entities*).
 */
export interface SlotSnapshot {
  readonly slot: number;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
  /** Why it ended; null while it is running and if it failed. */
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
}

/** A running request for continuations of one position. */
export interface JobSnapshot {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  /** The person or the agent that made the request. */
  readonly requestedBy: AgentId;
  /** The turn that it is a call of; null for any other request. */
  readonly turnId: TurnId | null;
  readonly parentId: PositionId;
  readonly slots: readonly SlotSnapshot[];
}

/** An update of one slot; at most 30 per second per slot while it streams (`house.md`). */
export interface GenerationUpdate {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly requestedBy: AgentId;
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

/** Usage of one agent with one model, in one tree on one day. */
export interface UsageSummary extends UsageRow {
  /** In dollars, at the prices in the provider's latest list; null if it lists none. */
  readonly cost: number | null;
}
