/** Agents' proposals for a manuscript (`edits.md`). Offsets and lengths are in UTF-16 code units. */
import type { TrimmedText } from '../../core/answers/left-out.ts';
import type { AgentId, NodeId, PositionId, ProposalId, TreeId } from '../../core/ids.ts';
import type { SuggestionRef } from '../../core/proposals/placed-suggestion.ts';
import type { RefusalReason } from '../../core/proposals/refusal.ts';
import type { TextRange } from '../../core/text/text-range.ts';
import type { WireError } from './app.ts';

/** `patch` is also what *Ask for an edit* makes of any answer. */
export type ProposalAction = 'insert' | 'replace' | 'patch';

/** The decision on a suggestion. `done`: its text was there already. Conflict and away are not stored. */
export type SuggestionDecision = 'open' | 'accepted' | 'rejected' | 'done';

/** One replacement that the writer accepts or rejects. */
export interface SuggestionSnapshot {
  readonly ordinal: number;
  /** The piece of the answer that it comes from, counted from 1. */
  readonly hunk: number;
  readonly removed: string;
  readonly inserted: string;
  /** The rest of the sentences that it changes, before and after it. */
  readonly before: string;
  readonly after: string;
  /** The agent’s fingerprint of the text did not match: never part of *Accept all*. */
  readonly unsure: boolean;
  readonly decision: SuggestionDecision;
  /** Its current range; of an accepted one, its inserted text. Null while its nodes are off the path. */
  readonly range: TextRange | null;
  /** The version whose commit included it; null while it is not accepted and committed. */
  readonly nodeId: NodeId | null;
}

/** One answer from one agent to one snapshot. */
export interface ProposalSnapshot {
  readonly proposalId: ProposalId;
  /** The manuscript. */
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly action: ProposalAction;
  /** Hexadecimal digits of the snapshot’s version; agents see the first twelve. */
  readonly documentVersion: string;
  /** The writer's instruction; null if the agent proposed it in a turn. */
  readonly instruction: string | null;
  readonly rationale: string | null;
  /** Text trimmed off an answer that is a whole passage, unless the passage has it too; null for none. */
  readonly trimmed: TrimmedText | null;
  readonly createdAt: number;
  /** `closed`: nothing of it is open. */
  readonly state: 'open' | 'closed' | 'refused';
  /** Why it was refused or, if it has suggestions, why others of its answer were left out; null if nothing was. */
  readonly refusal: ProposalRefusal | null;
  /** In text order; none of a refused one. */
  readonly suggestions: readonly SuggestionSnapshot[];
  /** The message of the turn that proposed it; null if the writer asked for it, or there was no message. */
  readonly message: { readonly treeId: TreeId; readonly positionId: PositionId } | null;
  /** To be accepted as soon as the window shows the text and nothing is being composed (`edit_apply`). */
  readonly acceptsOnArrival: boolean;
  /** There is a raw answer (`proposal.record`). */
  readonly hasRecord: boolean;
}

export interface ProposalRefusal {
  readonly reason: RefusalReason;
  /** The hunk that does not fit, from 1; null for the whole answer. */
  readonly hunk: number | null;
  readonly hunks: number;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** The window's decision on a suggestion, or its state after undo. */
export interface SuggestionUpdate extends SuggestionRef {
  readonly decision: SuggestionDecision;
  /** In the text on the screen after the request’s ops: of an accepted one, its inserted text. */
  readonly range: TextRange;
}

/** The extent of the text given to an agent: the selection, the chapter around it, or all. */
export type EditScope = 'selection' | 'chapter' | 'all';

/** An answer that is awaited; or one that failed, until the same is asked again or it is dismissed. */
export interface EditAsk {
  readonly askId: ProposalId;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly instruction: string;
  /** `again`: its first answer was refused, and the agent was sent the reason. */
  readonly phase: 'waiting' | 'answering' | 'again';
  /** Length of the answer so far. */
  readonly received: number;
  /** Why nothing more will arrive; null while it is awaited. */
  readonly error: WireError | null;
}

/** The results of an agent’s edits, for Settings → Usage. */
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
