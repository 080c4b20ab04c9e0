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
import { getLocation, listSegments, type Segment } from '../../../core/buffer/segments.ts';
import { findRestored, pathReplaced, type RestoredStructure } from '../path/effects.ts';
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
  /** Their places and states after the transaction. */
  readonly suggestions: readonly PlacedSuggestion[];
  /** The text changes of an undo or redo step that takes a decision back; null if the writer decides. */
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
 * On a step of history that restores text: the suggestions that were in it, and their places. History maps the effects
 * of steps that it joins by their changes as a set; over a change by others it would map these wrongly, as above.
 */
export const placesRestored = StateEffect.define<readonly PlacedSuggestion[]>({
  map: (places, changes) => {
    if (changes.empty) return places;
    return changes instanceof ChangeSet ? places.map((placed) => mapPlaced(changes, placed)) : undefined;
  },
});

/** Returns true if a transaction shows text of other nodes, so that suggestions are to be read again. */
export function showsOtherNodes(transaction: Transaction): boolean {
  return (
    findRestored(transaction)?.keepsNodes === false ||
    transaction.effects.some((effect) => effect.is(pathReplaced))
  );
}

/** The part of the old document whose nodes leave the path; null if a transaction changes text as typing does. */
function replacedPart(transaction: Transaction): Place | null {
  const { startState, effects } = transaction;
  const { segments: before } = startState.field(segments);
  const replacement = effects.find((effect) => effect.is(pathReplaced))?.value;
  if (replacement !== undefined) {
    const isLast = replacement.to >= before.count;
    const to = isLast ? startState.doc.length : getLocation(before, replacement.to).start;
    return { from: Math.min(replacement.at, to), to };
  }
  const restored = findRestored(transaction);
  return restored?.keepsNodes === false ? partLeft(listSegments(before), restored) : null;
}

/** The part that history takes off the path, other than by undoing an edit of the texts there. */
function partLeft(before: readonly Segment[], { path }: RestoredStructure): Place | null {
  const after = listSegments(path.segments);
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && isSameText(before[first], after[first])) first += 1;
  let end = 0;
  while (end < most - first && isSameText(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const lengthOf = (parts: readonly Segment[]) => parts.reduce((sum, { length }) => sum + length, 0);
  const left = lengthOf(before.slice(first, before.length - end));
  const from = lengthOf(before.slice(0, first));
  return left === 0 ? null : { from, to: from + left };
}

/** Returns true if one became the other by an edit, a commit, or undoing these. */
function isSameText(one: Segment | undefined, other: Segment | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.segmentId === other.segmentId) return true;
  return one.positionId !== null && one.positionId === other.positionId;
}

/** Restores suggestions to their places; later decisions about those that are still shown stay. */
function restorePlaces(
  set: SuggestionSet,
  places: readonly PlacedSuggestion[],
  { newDoc }: Transaction,
): SuggestionSet {
  const restored = places.map((place) => {
    const now = set.find(place.shown);
    return examine(newDoc, now === null ? place : { ...place, shown: now.shown, state: now.state });
  });
  return restored.length === 0 ? set : set.with(restored, newDoc);
}

export const suggestionsField = StateField.define<SuggestionSet>({
  create: () => SuggestionSet.empty,
  update: (set, transaction) => {
    const { startState, docChanged, changes, effects } = transaction;
    let now = set;
    const replaced = set.isEmpty ? null : replacedPart(transaction);
    if (!set.isEmpty && (docChanged || replaced !== null))
      now = set.map(changes.desc, startState.doc, transaction.newDoc, replaced);
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

/** The state of a suggestion before a step of history that shows it, though it was no longer shown. */
function contraryOf(placed: PlacedSuggestion, { changes, docChanged }: Transaction): PlacedSuggestion {
  const { from, to } = mapPlace(changes.invertedDesc, placed);
  const decision = docChanged ? 'accepted' : 'rejected';
  const state = isDecided(placed.state) ? 'open' : decision;
  return { shown: placed.shown, from, to, first: from, last: to, state };
}

/** State that undo restores besides the text. */
export const suggestionHistory: Extension = [
  undoableEffects.of((effect, transaction) => {
    if (!effect.is(suggestionsDecided)) return null;
    const set = transaction.startState.field(suggestionsField);
    const suggestions = effect.value.suggestions.map(
      (placed) => set.find(placed.shown) ?? contraryOf(placed, transaction),
    );
    return suggestionsDecided.of({ suggestions, step: transaction.changes.invertedDesc });
  }),
  invertedEffects.of((transaction) => {
    const { startState, docChanged, changes } = transaction;
    const set = startState.field(suggestionsField);
    const replaced = set.isEmpty ? null : replacedPart(transaction);
    if (set.isEmpty || !(docChanged || replaced)) return [];
    const left = replaced === null ? [] : set.touching(replaced.from, replaced.to);
    const lost = set.touchedBy(changes).filter((placed) => replaced !== null || !comesBack(changes, placed));
    const all = [...left, ...lost.filter((placed) => !left.some(({ shown }) => shown === placed.shown))];
    return all.length === 0 ? [] : [placesRestored.of(all)];
  }),
];
