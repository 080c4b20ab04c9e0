/** A suggestion and its place in the document (`edits.md`, *Where suggestions are*). Pure; offsets in UTF-16 code units. */
import type { ChangeDesc, Text } from '@codemirror/state';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import { findRestored, suggestionState } from '../../../core/proposals/suggestion-state.ts';
import { sentencesOf } from '../../../core/text/sentences.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { SuggestionNow, SuggestionToShow } from '../../proposal-surface.ts';

export type StateNow = SuggestionNow['state'];

/** Its range is that of the document. */
export interface PlacedSuggestion extends TextRange {
  readonly shown: SuggestionToShow;
  readonly state: StateNow;
  /** Start and end of its sentences as they are now; of a decided one, its ends. */
  readonly first: number;
  readonly last: number;
}

export function keyOf({ proposalId, ordinal }: SuggestionRef): string {
  return `${proposalId}:${ordinal}`;
}

export function isDecided(state: StateNow): boolean {
  return state === 'accepted' || state === 'rejected';
}

/** Returns true if there is something to decide about it, so that it is marked in the text. */
export function isMarked({ state }: PlacedSuggestion): boolean {
  return state === 'open' || state === 'conflict';
}

/** The place after a change. What is inserted at its ends stays outside; an empty place stays before it. */
export function mapPlace(changes: ChangeDesc, { from, to }: TextRange): TextRange {
  if (from === to) {
    const at = changes.mapPos(from, -1);
    return { from: at, to: at };
  }
  const end = changes.mapPos(to, -1);
  return { from: Math.min(changes.mapPos(from, 1), end), to: end };
}

/**
 * The suggestion after a change, as far as its place goes; `examine` finds its state.
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

/** Returns true if the last sentence of a suggestion has lost its end. */
export function isUnfinished(doc: Text, { last }: PlacedSuggestion): boolean {
  return !SENTENCE_END.test(doc.sliceString(Math.max(0, last - 8), last));
}

/** Returns true if undoing a change by mapping alone restores the place and its sentences. */
export function comesBack(changes: ChangeDesc, placed: PlacedSuggestion): boolean {
  const back = mapPlaced(changes.invertedDesc, mapPlaced(changes, placed));
  return (['from', 'to', 'first', 'last'] as const).every((edge) => back[edge] === placed[edge]);
}

/** Determines the state of an undecided suggestion from the text at its place. */
export function examine(doc: Text, placed: PlacedSuggestion): PlacedSuggestion {
  if (isDecided(placed.state)) return placed;
  const { shown } = placed;
  const text = {
    length: doc.length,
    slice: (start: number, end: number) => doc.sliceString(start, end),
  };
  const found = suggestionState(shown, placed, text);
  const place = (found === 'conflict' ? findRestored(shown, placed, text) : null) ?? placed;
  const { from, to } = place;
  const state = place === placed ? found : suggestionState(shown, place, text);
  if (state !== 'open')
    return {
      ...placed,
      from,
      to,
      first: Math.min(placed.first, from),
      last: Math.max(placed.last, to),
      state,
    };
  return { shown, from, to, first: from - shown.before.length, last: to + shown.after.length, state };
}

/** A suggestion at a place of this document, from scratch. */
export function placeSuggestion(
  doc: Text,
  shown: SuggestionToShow,
  { from, to }: TextRange,
): PlacedSuggestion {
  const state = shown.decision;
  if (isDecided(state)) return { shown, from, to, first: from, last: to, state };
  const placed = examine(doc, { shown, from, to, first: from, last: to, state });
  // Its former sentences are unknown: those that are there now.
  return placed.state === 'open' ? placed : { ...placed, ...sentencesAround(doc, placed) };
}

/** Distance from a place within which the ends of its sentences are sought. UTF-16 code units. */
const SENTENCE_SEARCH = 2_000;

/** The sentences of its lines that a place is in; an empty one is in those it touches. */
function sentencesAround(doc: Text, { from, to }: TextRange): Pick<PlacedSuggestion, 'first' | 'last'> {
  const start = Math.max(doc.lineAt(from).from, from - SENTENCE_SEARCH);
  const end = Math.min(doc.lineAt(to).to, to + SENTENCE_SEARCH);
  const ranges = sentencesOf(doc.sliceString(start, end)).map((range) => ({
    from: start + range.from,
    to: start + range.to,
  }));
  const around = ranges.filter((range) => placesMeet(range, { from, to }));
  return { first: Math.min(from, around[0]?.from ?? from), last: Math.max(to, around.at(-1)?.to ?? to) };
}

/** In text order. */
export function compareSuggestions(a: PlacedSuggestion, b: PlacedSuggestion): number {
  if (a.from !== b.from || a.to !== b.to) return a.from - b.from || a.to - b.to;
  const [one, other] = [a.shown, b.shown];
  if (one.proposalId !== other.proposalId) return one.proposalId < other.proposalId ? -1 : 1;
  return one.ordinal - other.ordinal;
}

/** Returns true if two places overlap, or one is empty and touches the other. */
export function placesMeet(a: TextRange, b: TextRange): boolean {
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
