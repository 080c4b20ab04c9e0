/** Running requests for continuations, and the usage of past ones. */

import type { AgentId, JobId, NodeId, PositionId, TreeId, TurnId } from '../../core/ids.ts';
import type { TokenUsage, UsageRow } from '../../core/provenance/token-usage.ts';
import type { ReplacedPart } from '../../core/rewrites/offer-replacement.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';
import type { WireError } from './app.ts';

/** `thinking`: the model reasons, and no word of its text has arrived. */
export type SlotState =
  | 'waiting'
  | 'thinking'
  | 'streaming'
  | 'saving'
  | 'done'
  | 'stopped'
  | 'failed'
  | 'empty';

/** A point of the path's text as it is shown: in a node with its pending edit, or in the working buffer for null. */
export interface TextPoint {
  readonly at: PositionId | null;
  /** UTF-16 code units. */
  readonly offset: number;
}

/** The part that a rewrite replaces, and the request; a bridge replaces nothing: `from` is `to`. */
export interface ReplacementRequest {
  readonly from: TextPoint;
  readonly to: TextPoint;
  /** In the writer's words; agents that only fill in a gap are not sent it. Empty for none. */
  readonly instruction: string;
  /** Beside the text that is replaced. */
  readonly length: 'shorter' | 'same' | 'longer';
}

/** One requested text. */
export interface SlotSnapshot {
  readonly slot: number;
  /**
   * The position that it opens, whose id is assigned when it is requested (`domain.md`, *Entities*). A replacement opens
   * none.
   */
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
  /** Why it ended; null while it is running and if it failed. */
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
  /**
   * The versions that show a stored replacement, in path order, one for each position whose text it changes. Empty
   * until then, and for a continuation.
   */
  readonly versions: readonly NodeId[];
}

/** A running request: for continuations of one position, or for texts in place of a part of the path's text. */
export type JobSnapshot = ContinuationJob | ReplacementJob;

interface Job {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  /** The person or the agent that made the request. */
  readonly requestedBy: AgentId;
  /** The turn that it is a call of; null for any other request. */
  readonly turnId: TurnId | null;
  readonly slots: readonly SlotSnapshot[];
}

export interface ContinuationJob extends Job {
  readonly parentId: PositionId;
  /** In a conversation: it continues the message at the parent. */
  readonly continues: boolean;
  /** In a conversation: the reply that the first of these is to be shown in place of; absent for none. */
  readonly insteadOf?: PositionId;
  readonly replaces: null;
}

export interface ReplacementJob extends Job {
  readonly parentId: null;
  readonly continues: false;
  /** In path order. */
  readonly replaces: readonly ReplacedPart[];
}

/** A reply that became the head of the writer's path. */
export interface ArrivedReply {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  /** The reply beside which it was requested, which it may have taken the place of; null for none. */
  readonly insteadOf: PositionId | null;
}

/** An update of one slot; at most 30 per second per slot while it streams (`house.md`). */
export interface GenerationUpdate {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly requestedBy: AgentId;
  /** The position that the job continues; null for a replacement. */
  readonly parentId: PositionId | null;
  readonly slot: number;
  readonly positionId: PositionId;
  readonly state: SlotState;
  /** UTF-16 code units of the slot's text before `append`. */
  readonly from: number;
  readonly append: string;
  readonly finishReason: FinishReason | null;
  readonly error: WireError | null;
  readonly versions: readonly NodeId[];
}

/** Usage of one agent with one model, in one tree on one day. */
/** Upper limit of what a grove's missing summaries would need from a model. */
export interface MissingSummaries extends TokenUsage {
  readonly requests: number;
  /** In dollars; null if the provider lists no price. */
  readonly cost: number | null;
}

export interface UsageSummary extends UsageRow {
  /** In dollars, at the prices in the provider's latest list; null if it lists none. */
  readonly cost: number | null;
}
