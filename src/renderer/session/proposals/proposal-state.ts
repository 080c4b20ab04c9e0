/** Proposals as main has them, combined with the editor's present state of their suggestions. */

import type { NodeId } from '../../../core/ids.ts';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import type { SuggestionDecision } from '../../../core/proposals/proposal.ts';
import type { NodeRun } from '../../../ipc/wire/node.ts';
import type { ProposalRefusal, ProposalSnapshot, SuggestionSnapshot } from '../../../ipc/wire/proposal.ts';
import type { ProposalCounts } from '../../../ui-text/suggestions/listing.ts';
import type { SuggestionNow, SuggestionToShow } from '../../proposal-surface.ts';

export type { ProposalRefusal };
export type Proposal = ProposalSnapshot;
export type Suggestion = SuggestionSnapshot;
/** `away`: undecided, and its text is not on the path. */
export type SuggestionState = SuggestionNow['state'] | 'away';

/** By `keyOf`. */
export type SuggestionsNow = ReadonlyMap<string, SuggestionNow>;

export function keyOf({ proposalId, ordinal }: SuggestionRef): string {
  return `${proposalId}:${ordinal}`;
}

export function isSame(one: SuggestionRef | null, other: SuggestionRef | null): boolean {
  return one?.proposalId === other?.proposalId && one?.ordinal === other?.ordinal;
}

/** Returns true if there is something to decide about it in the text. */
export function isUndecided({ state }: Pick<SuggestionNow, 'state'>): boolean {
  return state === 'open' || state === 'conflict';
}

export function byKey(all: readonly SuggestionNow[]): SuggestionsNow {
  return new Map(all.map((now) => [keyOf(now), now]));
}

/** The decision that main is to store about a suggestion of the text. */
export function decisionOf({ state }: SuggestionNow): SuggestionDecision {
  return state === 'conflict' ? 'open' : state;
}

/** The state of a suggestion. @param now null where its text is not shown */
export function stateOf(
  proposalId: Proposal['proposalId'],
  { ordinal, decision }: Suggestion,
  now: SuggestionsNow | null,
): SuggestionState {
  const shown = now?.get(keyOf({ proposalId, ordinal }));
  if (decision === 'done') return shown?.state === 'open' ? 'open' : 'done';
  return shown?.state ?? (decision === 'open' && now !== null ? 'away' : decision);
}

/** Number of a proposal's suggestions in each state. */
export function countsOf({ proposalId, suggestions }: Proposal, now: SuggestionsNow | null): ProposalCounts {
  const counts = { open: 0, conflict: 0, away: 0, accepted: 0, rejected: 0, done: 0 };
  for (const suggestion of suggestions) counts[stateOf(proposalId, suggestion, now)] += 1;
  return counts;
}

/** UTF-16 code units that an edit adds and removes. */
export function sizesOf({ suggestions }: Proposal): { readonly added: number; readonly removed: number } {
  return {
    added: suggestions.reduce((sum, { inserted }) => sum + inserted.length, 0),
    removed: suggestions.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

/** The suggestions of a proposal that *Accept all* accepts, in text order. */
export function acceptableOf(proposal: Proposal, all: readonly SuggestionNow[]): readonly SuggestionNow[] {
  const unsure = new Set(proposal.suggestions.flatMap((one) => (one.unsure ? [one.ordinal] : [])));
  return all.filter(
    ({ proposalId, ordinal, state }) =>
      proposalId === proposal.proposalId && state === 'open' && !unsure.has(ordinal),
  );
}

/**
 * Suggestions the editor should show: those that main has in the text, and the open ones that the editor still shows.
 * A `done` one (already in the text) only if the editor shows it, and as open: undoing the edit that added its text
 * reopens it, but a later change must not turn it into a conflict.
 * @param unsent decisions not yet sent to main, by `keyOf`
 */
export function suggestionsToShow(
  proposals: readonly Proposal[],
  now: SuggestionsNow,
  unsent: ReadonlyMap<string, SuggestionDecision>,
  nameOf: (agentId: Proposal['agentId']) => string,
): readonly SuggestionToShow[] {
  return proposals.flatMap(({ proposalId, agentId, suggestions }) =>
    suggestions.flatMap(({ hunk: _hunk, nodeId: _nodeId, range, decision: told, ...suggestion }) => {
      const key = keyOf({ proposalId, ordinal: suggestion.ordinal });
      const known = now.get(key);
      const decision = unsent.get(key) ?? told;
      const place = range ?? (known !== undefined && decision === 'open' ? known : null);
      const isShown = decision !== 'done' || known?.state === 'done' || known?.state === 'open';
      if (place === null || !isShown) return [];
      const { from, to } = place;
      const shown = decision === 'done' ? 'open' : decision;
      return [{ ...suggestion, from, to, proposalId, agentId, agentName: nameOf(agentId), decision: shown }];
    }),
  );
}

/** The current suggestion, and where it is among those of its proposal that are undecided. */
export interface CurrentSuggestion {
  readonly proposal: Proposal;
  readonly suggestion: Suggestion;
  readonly now: SuggestionNow;
  /** 1-based, and how many there are. */
  readonly number: number;
  readonly count: number;
  /** Number of suggestions that *Accept all* accepts. */
  readonly acceptable: number;
  /** Number of suggestions that meet at its place. */
  readonly countAtPlace: number;
}

/** Null if it is decided, or not in the text. @param all in text order */
export function findCurrent(
  id: SuggestionRef | null,
  proposals: readonly Proposal[],
  all: readonly SuggestionNow[],
): CurrentSuggestion | null {
  const proposal = proposals.find(({ proposalId }) => proposalId === id?.proposalId);
  const suggestion = proposal?.suggestions.find(({ ordinal }) => ordinal === id?.ordinal);
  const undecided = all.filter(isUndecided);
  const own = undecided.filter(({ proposalId }) => proposalId === id?.proposalId);
  const index = own.findIndex((one) => isSame(one, id));
  const now = own[index];
  if (proposal === undefined || suggestion === undefined || now === undefined) return null;
  return {
    proposal,
    suggestion,
    now,
    number: index + 1,
    count: own.length,
    acceptable: acceptableOf(proposal, all).length,
    countAtPlace: countAtPlaceOf(now, undecided),
  };
}

/** Suggestions that meet are consecutive, numbered from 1. */
function countAtPlaceOf(now: SuggestionNow, undecided: readonly SuggestionNow[]): number {
  const from = undecided.indexOf(now) - now.atPlace + 1;
  const after = undecided.findIndex(({ atPlace }, index) => index > from && atPlace === 1);
  return (after < 0 ? undecided.length : after) - from;
}

/** The text of a suggestion's sentences with other words in its place. */
export function textWith({ before, after }: Suggestion, words: string): string {
  return before + words + after;
}

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
