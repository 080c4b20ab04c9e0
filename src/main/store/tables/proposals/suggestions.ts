/** The places and decisions of suggestions, and the results of agents' proposals (`edits.md`). */
import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { AgentId, NodeId, TreeId } from '../../../../core/ids.ts';
import type { PlacedSuggestion, SuggestionRef } from '../../../../core/proposals/places.ts';
import type {
  ProposalUsage,
  RefusalReason,
  SuggestionDecision,
} from '../../../../core/proposals/proposal.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { parsePlaces, placesColumn } from './proposals.ts';

export interface DecidedSuggestion extends PlacedSuggestion {
  readonly state: SuggestionDecision;
}

/** A suggestion whose place must be kept. */
export interface KeptSuggestion extends PlacedSuggestion {
  readonly state: 'open' | 'accepted';
}

// The condition is that of the index.
const placedIn = defineQuery(
  'suggestion.placed',
  (_, p: { tree: Key }) => sql<Omit<KeptSuggestion, 'places'> & { places: string }>`
    select proposal.id as proposalId, suggestion.ordinal, suggestion.places, suggestion.state
    from proposal cross join suggestion on suggestion.proposal_key = proposal.key
    where proposal.loom_tree_key = ${p.tree}
      and (suggestion.state = 'open' or (suggestion.state = 'accepted' and suggestion.node_key is null))
    order by proposal.id, suggestion.ordinal`,
);

const setPlaces = defineQuery(
  'suggestion.place',
  (_, p: { id: string; ordinal: number; places: string }) => sql<never>`
    update suggestion set places = ${p.places}
    where proposal_key = (select key from proposal where id = ${p.id}) and ordinal = ${p.ordinal}`,
);

// A suggestion that is no longer accepted is in no version.
const setState = defineQuery(
  'suggestion.decide',
  (
    _,
    p: { id: string; ordinal: number; places: string; state: SuggestionDecision; at: number | null },
  ) => sql<never>`
    update suggestion set places = ${p.places}, state = ${p.state}, decided_at = ${p.at},
      node_key = iif(${p.state} = 'accepted', node_key, null)
    where proposal_key = (select key from proposal where id = ${p.id}) and ordinal = ${p.ordinal}`,
);

const settleProposal = defineQuery(
  'proposal.settle',
  (_, p: { id: string; at: number }) => sql<never>`
    update proposal set
      (state, closed_at) = (
        select iif(count(*) > 0, 'open', 'closed'), iif(count(*) > 0, null, coalesce(closed_at, ${p.at}))
        from suggestion where proposal_key = proposal.key and suggestion.state = 'open')
    where id = ${p.id} and state <> 'refused'`,
);

const setNode = defineQuery(
  'suggestion.commit',
  (_, p: { id: string; ordinal: number; node: string }) => sql<never>`
    update suggestion set node_key = (select key from node where id = ${p.node})
    where proposal_key = (select key from proposal where id = ${p.id}) and ordinal = ${p.ordinal}
      and state = 'accepted'`,
);

const usageByAgent = defineQuery(
  'proposal.usage',
  () => sql<{ agent: string; patches: number; latency: number | null }>`
    select agent.id as agent, count(*) as patches, avg(latency_ms) as latency
    from proposal join agent on agent.key = agent_key
    group by 1 order by 1`,
);

const usageByReason = defineQuery(
  'proposal.refusals',
  () => sql<{ agent: string; reason: RefusalReason; count: number }>`
    select agent.id as agent, iif(json_valid(reason), reason ->> '$.reason', 'malformed') as reason, count(*) as count
    from proposal join agent on agent.key = agent_key
    where state = 'refused' and reason is not null
    group by 1, 2 order by 1, 3 desc, 2`,
);

const usageOfSuggestions = defineQuery(
  'suggestion.usage',
  () => sql<{ agent: string; count: number; accepted: number; rejected: number }>`
    select agent.id as agent, count(*) as count, sum(suggestion.state = 'accepted') as accepted,
      sum(suggestion.state = 'rejected') as rejected
    from suggestion
    join proposal on proposal.key = proposal_key
    join agent on agent.key = agent_key
    group by 1`,
);

/**
 * The suggestions of a tree whose place must be kept: open ones, and accepted ones that no commit has included, by
 * proposal and ordinal, oldest first.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function listPlacedSuggestions(reader: Reader, treeId: TreeId): readonly KeptSuggestion[] {
  return reader.all(placedIn, { tree: getTreeKey(reader, treeId) }).map((row) => ({
    ...row,
    places: parsePlaces(row.places),
  }));
}

/** Saves where suggestions are. One that is not in the file is passed over: the text saved with it must not fail. */
export function savePlaces(tx: FileTransaction, placed: readonly PlacedSuggestion[]): void {
  for (const { proposalId, ordinal, places } of placed)
    tx.run(setPlaces, { id: proposalId, ordinal, places: placesColumn(places) });
}

/**
 * Writes what was decided, and where the suggestions are. A proposal is closed when none of its suggestions is open, and
 * open again when one is.
 * @param at when it was decided
 * @throws {AspenError} NOT_FOUND
 */
export function decideSuggestions(
  tx: FileTransaction,
  decided: readonly DecidedSuggestion[],
  at: number,
): void {
  for (const { proposalId, ordinal, places, state } of decided) {
    const decidedAt = state === 'open' ? null : at;
    const row = { id: proposalId, ordinal, places: placesColumn(places), state, at: decidedAt };
    if (tx.run(setState, row) === 0)
      throw new AspenError('NOT_FOUND', `no suggestion ${ordinal} of ${proposalId}`);
  }
  for (const id of new Set(decided.map(({ proposalId }) => proposalId))) tx.run(settleProposal, { id, at });
}

/** Records which version has the text of accepted suggestions. One that is not accepted, or not in the file, is passed over. */
export function setCommittedNode(
  tx: FileTransaction,
  committed: readonly (SuggestionRef & { readonly nodeId: NodeId })[],
): void {
  for (const { proposalId, ordinal, nodeId } of committed)
    tx.run(setNode, { id: proposalId, ordinal, node: nodeId });
}

/** The results of each agent's proposals. The cost is proportional to their number. */
export function listProposalUsage(reader: Reader): readonly ProposalUsage[] {
  const refusals = reader.all(usageByReason, NONE);
  const ofSuggestions = new Map(reader.all(usageOfSuggestions, NONE).map((row) => [row.agent, row]));
  return reader.all(usageByAgent, NONE).map(({ agent, patches, latency }) => {
    const { count = 0, accepted = 0, rejected = 0 } = ofSuggestions.get(agent) ?? {};
    return {
      agentId: agent as AgentId,
      patches,
      refusals: refusals.flatMap((row) =>
        row.agent === agent ? [{ reason: row.reason, count: row.count }] : [],
      ),
      meanLatency: latency,
      suggestions: count,
      accepted,
      rejected,
    };
  });
}
