/** Proposals and suggestions as the file has them and windows show them (`edits.md`, *In the manuscript*). */
import type { AgentId, NodeId, TreeId } from '../ids.ts';
import type { SuggestionText } from './planned-suggestion.ts';
import type { RefusalReason } from './refusal.ts';

/** The action of an agent's answer (`edits.md`, *Directive*). `patch` is also what *Ask for an edit* makes of any answer. */
export type ProposalAction = 'insert' | 'replace' | 'patch';

/** `closed`: nothing of it is open. */
export type ProposalState = 'open' | 'closed' | 'refused';

/** The decision on a suggestion. `done`: its text was there already. Conflict and away are not stored. */
export type SuggestionDecision = 'open' | 'accepted' | 'rejected' | 'done';

/** One replacement that the writer accepts or rejects; without its place. */
export interface MadeSuggestion extends SuggestionText {
  /** From 0 in text order. */
  readonly ordinal: number;
  /** The piece of the answer that it comes from, from 1. */
  readonly hunk: number;
  /** The agent’s fingerprint of the text did not match: never part of *Accept all*. */
  readonly unsure: boolean;
  /** The version whose commit included it; null while it is not accepted and committed. */
  readonly nodeId: NodeId | null;
}

/** One answer from one agent to one snapshot. */
export interface MadeProposal {
  /** The manuscript. */
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly action: ProposalAction;
  /** SHA-256 in hexadecimal, of which agents see the first twelve digits; of a refused one, the agent's own value. */
  readonly documentVersion: string;
  /** The writer's instruction; null if the agent proposed it in a turn. */
  readonly instruction: string | null;
  readonly rationale: string | null;
  readonly state: ProposalState;
  readonly createdAt: number;
}

/** The results of one agent's proposals. */
export interface ProposalUsage {
  readonly agentId: AgentId;
  /** Answers that proposed something or were refused. */
  readonly patches: number;
  readonly refusals: readonly { readonly reason: RefusalReason; readonly count: number }[];
  /** Milliseconds from the request to the proposal, on average; null if not one is known. */
  readonly meanLatency: number | null;
  readonly suggestions: number;
  readonly accepted: number;
  readonly rejected: number;
}
