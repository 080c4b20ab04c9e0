/** The texts about suggestions where they are listed: the inspector’s tab, cards in conversations, the Passage tab. */
import { countOf } from '../plural.ts';

export const NO_PROPOSALS =
  'No suggestions yet. Ask an agent for an edit of the selection, a chapter or everything, and decide on each change here and in the text.';

/** As `3 open · 1 accepted · 1 conflict`. */
export function proposalCounts(counts: ProposalCounts): string {
  const parts = COUNTED.filter(([name]) => counts[name] > 0).map(
    ([name, words]) => `${counts[name]} ${words}`,
  );
  return parts.join(' · ');
}

export interface ProposalCounts {
  readonly open: number;
  readonly conflict: number;
  readonly away: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly done: number;
}

const COUNTED = [
  ['open', 'open'],
  ['conflict', 'in conflict'],
  ['away', 'on another branch'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['done', 'in the text already'],
] as const satisfies readonly (readonly [keyof ProposalCounts, string])[];

/** Label of a suggestion that is not open. */
export const SUGGESTION_STATES = {
  open: '',
  conflict: 'in conflict',
  away: 'on another branch',
  accepted: 'accepted',
  rejected: 'rejected',
  done: 'in the text already',
} as const satisfies Readonly<Record<keyof ProposalCounts, string>>;

/** Amounts that an edit adds and removes, as `+120 −80`. */
export function sizeOf(added: number, removed: number): string {
  return `+${added} −${removed}`;
}

/** A card of a conversation, as `3 suggestions, +120 −80`. */
export function cardText(count: number, added: number, removed: number): string {
  return `${countOf(count, 'suggestion')}, ${sizeOf(added, removed)}`;
}

export const REFUSED = 'Refused';
/** Before why it was. */
export const REST_LEFT_OUT = 'The rest of the answer was left out.';
export const EXPECTED = 'Expected';
export const FOUND = 'Found';
/** The part of an answer that does not fit. */
export function partText(part: number, parts: number): string {
  return `This is about part ${part} of ${parts}.`;
}

export const RAW_ANSWER = 'The answer it came from';
/** The source of a part of a text that is an accepted suggestion. */
export function suggestionKind(instruction: string | null): string {
  return instruction === null || instruction === ''
    ? 'accepted suggestion'
    : `accepted edit: “${instruction}”`;
}

/** The button that lists the rest. */
export const showAllOf = (count: number) => `Show all ${count}`;
