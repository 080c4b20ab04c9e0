import type { TreeId } from '../../../core/ids.ts';
import { trimmedOfPassage } from '../../../core/proposals/ask-answer.ts';
import type { SuggestionRef } from '../../../core/proposals/placed-suggestion.ts';
import type { TextRange } from '../../../core/text/text-range.ts';
import type { ProposalSnapshot } from '../../../ipc/wire/proposal.ts';
import type { ListedProposal } from '../../store/tables/proposals/proposals.ts';

/** A proposal as windows are sent it. @param rangeOf where a suggestion is on the screen; null for away */
export function proposalSnapshot(
  treeId: TreeId,
  proposal: ListedProposal,
  rangeOf: (suggestion: SuggestionRef) => TextRange | null,
  acceptsOnArrival: boolean,
): ProposalSnapshot {
  const { id, agentId, action, documentVersion, instruction, rationale, createdAt, state, refusal } =
    proposal;
  return {
    proposalId: id,
    treeId,
    agentId,
    action,
    documentVersion,
    instruction,
    rationale,
    // Only the answer to the writer's request is read as a whole passage.
    trimmed: action === 'replace' && proposal.askedBy !== null ? trimmedOfPassage(proposal.answer) : null,
    createdAt,
    state,
    refusal,
    suggestions: proposal.suggestions.map(
      ({ ordinal, hunk, removed, inserted, before, after, unsure, state: decision, nodeId }) => ({
        ordinal,
        hunk,
        removed,
        inserted,
        before,
        after,
        unsure,
        decision,
        range: rangeOf({ proposalId: id, ordinal }),
        nodeId,
      }),
    ),
    message: proposal.message,
    acceptsOnArrival,
    hasRecord: proposal.responseId !== null,
  };
}
