import type { NodeId, PositionId, TreeId, TurnId } from '../../core/ids.ts';
import type { Replacement } from '../../core/rewrites/offer-replacement.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { AgentContext } from './agent-context.ts';
import type { Answer } from './answer-parts.ts';
import type { ProviderRequest } from './providers/provider.ts';

/** A call of an agent's turn to its model. */
export interface CallOfTurn {
  readonly turnId: TurnId;
  /** From 0 in its turn. */
  readonly ordinal: number;
}

/** The target of a request's answers: nodes after a position, or versions that replace a part of the text. */
export type GenerationTarget = ContinuationTarget | ReplacementTarget;

export interface ContinuationTarget {
  readonly kind: 'continuation';
  readonly parentId: PositionId;
  /** The version at the parent that the writer saw. */
  readonly originId: NodeId;
  /** The note with the writer's instruction, which its edge names as a source. */
  readonly instructionId?: NodeId;
  /** The answer continues the message at the parent (`dialogue.md`, *Replies*). */
  readonly continues?: true;
  /** The reply beside which it was requested, to be shown in its place. */
  readonly insteadOf?: PositionId;
}

export interface ReplacementTarget extends Replacement {
  readonly kind: 'replacement';
}

/** The versions made of each kept choice of a replacement, from `offerReplacement`; empty for continuations. */
export type StoredVersions = ReadonlyMap<number, readonly NodeId[]>;

/** An answer, and everything else that its record consists of. */
export interface ResponseToStore {
  readonly treeId: TreeId;
  readonly agent: Agent;
  readonly context: AgentContext;
  readonly providerId: string;
  readonly request: ProviderRequest;
  readonly answer: Answer;
  readonly requestedAt: number;
  /** When the last byte arrived. */
  readonly respondedAt: number;
}

/** An answer that becomes nodes. */
export interface AnswerToStore extends ResponseToStore {
  readonly target: GenerationTarget;
  /** The choices to store, each with the node id that was assigned when it was requested: of its first node. */
  readonly kept: readonly { readonly choice: number; readonly nodeId: NodeId }[];
  /** The call of an agent's turn that it answers, which is stored with it even if nothing is kept. */
  readonly call?: CallOfTurn;
}
