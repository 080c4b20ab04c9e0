/** The suggestions that a manuscript shows, as state of the editor, which undo restores with the text (`edits.md`). */

import { invertedEffects } from '@codemirror/commands';
import {
  type ChangeDesc,
  ChangeSet,
  type Extension,
  MapMode,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { getLocation, listSegments, type Segment } from '../../../core/buffer/segments.ts';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import type { MovedPassage } from '../../../core/sections/scene-edits.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { SuggestionToShow } from '../../proposal-surface.ts';
import { findRestored, pathReplaced, type RestoredStructure } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { undoableEffects } from '../path/switch-run.ts';
import {
  comesBack,
  compareSuggestions,
  examine,
  isDecided,
  isUnfinished,
  keyOf,
  mapPlace,
  mapPlaced,
  type PlacedSuggestion,
  type StateNow,
} from './placed-suggestion.ts';

// The suggestions of a text. Each is kept with the text that its state depends on, its zone: a change examines only those
// whose zones it touches and moves the others, as CodeMirror moves marks.

/** A suggestion in its zone; offsets count from where that begins. */
class Zoned extends RangeValue {
  readonly shown: SuggestionToShow;
  readonly state: StateNow;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;

  constructor(placed: PlacedSuggestion, zone: TextRange) {
    super();
    this.shown = placed.shown;
    this.state = placed.state;
    this.from = placed.from - zone.from;
    this.to = placed.to - zone.from;
    this.first = placed.first - zone.from;
    this.last = placed.last - zone.from;
    // Text inserted at the ends of a zone stays outside.
    this.startSide = zone.from === zone.to ? -1 : 1;
    this.endSide = -1;
    this.mapMode = MapMode.Simple;
  }

  override eq(other: RangeValue): boolean {
    return (
      other instanceof Zoned &&
      this.shown === other.shown &&
      this.state === other.state &&
      this.from === other.from &&
      this.to === other.to &&
      this.first === other.first &&
      this.last === other.last
    );
  }

  placedAt(start: number): PlacedSuggestion {
    return {
      shown: this.shown,
      state: this.state,
      from: start + this.from,
      to: start + this.to,
      first: start + this.first,
      last: start + this.last,
    };
  }
}

/** The text that the state of a suggestion depends on, with its sentences. */
function zoneOf({ shown, state, from, to, first, last }: PlacedSuggestion, length: number): TextRange {
  if (state === 'open') return { from: first, to: last };
  if (state === 'accepted' || state === 'rejected') return { from, to };
  const { before, inserted, after } = shown;
  return {
    from: Math.max(0, Math.min(first, from - before.length, to - inserted.length - before.length)),
    to: Math.min(length, Math.max(last, to + after.length, from + inserted.length + after.length)),
  };
}

function zoned(placed: PlacedSuggestion, length: number): Range<Zoned> {
  const zone = zoneOf(placed, length);
  return new Zoned(placed, zone).range(zone.from, zone.to);
}

/** Each update fragments a RangeSet a little; after this many it is rebuilt. */
const UPDATES_BEFORE_REBUILD = 256;

interface Counts {
  /** Since the ranges were built. */
  readonly updates: number;
  readonly revision: number;
  readonly touches: number;
}

/** Immutable. */
class SuggestionSet {
  static readonly empty = new SuggestionSet(RangeSet.empty, { updates: 0, revision: 0, touches: 0 });
  readonly #ranges: RangeSet<Zoned>;
  readonly #counts: Counts;

  private constructor(ranges: RangeSet<Zoned>, counts: Counts) {
    this.#ranges = ranges;
    this.#counts = counts;
  }

  /** Another number after a change of what the suggestions are or of their states, and not after one that only moved them. */
  get revision(): number {
    return this.#counts.revision;
  }

  /** Another number after a change of a revision, or of text around a suggestion. */
  get touches(): number {
    return this.#counts.touches;
  }

  /** These instead. */
  replacedBy(suggestions: readonly PlacedSuggestion[], doc: Text): SuggestionSet {
    const ranges = suggestions.map((placed) => zoned(placed, doc.length));
    return this.#next(RangeSet.of(ranges, true), true);
  }

  get isEmpty(): boolean {
    return this.#ranges.size === 0;
  }

  /** In text order. Linear in their number. */
  list(): readonly PlacedSuggestion[] {
    const all: PlacedSuggestion[] = [];
    for (const cursor = this.#ranges.iter(); cursor.value !== null; cursor.next())
      all.push(cursor.value.placedAt(cursor.from));
    return all.sort(compareSuggestions);
  }

  /** Null if it is not among them. Linear in their number. */
  find(id: SuggestionRef): PlacedSuggestion | null {
    for (const cursor = this.#ranges.iter(); cursor.value !== null; cursor.next()) {
      const { shown } = cursor.value;
      if (shown.proposalId === id.proposalId && shown.ordinal === id.ordinal)
        return cursor.value.placedAt(cursor.from);
    }
    return null;
  }

  /** The suggestions whose zones touch `[from, to]`, in text order. */
  touching(from: number, to: number): readonly PlacedSuggestion[] {
    const found: PlacedSuggestion[] = [];
    this.#ranges.between(from, to, (start, _end, value) => {
      found.push(value.placedAt(start));
    });
    return found.sort(compareSuggestions);
  }

  /** The suggestions whose zones a change touches. */
  touchedBy(changes: ChangeDesc): readonly PlacedSuggestion[] {
    return [...this.#zonesTouchedBy(changes)].map(([value, { from }]) => value.placedAt(from));
  }

  /**
   * The suggestions after a change of the text.
   * @param replaced text whose suggestions leave with it, as do those that the change touches; null to examine these
   */
  map(changes: ChangeDesc, before: Text, after: Text, replaced: TextRange | null): SuggestionSet {
    const touched = this.#zonesTouchedBy(changes);
    if (replaced !== null)
      this.#ranges.between(replaced.from, replaced.to, (from, to, value) => {
        touched.set(value, { from, to });
      });
    const ranges = this.#ranges.map(changes);
    if (touched.size === 0) return new SuggestionSet(ranges, this.#counts);
    const [out, add] = [new Set<Zoned>(), [] as Range<Zoned>[]];
    let isRevised = replaced !== null;
    let [from, to] = [after.length, 0];
    for (const [value, zone] of touched) {
      const mapped = {
        from: changes.mapPos(zone.from, value.startSide),
        to: changes.mapPos(zone.to, value.endSide),
      };
      if (replaced === null) {
        const placed = value.placedAt(zone.from);
        const moved = mapPlaced(changes, placed, isUnfinished(before, placed));
        const now = zoned(examine(after, moved), after.length);
        isRevised ||= now.value.state !== value.state;
        const isSame = now.value.eq(value) && now.from === mapped.from && now.to === mapped.to;
        // CodeMirror drops an empty range from deleted text.
        if (isSame && now.from < now.to) continue;
        add.push(now);
      }
      out.add(value);
      from = Math.min(from, mapped.from);
      to = Math.max(to, mapped.to);
    }
    const filter = (_from: number, _to: number, value: Zoned) => !out.has(value);
    const isUnchanged = out.size === 0;
    return this.#next(
      isUnchanged ? ranges : ranges.update({ filter, filterFrom: from, filterTo: to, add, sort: true }),
      isRevised,
    );
  }

  /** With these in place of those with the same ids. Linear in the number of suggestions. */
  with(suggestions: readonly PlacedSuggestion[], doc: Text): SuggestionSet {
    const keys = new Set(suggestions.map(({ shown }) => keyOf(shown)));
    const filter = (_from: number, _to: number, { shown }: Zoned) => !keys.has(keyOf(shown));
    const add = suggestions.map((placed) => zoned(placed, doc.length));
    return this.#next(this.#ranges.update({ filter, add, sort: true }), true);
  }

  #next(ranges: RangeSet<Zoned>, isRevised: boolean): SuggestionSet {
    const { updates, revision, touches } = this.#counts;
    const counts = { revision: revision + (isRevised ? 1 : 0), touches: touches + 1 };
    if (updates < UPDATES_BEFORE_REBUILD)
      return new SuggestionSet(ranges, { ...counts, updates: updates + 1 });
    const all: Range<Zoned>[] = [];
    for (const cursor = ranges.iter(); cursor.value !== null; cursor.next())
      all.push(cursor.value.range(cursor.from, cursor.to));
    return new SuggestionSet(RangeSet.of(all, true), { ...counts, updates: 0 });
  }

  #zonesTouchedBy(changes: ChangeDesc): Map<Zoned, TextRange> {
    const touched = new Map<Zoned, TextRange>();
    changes.iterChangedRanges((fromA, toA) => {
      this.#ranges.between(fromA, toA, (from, to, value) => {
        touched.set(value, { from, to });
      });
    }, true);
    return touched;
  }
}

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

/** The text goes elsewhere in parts, with the suggestions in them (`scenes.md`). The places are those before and after. */
export const passagesMoved = StateEffect.define<readonly MovedPassage[]>();

/** A place in a part that goes elsewhere, as far as its whole extent `[first, last]` is in it; null if it is in none. */
export function placeInMoved(
  passages: readonly MovedPassage[],
  { first, last }: { readonly first: number; readonly last: number },
): number | null {
  const passage = passages.find(({ from, to }) => from <= first && last <= to);
  return passage === undefined ? null : passage.at - passage.from;
}

/** Takes suggestions along that were wholly, with their sentences, in what moved. */
function takeAlong(
  now: SuggestionSet,
  before: SuggestionSet,
  passages: readonly MovedPassage[],
  doc: Text,
): SuggestionSet {
  const moved = before.list().flatMap((placed) => {
    const by = placeInMoved(passages, placed);
    if (by === null) return [];
    const { from, to, first, last } = placed;
    return [examine(doc, { ...placed, from: from + by, to: to + by, first: first + by, last: last + by })];
  });
  return moved.length === 0 ? now : now.with(moved, doc);
}

/** Returns true if a transaction shows text of other nodes, so that suggestions are to be read again. */
export function showsOtherNodes(transaction: Transaction): boolean {
  return (
    findRestored(transaction)?.keepsNodes === false ||
    transaction.effects.some((effect) => effect.is(pathReplaced))
  );
}

/** The part of the old document whose nodes leave the path; null if a transaction changes text as typing does. */
function replacedPart(transaction: Transaction): TextRange | null {
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
function partLeft(before: readonly Segment[], { path }: RestoredStructure): TextRange | null {
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
      } else if (effect.is(passagesMoved)) now = takeAlong(now, set, effect.value, transaction.newDoc);
      else if (effect.is(placesRestored)) now = restorePlaces(now, effect.value, transaction);
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
