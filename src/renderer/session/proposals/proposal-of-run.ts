import type { NodeId } from '../../../core/ids.ts';
import type { NodeRun } from '../../../ipc/wire/node.ts';
import type { Proposal } from './proposal-state.ts';

/**
 * The proposal that a part of a text is from; null if it is from an answer, or from no accepted suggestion that is known.
 * @param text of the part
 * @param versions those of its position, up to the one that has it
 */
export function proposalOfRun(
  { authorId, source }: NodeRun,
  text: string,
  versions: readonly NodeId[],
  proposals: readonly Proposal[],
): Proposal | null {
  if (source !== null || text === '') return null;
  const isFrom = ({ suggestions }: Proposal) =>
    suggestions.some(
      ({ decision, nodeId, inserted }) =>
        decision === 'accepted' && nodeId !== null && versions.includes(nodeId) && inserted.includes(text),
    );
  return proposals.find((proposal) => proposal.agentId === authorId && isFrom(proposal)) ?? null;
}
