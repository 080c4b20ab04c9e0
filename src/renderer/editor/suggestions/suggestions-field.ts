/** The suggestions that a manuscript shows, as state of the editor, which undo restores with the text (`edits.md`). */
import { invertedEffects } from '@codemirror/commands';
import {
  type ChangeDesc,
  ChangeSet,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { getLocation } from '../../../core/buffer/segments.ts';
import { findRestored, pathReplaced } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { undoableEffects } from '../path/undoable-effects.ts';
import {
  comesBack,
  examine,
  isDecided,
  mapPlace,
  mapPlaced,
  type Place,
  type PlacedSuggestion,
} from './placed-suggestion.ts';
import { SuggestionSet } from './suggestion-set.ts';

/** All suggestions there are from now on. */
export const suggestionsShown = StateEffect.define<readonly PlacedSuggestion[]>();

export interface Decided {
  /** Where and what they are after the transaction. */
  readonly suggestions: readonly PlacedSuggestion[];
  /** What an undo or redo step that takes a decision back changes in the text; null if the writer decides. */
  readonly step: ChangeDesc | null;
}

/**
 * The writer decided about suggestions, or took that back: they are shown as they are here, whether or not they still were.
 * History maps the effects of a step over a change by others as if they were in the text before the step. (No other step
 * is joined with one that has this effect.)
 */
export const suggestionsDecided = StateEffect.define<Decided>({
  map: (decided, changes) => {
    const { suggestions, step } = decided;
    if (changes.empty) return decided;
    if (step === null || changes instanceof ChangeSet) return undefined;
    const before = changes.mapDesc(step, true);
    return {
      suggestions: suggestions.map((placed) => mapPlaced(before, placed)),
      step: step.mapDesc(changes),
    };
  },
});

/**
 * On a step of history that brings text back: where suggestions in it were. History maps the effects of steps that it
 * joins by their changes, which are a set; over a change by others it would map these wrongly, as above.
 */
const placesRestored = StateEffect.define<readonly PlacedSuggestion[]>({
  map: (places, changes) => {
    if (changes.empty) return places;
    return changes instanceof ChangeSet ? places.map((placed) => mapPlaced(changes, placed)) : undefined;
  },
});

/** Whether a transaction shows text of other nodes, so that suggestions are to be read again. */
export function showsOtherNodes(transaction: Transaction): boolean {
  return (
    findRestored(transaction)?.keepsNodes === false ||
    transaction.effects.some((effect) => effect.is(pathReplaced))
  );
}

/** The part of the old document whose nodes leave the path; null if a transaction changes text as typing does. */
function replacedPart(transaction: Transaction): Place | null {
  if (!showsOtherNodes(transaction)) return null;
  const { startState, effects, changes } = transaction;
  const replacement = effects.find((effect) => effect.is(pathReplaced))?.value;
  // History puts nodes back where their text stayed: only what it changes is of other nodes.
  if (replacement === undefined) return firstChangeOf(changes);
  const { segments: before } = startState.field(segments);
  const isLast = replacement.to >= before.count;
  const to = isLast ? startState.doc.length : getLocation(before, replacement.to).start;
  return { from: Math.min(replacement.at, to), to };
}

function firstChangeOf(changes: ChangeDesc): Place | null {
  const places: Place[] = [];
  changes.iterChangedRanges((from, to) => places.push({ from, to }));
  return places[0] ?? null;
}

/** Suggestions back where they were, if they are still shown; what was decided about them stays. */
function restorePlaces(
  set: SuggestionSet,
  places: readonly PlacedSuggestion[],
  { newDoc }: Transaction,
): SuggestionSet {
  const restored: PlacedSuggestion[] = [];
  for (const place of places) {
    const now = set.find(place.shown);
    if (now !== null) restored.push(examine(newDoc, { ...place, shown: now.shown, state: now.state }));
  }
  return restored.length === 0 ? set : set.with(restored, newDoc);
}

export const suggestionsField = StateField.define<SuggestionSet>({
  create: () => SuggestionSet.empty,
  update: (set, transaction) => {
    const { startState, docChanged, changes, effects } = transaction;
    let now = set;
    if (docChanged && !set.isEmpty)
      now = set.map(changes.desc, startState.doc, transaction.newDoc, replacedPart(transaction));
    for (const effect of effects) {
      if (effect.is(suggestionsShown)) now = now.replacedBy(effect.value, transaction.newDoc);
      else if (effect.is(suggestionsDecided)) {
        const { newDoc } = transaction;
        const decided = effect.value.suggestions.map((placed) => examine(newDoc, placed));
        now = now.with(decided, newDoc);
      } else if (effect.is(placesRestored)) now = restorePlaces(now, effect.value, transaction);
    }
    return now;
  },
});

/** What a suggestion must have been before a step of history that shows it, though it was not shown any more. */
function contraryOf(placed: PlacedSuggestion, { changes, docChanged }: Transaction): PlacedSuggestion {
  const { from, to } = mapPlace(changes.invertedDesc, placed);
  const decision = docChanged ? 'accepted' : 'rejected';
  const state = isDecided(placed.state) ? 'open' : decision;
  return { shown: placed.shown, from, to, first: from, last: to, state };
}

/** What undo restores besides the text. */
export const suggestionHistory: Extension = [
  undoableEffects.of((effect, transaction) => {
    if (!effect.is(suggestionsDecided)) return null;
    const set = transaction.startState.field(suggestionsField);
    const suggestions = effect.value.suggestions.map(
      (placed) => set.find(placed.shown) ?? contraryOf(placed, transaction),
    );
    return suggestionsDecided.of({ suggestions, step: transaction.changes.invertedDesc });
  }),
  invertedEffects.of(({ startState, docChanged, changes }) => {
    const set = startState.field(suggestionsField);
    if (set.isEmpty || !docChanged) return [];
    const lost = set.touchedBy(changes).filter((placed) => !comesBack(changes, placed));
    return lost.length === 0 ? [] : [placesRestored.of(lost)];
  }),
];
