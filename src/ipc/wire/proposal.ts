/** Agents' proposals for a manuscript (`edits.md`). Offsets and lengths are in UTF-16 code units. */
import type { TrimmedText } from '../../core/answers/left-out.ts';
import type { AgentId, PositionId, ProposalId, TreeId } from '../../core/ids.ts';
import type { SuggestionRef } from '../../core/proposals/places.ts';
import type {
  MadeProposal,
  MadeSuggestion,
  PatchRefusal,
  SuggestionDecision,
} from '../../core/proposals/proposal.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { WireError } from './app.ts';

export interface SuggestionSnapshot extends MadeSuggestion {
  readonly decision: SuggestionDecision;
  /** Its current range; of an accepted one, its inserted text. Null while its nodes are off the path. */
  readonly range: TextRange | null;
}

export interface ProposalSnapshot extends MadeProposal {
  readonly proposalId: ProposalId;
  /** Text trimmed off an answer that is a whole passage, unless the passage has it too; null for none. */
  readonly trimmed: TrimmedText | null;
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

export type ProposalRefusal = Omit<PatchRefusal, 'header'>;

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
