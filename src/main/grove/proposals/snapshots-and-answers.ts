/** Types shared by the rooms that propose edits (`edits.md`): an agent's snapshot, and the outcome of an answer. */
import type { AgentId, NodeId, ProposalId, ResponseId, Sha256, TreeId } from '../../../core/ids.ts';
import type { DirectiveProblem, ProposingDirective } from '../../../core/proposals/directive.ts';
import type { SuggestionRef, TextPlace } from '../../../core/proposals/places.ts';
import type { EditToPlan, PlannedChanges, PlanOf } from '../../../core/proposals/plan-answer.ts';
import type { ChangeCounts, PatchRefusal, PlannedSuggestion } from '../../../core/proposals/proposal.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { EditScope } from '../../../ipc/wire/proposal.ts';
import type { TextRef } from '../../store/tree/find-unsent.ts';

/** Plans the suggestions of an edit, off the thread where that takes long. Null if `signal` is aborted before that. */
export type PlanEdit = <E extends EditToPlan>(edit: E, signal: AbortSignal) => Promise<PlanOf<E> | null>;

/** The agent and the extent of a snapshot. */
export interface SnapshotRequest {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** Null for the widest that fits. */
  readonly scope: EditScope | null;
  /** The words of a heading of the text, around which the scope is; absent or null for `range`. */
  readonly section?: string | null;
  /** The selection, or the caret, in the text on the screen; null for the writer's last cursor. */
  readonly range: TextRange | null;
  /** The longest text that fits the agent, in UTF-16 code units. */
  readonly limit: number;
}

/** The text on the screen, or an excerpt of it, as given to one agent. Offsets are in `text`. */
export interface TakenSnapshot {
  readonly version: Sha256;
  readonly text: string;
  readonly scope: EditScope;
  /** The lines that it has, from 1, of all lines of the text. */
  readonly lines: { readonly first: number; readonly last: number; readonly of: number };
  /** The part of what is selected, or the caret, that is in it; null if it is not in it. */
  readonly selection: TextRange | null;
  /** The texts that it has words of, without what is not committed. */
  readonly of: readonly TextRef[];
}

/** An answer to a snapshot. */
export interface AnswerToSnapshot {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  /** The person who asked for it; null if the agent proposes it in a turn. */
  readonly askedBy: AgentId | null;
  readonly directive: ProposingDirective;
  /** As the agent wrote it. */
  readonly answer: string;
  /** Its changes: the suggestions of a refused one are proposed, with the refusal beside them. */
  readonly planned: PlannedChanges;
  /** The person's instruction; null in a turn. */
  readonly instruction: string | null;
  readonly responseId: ResponseId | null;
  /** When it was requested, in milliseconds since 1970 UTC. */
  readonly requestedAt: number;
  /** The window accepts it on arrival (`edit_apply`). */
  readonly acceptsOnArrival: boolean;
}

/** The outcome of an answer. A proposal or a refusal is stored. */
export type ProposalOutcome =
  | (ChangeCounts & {
      readonly kind: 'proposed';
      readonly proposalId: ProposalId;
      readonly version: Sha256;
    })
  | {
      readonly kind: 'refused';
      readonly proposalId: ProposalId;
      readonly refusal: PatchRefusal;
      /** The version as it was given; empty if none was. */
      readonly given: string;
      /** The version of the text now, of the same scope; null if no snapshot of that can be taken. */
      readonly current: Sha256 | null;
    };

/** The proposal of a directive, and the present place of its first suggestion; null without suggestions. */
export interface PlannedProposal extends PlannedChanges {
  readonly place: TextPlace | null;
}

/** The writer's decisions about an agent's suggestions since it was last notified. */
export interface Decisions {
  readonly treeId: TreeId;
  readonly accepted: number;
  readonly rejected: number;
  /** Version of the last snapshot they were made for. */
  readonly version: Sha256;
}

/** A suggestion in a text. */
export interface SuggestedWords extends PlannedSuggestion {
  /** The nodes that have the range alike: it is placed in the one that the writer's path shows, or else in the first. */
  readonly nodeIds: readonly [NodeId, ...NodeId[]];
}

/** Takes snapshots and turns answers to them into suggestions. It changes no text. */
export interface SnapshotsAndAnswers {
  /** For any text, whether it is a snapshot or not. */
  readonly planEdit: PlanEdit;
  /**
   * Takes a snapshot and keeps it for the agent. Commits nothing.
   * @throws {AspenError} INVALID_ARGUMENT if the scope does not fit the agent; NOT_FOUND
   */
  take(request: SnapshotRequest): TakenSnapshot;
  /** The agent's snapshot with this version or prefix of it (null: its only one); null if it has none such. */
  find(treeId: TreeId, agentId: AgentId, version: string | null): TakenSnapshot | null;
  /** Plans a directive's suggestions, or its refusal. Null if `signal` is aborted before. Stores nothing. */
  plan(
    treeId: TreeId,
    agentId: AgentId,
    directive: ProposingDirective,
    signal: AbortSignal,
  ): Promise<PlannedProposal | { readonly problem: DirectiveProblem } | null>;
  /**
   * The node that has a range of the agent's snapshot now, or its beginning, and how much of it the text had that it begins in.
   * Null if it is in no node: in the working buffer, or the agent has no such snapshot.
   */
  nodeAt(
    treeId: TreeId,
    agentId: AgentId,
    version: Sha256,
    range: TextRange,
  ): { readonly nodeId: NodeId; readonly length: number } | null;
  /**
   * Rejects open suggestions of a turn, or reopens rejected ones, without the writer's window, which is notified to
   * list them again.
   */
  decide(treeId: TreeId, suggestions: readonly SuggestionRef[], state: 'open' | 'rejected'): void;
  /** Stores what a directive changes as a proposal, or why it does not fit. @throws {AspenError} what the store throws */
  propose(answer: AnswerToSnapshot): ProposalOutcome;
  /**
   * Stores suggestions in texts of which no snapshot was taken: those of versions that are offered. In text order.
   * @throws {AspenError} what the store throws
   */
  suggest(
    answer: Omit<AnswerToSnapshot, 'planned'>,
    version: Sha256,
    suggestions: readonly SuggestedWords[],
  ): ProposalId;
  /** Takes the decisions in a tree, and in documents with new ones, which then count as reported to the agent. */
  takeDecisions(treeId: TreeId, agentId: AgentId): readonly Decisions[];
}
