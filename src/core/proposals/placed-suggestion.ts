import type { ProposalId } from '../ids.ts';
import type { Places } from './places.ts';

/** A suggestion is identified by its proposal and its number there, from 0 in text order. */
export interface SuggestionRef {
  readonly proposalId: ProposalId;
  readonly ordinal: number;
}

/** A suggestion and where it is. */
export interface PlacedSuggestion extends SuggestionRef {
  readonly places: Places;
}
