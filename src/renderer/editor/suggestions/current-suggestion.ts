/** The suggestion that the commands are about: the one at the caret, or the one last gone to (`edits.md`). */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import { groupByPlace, isMarked, type PlacedSuggestion } from './placed-suggestion.ts';
import { suggestionsDecided, suggestionsField, suggestionsShown } from './suggestions-field.ts';

export const suggestionGoneTo = StateEffect.define<SuggestionRef>();

export function isSame(a: SuggestionRef | null, b: SuggestionRef | null): boolean {
  return a?.proposalId === b?.proposalId && a?.ordinal === b?.ordinal;
}

function idOf({ shown: { proposalId, ordinal } }: PlacedSuggestion): SuggestionRef {
  return { proposalId, ordinal };
}

/** The marked suggestion at the caret; where several meet, `preferred` or else the first. */
function suggestionAtCaret(state: EditorState, preferred: SuggestionRef | null): SuggestionRef | null {
  const set = state.field(suggestionsField);
  if (set.isEmpty) return null;
  const { head } = state.selection.main;
  const here = set
    .touching(head, head)
    .filter((placed) => isMarked(placed) && placed.from <= head && head <= placed.to);
  const chosen = here.find(({ shown }) => isSame(shown, preferred)) ?? here[0];
  return chosen === undefined ? null : idOf(chosen);
}

/**
 * The one at the caret or last gone to, even if it was decided since: next and previous continue from it. Moving the
 * caret away from all suggestions leaves none; typing elsewhere keeps it.
 */
export const lastSuggestion = StateField.define<SuggestionRef | null>({
  create: () => null,
  update: (last, { state, effects, selection, docChanged }) => {
    const goneTo = effects.find((effect) => effect.is(suggestionGoneTo));
    if (goneTo !== undefined) return goneTo.value;
    const isAffected =
      docChanged || effects.some((effect) => effect.is(suggestionsShown) || effect.is(suggestionsDecided));
    if (selection === undefined && !isAffected) return last;
    const here = suggestionAtCaret(state, last);
    if (here !== null) return isSame(here, last) ? last : here;
    return isAffected ? last : null;
  },
});

/** Null if there is none, or it was decided or is not shown. Linear in the number of suggestions. */
export function currentSuggestion(state: EditorState): SuggestionRef | null {
  const last = state.field(lastSuggestion);
  const placed = last && state.field(suggestionsField).find(last);
  return placed !== null && isUndecided(placed) ? last : null;
}

function isUndecided({ state }: PlacedSuggestion): boolean {
  return state !== 'accepted' && state !== 'rejected';
}

/** The marked suggestion after or before the last one or else the caret, around the ends; null if there is none. */
export function neighbourOf(state: EditorState, which: 'next' | 'previous'): PlacedSuggestion | null {
  const all = state.field(suggestionsField).list();
  const last = state.field(lastSuggestion);
  const base = all.findIndex(({ shown }) => isSame(shown, last));
  const { head } = state.selection.main;
  const marked = [...all.entries()].filter(([, placed]) => isMarked(placed));
  const isAfter = ([index, { from }]: [number, PlacedSuggestion]) => (base < 0 ? from >= head : index > base);
  const isBefore = ([index, { from }]: [number, PlacedSuggestion]) => (base < 0 ? from < head : index < base);
  const found =
    which === 'next' ? (marked.find(isAfter) ?? marked[0]) : (marked.findLast(isBefore) ?? marked.at(-1));
  return found?.[1] ?? null;
}

/** Marked suggestions by place, in text order. */
export function markedGroups(sorted: readonly PlacedSuggestion[]): readonly (readonly PlacedSuggestion[])[] {
  return groupByPlace(sorted.filter(isMarked));
}
