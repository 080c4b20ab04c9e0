/** Agents' proposals for manuscripts and their suggestions (`edits.md`, *In the manuscript*). */

import { type Kysely, sql } from 'kysely';
import { assert } from '../../../../core/assert.ts';
import type { AgentId, NodeId, PositionId, ProposalId, ResponseId, TreeId } from '../../../../core/ids.ts';
import type { Places } from '../../../../core/proposals/places.ts';
import type {
  MadeProposal,
  MadeSuggestion,
  PatchRefusal,
  SuggestionDecision,
} from '../../../../core/proposals/proposal.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { parseColumn } from '../json-column.ts';
import { faultOfPlaces, faultOfRefusal } from '../json-values.ts';
import { getAgentKey, getNodeKeys, getResponseKey, getTreeKey } from '../keys.ts';
import { bit, type Key, type Schema, type SuggestionTable } from '../schema.ts';
import { insertRow } from '../write-row.ts';

export interface StoredSuggestion extends MadeSuggestion {
  /** In text order, what it replaces; of an accepted one, its inserted text. None: it has no place any more. */
  readonly places: Places;
  readonly state: SuggestionDecision;
  /** Null while it is open. */
  readonly decidedAt: number | null;
}

export interface StoredProposal extends MadeProposal {
  readonly id: ProposalId;
  /** The agent that requested it; null if the agent proposed it in a turn. */
  readonly askedBy: AgentId | null;
  /** The agent's answer: a diff, or a text. */
  readonly answer: string;
  readonly responseId: ResponseId | null;
  /** The refusal; of a proposal that was made, that of a part that was left out. Null for none. */
  readonly refusal: PatchRefusal | null;
  /** From the request to the proposal, in milliseconds; null if it is not known. */
  readonly latencyMs: number | null;
  readonly closedAt: number | null;
  /** By ordinal; none of a refused one. */
  readonly suggestions: readonly StoredSuggestion[];
}

/** A proposal as it is read. */
export interface ListedProposal extends StoredProposal {
  /** The message of the turn that proposed it; null if it was asked for, or there was no message. */
  readonly message: { readonly treeId: TreeId; readonly positionId: PositionId } | null;
}

const insertProposalRow = insertRow('proposal.insert', 'proposal', 'key');

const insertSuggestion = insertRow('suggestion.insert', 'suggestion');

const keyOf = defineQuery('proposal.key', (db, p: { id: string }) =>
  db.selectFrom('proposal').select('key').where('id', '=', p.id),
);

type ProposalRow = Omit<StoredProposal, 'refusal' | 'suggestions'> & {
  readonly key: Key;
  readonly reason: string | null;
  readonly responseKey: Key | null;
};

const selectProposals = (db: Kysely<Schema>) =>
  db
    .selectFrom('proposal')
    .innerJoin('loom_tree', 'loom_tree.key', 'proposal.loom_tree_key')
    .innerJoin('agent', 'agent.key', 'proposal.agent_key')
    .leftJoin('agent as asker', 'asker.key', 'proposal.asked_by_key')
    .leftJoin('raw_api_response as response', 'response.key', 'proposal.raw_api_response_key')
    .select([
      'proposal.key',
      'proposal.id',
      'proposal.action',
      'proposal.document_version as documentVersion',
    ])
    .select(['proposal.instruction', 'proposal.rationale', 'proposal.answer', 'proposal.state'])
    .select(['proposal.reason', 'proposal.latency_ms as latencyMs', 'proposal.created_at as createdAt'])
    .select(['proposal.closed_at as closedAt', 'proposal.raw_api_response_key as responseKey'])
    .select(['response.id as responseId', 'loom_tree.id as treeId', 'agent.id as agentId'])
    .select('asker.id as askedBy')
    .$castTo<ProposalRow>();

const proposalOf = defineQuery('proposal.find', (db, p: { id: string }) =>
  selectProposals(db).where('proposal.id', '=', p.id),
);

const openIn = defineQuery('proposal.open', (db, p: { tree: Key }) =>
  selectProposals(db)
    .where('proposal.loom_tree_key', '=', p.tree)
    .where(sql<boolean>`proposal.state = 'open'`)
    .orderBy('proposal.id', 'desc'),
);

// A proposal of an undone turn, unless the writer had accepted some of it.
const isTakenBack = sql<boolean>`proposal.id in (
  select made.value
  from agent_turn as turn
  cross join agent_action as action on action.turn_key = turn.key
  cross join json_each(iif(json_valid(action.inverse), action.inverse, '{}'), '$.proposals') as made
  where turn.undone_at is not null and action.inverse is not null
) and not exists (
  select 1 from suggestion where suggestion.proposal_key = proposal.key and suggestion.state = 'accepted'
)`;

const closedIn = defineQuery('proposal.closed', (db, p: { tree: Key; limit: number }) =>
  selectProposals(db)
    .where('proposal.loom_tree_key', '=', p.tree)
    .where(sql<boolean>`proposal.state <> 'open' and not (${isTakenBack})`)
    .orderBy('proposal.id', 'desc')
    .limit(p.limit),
);

const idsIn = defineQuery('proposal.ids', (db, p: { tree: Key }) =>
  db.selectFrom('proposal').select('id').where('loom_tree_key', '=', p.tree).orderBy('id'),
);

const suggestionsOf = defineQuery('suggestion.ofProposal', (db, p: { proposal: Key }) =>
  db
    .selectFrom('suggestion')
    .leftJoin('node', 'node.key', 'suggestion.node_key')
    .select(['suggestion.ordinal', 'suggestion.hunk', 'suggestion.places', 'suggestion.removed'])
    .select(['suggestion.inserted', 'suggestion.before', 'suggestion.after', 'suggestion.unsure'])
    .select(['suggestion.state', 'suggestion.decided_at as decidedAt', 'node.id as nodeId'])
    .$castTo<Omit<StoredSuggestion, 'places' | 'unsure'> & Pick<SuggestionTable, 'places' | 'unsure'>>()
    .where('suggestion.proposal_key', '=', p.proposal)
    .orderBy('suggestion.ordinal'),
);

const messageOf = defineQuery('proposal.message', (db, p: { response: Key }) =>
  db
    .selectFrom('agent_call as call')
    .innerJoin('node', 'node.key', 'call.node_key')
    .innerJoin('node as position', 'position.key', 'node.position_key')
    .innerJoin('loom_tree', 'loom_tree.key', 'node.loom_tree_key')
    .select(['loom_tree.id as treeId', 'position.id as positionId'])
    .$castTo<NonNullable<ListedProposal['message']>>()
    .where('call.raw_api_response_key', '=', p.response)
    .orderBy('call.turn_key')
    .orderBy('call.ordinal')
    .limit(1),
);

/**
 * Writes a proposal with its suggestions. No log row: it is not part of the tree. Its response must be written before.
 * @throws {AspenError} NOT_FOUND when the tree, an agent, the response or a version is not in the file
 */
export function insertProposal(tx: FileTransaction, proposal: StoredProposal): void {
  const tree = getTreeKey(tx, proposal.treeId);
  tx.run(insertProposalRow, {
    id: proposal.id,
    loom_tree_key: tree,
    agent_key: getAgentKey(tx, proposal.agentId),
    asked_by_key: proposal.askedBy === null ? null : getAgentKey(tx, proposal.askedBy),
    action: proposal.action,
    document_version: proposal.documentVersion,
    instruction: proposal.instruction,
    rationale: proposal.rationale,
    answer: proposal.answer,
    raw_api_response_key: proposal.responseId === null ? null : getResponseKey(tx, proposal.responseId),
    state: proposal.state,
    reason: proposal.refusal === null ? null : JSON.stringify(proposal.refusal),
    latency_ms: proposal.latencyMs,
    created_at: proposal.createdAt,
    closed_at: proposal.closedAt,
  });
  const key = tx.first(keyOf, { id: proposal.id })?.key;
  assert(key !== undefined, `proposal ${proposal.id} was not written`);
  for (const { places, unsure, nodeId, decidedAt, ...suggestion } of proposal.suggestions)
    tx.run(insertSuggestion, {
      ...suggestion,
      proposal_key: key,
      places: placesColumn(places),
      unsure: bit(unsure),
      node_key: nodeId === null ? null : getNodeKeys(tx, tree, nodeId).key,
      decided_at: decidedAt,
    });
}

/** @throws {AspenError} CORRUPT */
export function findProposal(reader: Reader, id: ProposalId): ListedProposal | undefined {
  const row = reader.first(proposalOf, { id });
  return row === undefined ? undefined : toProposal(reader, row);
}

/**
 * Every open proposal of a tree, and the newest others, newest first; without those that undoing their turn took back.
 * @param closedLimit how many closed and refused ones at most
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function listProposals(
  reader: Reader,
  treeId: TreeId,
  closedLimit: number,
): readonly ListedProposal[] {
  const tree = getTreeKey(reader, treeId);
  return [...reader.all(openIn, { tree }), ...reader.all(closedIn, { tree, limit: closedLimit })]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .map((row) => toProposal(reader, row));
}

/** The ids of all proposals of a tree, oldest first. @throws {AspenError} NOT_FOUND */
export function listProposalIds(reader: Reader, treeId: TreeId): readonly ProposalId[] {
  return reader.all(idsIn, { tree: getTreeKey(reader, treeId) }).map(({ id }) => id as ProposalId);
}

/** Places as their column holds them. */
export function placesColumn(places: Places): string {
  return JSON.stringify(places.map(({ nodeId, from, to }) => [nodeId, from, to]));
}

/** @throws {AspenError} CORRUPT */
export function parsePlaces(column: string): Places {
  type Stored = readonly (readonly [NodeId | null, number, number])[];
  return parseColumn<Stored>(column, 'places', faultOfPlaces).map(([nodeId, from, to]) => ({
    nodeId,
    from,
    to,
  }));
}

function toProposal(reader: Reader, { key, reason, responseKey, ...proposal }: ProposalRow): ListedProposal {
  return {
    ...proposal,
    refusal: reason === null ? null : parseColumn<PatchRefusal>(reason, 'reason', faultOfRefusal),
    suggestions: reader.all(suggestionsOf, { proposal: key }).map((suggestion) => ({
      ...suggestion,
      places: parsePlaces(suggestion.places),
      unsure: suggestion.unsure === 1,
    })),
    message: (responseKey === null ? undefined : reader.first(messageOf, { response: responseKey })) ?? null,
  };
}
