import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { copyAgents } from '../tables/agents.ts';
import { getTreeKey } from '../tables/keys.ts';
import { findProposal, insertProposal, listProposalIds } from '../tables/proposals/proposals.ts';
import { copyResponse } from '../tables/responses.ts';

/**
 * Copies the proposals of a tree that was copied with the same ids, with their responses and agents. The conversation in
 * which one was made need not be here.
 * @throws {AspenError} NOT_FOUND when this file lacks the tree or a version; CORRUPT
 */
export function copyProposals(tx: FileTransaction, from: Reader, treeId: TreeId, by: AgentId): void {
  const tree = getTreeKey(tx, treeId);
  for (const id of listProposalIds(from, treeId)) {
    const proposal = findProposal(from, id);
    if (proposal === undefined || findProposal(tx, id) !== undefined) continue;
    const { agentId, askedBy, responseId } = proposal;
    copyAgents(tx, from, askedBy === null ? [agentId] : [agentId, askedBy], by);
    if (responseId !== null) copyResponse(from, tx, responseId, tree);
    insertProposal(tx, proposal);
  }
}
