/** Proposals and suggestions as the file has them and windows show them (`edits.md`, *In the manuscript*). */
import type { AgentId, NodeId, TreeId } from '../ids.ts';

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

/** The text of a suggestion; offsets and lengths in UTF-16 code units (`edits.md`, *Where suggestions are*). */
export interface SuggestionText {
  /** Text that it replaces; empty for an insertion. */
  readonly removed: string;
  /** Text that it puts there; empty for a deletion. Never equal to `removed`. */
  readonly inserted: string;
  /** The text of its footprint before it and after it. */
  readonly before: string;
  readonly after: string;
}

/** One replacement that the writer accepts or rejects, in the text of the snapshot. */
export interface PlannedSuggestion extends SuggestionText {
  /** The hunk it is from, from 1; the first if there are several. */
  readonly hunk: number;
  /** It replaces `[from, to)` of the snapshot. */
  readonly from: number;
  readonly to: number;
}

/** Amounts that suggestions change. */
export interface ChangeCounts {
  readonly suggestions: number;
  /** UTF-16 code units inserted and removed. */
  readonly added: number;
  readonly removed: number;
}

export function countChanges(
  suggestions: readonly Pick<SuggestionText, 'inserted' | 'removed'>[],
): ChangeCounts {
  return {
    suggestions: suggestions.length,
    added: suggestions.reduce((sum, { inserted }) => sum + inserted.length, 0),
    removed: suggestions.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

/** Why a directive is refused as a whole (`edits.md`, *Reading a patch*). */
export type RefusalReason =
  | 'context_mismatch'
  | 'ambiguous'
  | 'no_context'
  | 'out_of_order'
  | 'overlap'
  | 'reversed'
  | 'elision'
  | 'malformed'
  | 'truncated'
  | 'unknown_version'
  | 'stale_version'
  | 'several_documents'
  | 'too_large'
  | 'empty';

/** A patch that does not fit, with the data that its author needs to mend it. It changes nothing. */
export interface PatchRefusal {
  readonly reason: RefusalReason;
  /** The hunk that does not fit, from 1 in the order of the answer; null if the answer is refused as a whole. */
  readonly hunk: number | null;
  /** Number of hunks in the answer; 0 if it could not be divided into hunks. */
  readonly hunks: number;
  /** The header line of the hunk as it was sent, without its line break; null if it had none. */
  readonly header: string | null;
  /** Lines the hunk expected to find, at most 300 UTF-16 code units; null if that is not informative. */
  readonly expected: string | null;
  /** The most similar text of the snapshot, at most 300 UTF-16 code units; null if there is none. */
  readonly actual: string | null;
}
