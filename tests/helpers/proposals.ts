import { gzipSync } from 'node:zlib';
import { sha256 } from '#sha256';
import type { AgentId, NodeId, ProposalId, ResponseId, TreeId } from '../../src/core/ids.ts';
import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import {
  insertProposal,
  type StoredProposal,
  type StoredSuggestion,
} from '../../src/main/store/tables/proposals/proposals.ts';
import { addResponse, packResponse } from '../../src/main/store/tables/responses.ts';
import { newResponse } from './agent-turns.ts';

/** The body of a proposal's response. */
export const PROPOSED = Buffer.from('{"choices":[{"text":"-castle\\n+keep\\n"}]}');

/** A suggestion for “castle” at an offset of a text. */
export function newSuggestion(
  nodeId: NodeId | null,
  from: number,
  more: Partial<StoredSuggestion> = {},
): StoredSuggestion {
  return {
    ordinal: 0,
    hunk: 1,
    places: [{ nodeId, from, to: from + 6 }],
    removed: 'castle',
    inserted: 'keep',
    before: 'a ',
    after: '.',
    unsure: false,
    state: 'open',
    nodeId: null,
    decidedAt: null,
    ...more,
  };
}

/** An open patch of a turn, with no response. */
export function newProposal(
  idsAndClock: IdsAndClock,
  whose: { readonly treeId: TreeId; readonly agentId: AgentId },
  more: Partial<StoredProposal> = {},
): StoredProposal {
  return {
    id: idsAndClock.newId() as ProposalId,
    treeId: whose.treeId,
    agentId: whose.agentId,
    askedBy: null,
    action: 'patch',
    documentVersion: sha256('a castle.'),
    instruction: null,
    rationale: 'A keep is smaller.',
    answer: '-castle\n+keep\n',
    responseId: null,
    state: 'open',
    refusal: null,
    latencyMs: 40,
    createdAt: idsAndClock.now(),
    closedAt: null,
    suggestions: [],
    ...more,
  };
}

/** Writes a proposal with a response of its own. */
export function writeProposal(
  store: Store,
  idsAndClock: IdsAndClock,
  whose: { readonly treeId: TreeId; readonly agentId: AgentId },
  more: Partial<StoredProposal> = {},
): StoredProposal & { readonly responseId: ResponseId } {
  const response = newResponse(idsAndClock, PROPOSED);
  const proposal = { ...newProposal(idsAndClock, whose, more), responseId: response.id };
  store.transact((tx) => {
    addResponse(tx, packResponse(response, { gzippedBody: gzipSync(PROPOSED), headers: {} }), whose);
    insertProposal(tx, proposal);
  });
  return proposal;
}
