/** A suggestion and its place in the document (`edits.md`, *Where suggestions are*). Pure; offsets in UTF-16 code units. */
import type { ChangeDesc, Text } from '@codemirror/state';
import type { SuggestionRef } from '../../../core/proposals/placed-suggestion.ts';
import { suggestionState } from '../../../core/proposals/suggestion-state.ts';
import type { SuggestionNow, SuggestionToShow } from '../../proposal-surface.ts';

export type StateNow = SuggestionNow['state'];

/** `[from, to)` of the document. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface PlacedSuggestion extends Place {
  readonly shown: SuggestionToShow;
  readonly state: StateNow;
  /** Where its sentences, as they are now, begin and end; of a decided one, its ends. */
  readonly first: number;
  readonly last: number;
}

export function keyOf({ proposalId, ordinal }: SuggestionRef): string {
  return `${proposalId}:${ordinal}`;
}

export function isDecided(state: StateNow): boolean {
  return state === 'accepted' || state === 'rejected';
}

/** Whether there is something to decide about it, so that it is marked in the text. */
export function isMarked({ state }: PlacedSuggestion): boolean {
  return state === 'open' || state === 'conflict';
}

/** The place after a change. What is inserted at its ends stays outside; an empty place stays before it. */
export function mapPlace(changes: ChangeDesc, { from, to }: Place): Place {
  if (from === to) {
    const at = changes.mapPos(from, -1);
    return { from: at, to: at };
  }
  const end = changes.mapPos(to, -1);
  return { from: Math.min(changes.mapPos(from, 1), end), to: end };
}

/**
 * The suggestion after a change, as far as its place goes; `examine` says what has become of it.
 * @param isUnfinished its last sentence has no end, so that what is inserted there continues it
 */
export function mapPlaced(
  changes: ChangeDesc,
  placed: PlacedSuggestion,
  isUnfinished = false,
): PlacedSuggestion {
  const { from, to } = mapPlace(changes, placed);
  const { first, last } = placed;
  const start = changes.mapPos(first, first === last ? -1 : 1);
  const end = changes.mapPos(last, isUnfinished ? 1 : -1);
  return { ...placed, from, to, first: Math.min(start, from), last: Math.max(end, to) };
}

const SENTENCE_END = /(?:[.!?…。！？]["'”’»)\]]*\s*|\n)$/u;

/** Whether the last sentence of a suggestion has lost its end. */
export function isUnfinished(doc: Text, { last }: PlacedSuggestion): boolean {
  return !SENTENCE_END.test(doc.sliceString(Math.max(0, last - 8), last));
}

/** Whether undoing a change by mapping alone brings the place back. */
export function comesBack(changes: ChangeDesc, place: Place): boolean {
  const back = mapPlace(changes.invertedDesc, mapPlace(changes, place));
  return back.from === place.from && back.to === place.to;
}

/** What the text at its place makes of an undecided suggestion. */
export function examine(doc: Text, placed: PlacedSuggestion): PlacedSuggestion {
  if (isDecided(placed.state)) return placed;
  const { shown, from, to } = placed;
  const state = suggestionState(shown, placed, {
    length: doc.length,
    slice: (start, end) => doc.sliceString(start, end),
  });
  if (state !== 'open') return { ...placed, state };
  return { shown, from, to, first: from - shown.before.length, last: to + shown.after.length, state };
}

/** A suggestion at a place of this document, from scratch. */
export function placeSuggestion(doc: Text, shown: SuggestionToShow, { from, to }: Place): PlacedSuggestion {
  const state = shown.decision;
  if (isDecided(state)) return { shown, from, to, first: from, last: to, state };
  const first = Math.max(0, from - shown.before.length);
  const last = Math.min(doc.length, to + shown.after.length);
  return examine(doc, { shown, from, to, first, last, state });
}

/** In text order. */
export function compareSuggestions(a: PlacedSuggestion, b: PlacedSuggestion): number {
  if (a.from !== b.from || a.to !== b.to) return a.from - b.from || a.to - b.to;
  const [one, other] = [a.shown, b.shown];
  if (one.proposalId !== other.proposalId) return one.proposalId < other.proposalId ? -1 : 1;
  return one.ordinal - other.ordinal;
}

/** Whether two places overlap, or one is empty and touches the other. */
export function placesMeet(a: Place, b: Place): boolean {
  if (a.from === a.to || b.from === b.to) return a.from <= b.to && b.from <= a.to;
  return a.from < b.to && b.from < a.to;
}

/** Suggestions in text order, those that meet together: each marked place shows one of them. */
export function groupByPlace(sorted: readonly PlacedSuggestion[]): readonly (readonly PlacedSuggestion[])[] {
  const groups: PlacedSuggestion[][] = [];
  let extent: { from: number; to: number } | null = null;
  for (const placed of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && extent !== null && placesMeet(extent, placed)) {
      group.push(placed);
      extent.to = Math.max(extent.to, placed.to);
    } else {
      groups.push([placed]);
      extent = { from: placed.from, to: placed.to };
    }
  }
  return groups;
}
