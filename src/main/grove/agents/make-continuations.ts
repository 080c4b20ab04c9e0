import type { ContextNode } from '../../../core/context/story.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import type { TokenUsage } from '../../../core/provenance/token-usage.ts';
import type { Agent } from '../../../core/tree/agent.ts';

/** Continuations of a node that an actor asks a model for. */
export interface ContinuationOrder {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The tree's part of the context: the path to the parent, without the root. */
  readonly nodes: readonly ContextNode[];
  /** The models whose words are sent as those of `user`, if it is a conversation; by default none. */
  readonly takingPart?: readonly AgentId[];
  /** The writer's place in the text that a conversation is about; by default, and for null, the end of their path. */
  readonly topicAt?: PositionId | null;
  /** The requested agent: a subject, without the addendum, and without a scanner of its answer. */
  readonly agent: Agent;
  readonly count: number;
  readonly maxTokens: number;
  readonly requestedBy: AgentId;
}

/** The estimated tokens that an order would send to a service, for each continuation. */
export interface OrderEstimate {
  readonly sent: number;
  readonly service: string;
}

export interface MadeContinuation {
  readonly positionId: PositionId;
  /** The answer that it came in, which others may share; null if none is in the file. */
  readonly answer: { readonly id: ResponseId; readonly usage: TokenUsage | null } | null;
  /** The text that arrived; it is in the file unless it is empty. */
  readonly text: string;
  /** Why it is missing or incomplete, as a sentence; null if it is whole. */
  readonly error: string | null;
}

/** Asks models for continuations. Requests are made elsewhere: this room has no network. */
export interface ContinuationMaker {
  /** @throws {AspenError} MODEL_NOT_FOUND; CONTEXT_TOO_LONG; INVALID_ARGUMENT without anything to send */
  estimate(order: ContinuationOrder): OrderEstimate;
  /**
   * Resolves when all have ended, in the order requested. Aborting the signal stops them; what has arrived is kept.
   * @param onRequested is given the positions that will have what arrives, before any of it is stored
   * @throws {AspenError} as `estimate`, and what `onRequested` throws
   */
  make(
    order: ContinuationOrder,
    signal: AbortSignal,
    onRequested: (positions: readonly PositionId[]) => void,
  ): Promise<readonly MadeContinuation[]>;
}
