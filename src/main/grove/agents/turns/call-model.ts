/** A turn's requests to its agent's model, and to others. They are carried out elsewhere: this room has no network. */
import type { CommandAnswer } from '../../../../core/commands/answer-text.ts';
import type { MessagesContext } from '../../../../core/context/messages.ts';
import type { AspenError } from '../../../../core/errors.ts';
import type { NodeId, PositionId, ResponseId, Sha256, TreeId, TurnId } from '../../../../core/ids.ts';
import type { TokenUsage } from '../../../../core/provenance/token-usage.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import type { FinishReason } from '../../../../core/tree/tree-node.ts';

/** A request to the agent's own model. */
export interface ModelCall {
  readonly turnId: TurnId;
  /** From 0 in its turn. */
  readonly ordinal: number;
  /** The conversation. */
  readonly treeId: TreeId;
  readonly agent: Agent;
  readonly context: MessagesContext;
  /** The position that the agent's message follows. */
  readonly parentId: PositionId;
  readonly originId: NodeId;
  readonly maxTokens: number;
  /** The note with the writer's instruction; null for none. */
  readonly instructionId: NodeId | null;
  /** The reply in whose place its message is shown; null for none. */
  readonly insteadOf: PositionId | null;
}

/** The model's answer, already in the file. */
export interface ModelAnswer {
  /** The agent's message and commands; null if nothing came. */
  readonly commands: CommandAnswer | null;
  /** The node of its message; null if there was none. */
  readonly nodeId: NodeId | null;
  readonly response: { readonly id: ResponseId; readonly hash: Sha256 } | null;
  readonly finishReason: FinishReason;
  /** As counted by the provider; null if it sent no count. */
  readonly usage: TokenUsage | null;
  /** Why it failed; null if it ended or was stopped. */
  readonly error: AspenError | null;
}

/** A call in progress. */
export interface RunningCall {
  /** Aborts the request; what has arrived is kept. */
  stop(): void;
  readonly ended: Promise<ModelAnswer>;
}

/** @throws {AspenError} MODEL_NOT_FOUND */
export type CallModel = (call: ModelCall) => RunningCall;

/** In dollars for a million tokens. */
export interface TokenPrice {
  readonly prompt: number;
  readonly completion: number;
}
