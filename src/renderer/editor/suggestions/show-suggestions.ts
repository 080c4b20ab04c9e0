/** The suggestions of a view, as sessions see them. */

import { isolateHistory } from '@codemirror/commands';
import {
  type ChangeDesc,
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { SuggestionRef } from '../../../core/proposals/places.ts';
import { spliceOfSuggestion } from '../../../core/proposals/suggestions-of.ts';
import type { MovedPassage } from '../../../core/sections/scene-edits.ts';
import { type TextRange, wholeSpans } from '../../../core/text/span.ts';
import type {
  ChangeRecording,
  ProposalSurface,
  SuggestionNow,
  SuggestionToShow,
} from '../../proposal-surface.ts';
import { oncePerFrame } from '../deferred-work.ts';
import type { AfterComposition } from '../input/composition.ts';
import { type InsertedSpans, textAuthors } from '../marks/authorship.ts';
import { textOf } from '../plain-text.ts';
import {
  currentSuggestion,
  lastSuggestion,
  markedGroups,
  neighbourOf,
  suggestionGoneTo,
} from './current-suggestion.ts';
import {
  compareSuggestions,
  examine,
  isDecided,
  keyOf,
  mapPlace,
  type PlacedSuggestion,
  placeSuggestion,
  placesMeet,
} from './placed-suggestion.ts';
import { suggestionMarks, suggestionTheme } from './suggestion-marks.ts';
import {
  passagesMoved,
  placeInMoved,
  showsOtherNodes,
  suggestionHistory,
  suggestionsDecided,
  suggestionsField,
  suggestionsShown,
} from './suggestions-field.ts';

/** Room around a suggestion that scrolls into view. CSS pixels. */
const MARGIN = 32;

/** The state of suggestions, and how they look. */
export const suggestions: Extension = [
  suggestionsField,
  lastSuggestion,
  suggestionHistory,
  suggestionMarks,
  suggestionTheme,
];

/** The suggestions of a view: the surface, what its state needs, and a function that ends work in progress. */
export function showSuggestions(
  window: Window,
  view: () => EditorView,
  afterComposition: AfterComposition,
  onSuggestions: (now: readonly SuggestionNow[], current: SuggestionRef | null, hasStepped: boolean) => void,
): {
  readonly surface: ProposalSurface;
  readonly extension: Extension;
  cancel(): void;
} {
  const recordings = new Set<RecordedChanges>();
  const list = () => nowOf(view().state.field(suggestionsField).list());
  let hasStepped = false;
  const report = oncePerFrame(window, () => {
    onSuggestions(list(), currentSuggestion(view().state), hasStepped);
    hasStepped = false;
  });
  const dispatch = (spec: TransactionSpec | null) => {
    if (spec !== null) view().dispatch(spec);
  };
  return {
    cancel: () => report.cancel(),
    extension: ViewPlugin.define(() => ({
      // Not an update listener: those would learn of a transaction that one of them dispatches before the first one.
      update: ({ startState, state, transactions }) => {
        for (const recording of recordings)
          for (const transaction of transactions) recording.add(transaction);
        const isSame =
          startState.field(suggestionsField).revision === state.field(suggestionsField).revision &&
          startState.field(lastSuggestion) === state.field(lastSuggestion);
        const isStep = transactions.some((one) =>
          ['undo', 'redo', 'move.scene'].some((event) => one.isUserEvent(event)),
        );
        const hasAny = [startState, state].some((one) => !one.field(suggestionsField).isEmpty);
        hasStepped ||= isStep && hasAny;
        if (!isSame || hasStepped) report.request();
      },
    })),
    surface: {
      recordChanges: () => {
        const recording = new RecordedChanges(view().state.doc.length, (ended) => recordings.delete(ended));
        recordings.add(recording);
        return recording;
      },
      showSuggestions: (shown, since) => {
        const all = placeAll(view(), shown, since);
        since.stop();
        if (all === null) return null;
        view().dispatch({ effects: suggestionsShown.of(all.map(({ placed }) => placed)) });
        return all.filter(({ isElsewhere }) => isElsewhere).map(({ placed }) => placed.shown);
      },
      suggestions: list,
      currentSuggestion: () => currentSuggestion(view().state),
      goToSuggestion: (which) => {
        const { state } = view();
        const found =
          typeof which === 'string' ? neighbourOf(state, which) : state.field(suggestionsField).find(which);
        if (found === null) return false;
        afterComposition.run(() => {
          const now = view().state.field(suggestionsField).find(found.shown);
          if (now === null) return;
          const { proposalId, ordinal } = now.shown;
          const range = EditorSelection.range(now.from, now.to);
          dispatch({
            effects: [
              suggestionGoneTo.of({ proposalId, ordinal }),
              EditorView.scrollIntoView(range, { y: 'nearest', yMargin: MARGIN }),
            ],
          });
        });
        return true;
      },
      acceptSuggestions: (which, caret) =>
        afterComposition.run(() => dispatch(acceptance(view().state, which, caret))),
      rejectSuggestions: (which) => afterComposition.run(() => dispatch(rejection(view().state, which))),
      editSuggestion: (which) =>
        afterComposition.run(() => dispatch(acceptance(view().state, [which], 'selected'))),
      textAtSuggestion: (which) => {
        const { state } = view();
        const placed = state.field(suggestionsField).find(which);
        return placed && state.sliceDoc(placed.first, placed.last);
      },
    },
  };
}

/**
 * Suggestions in their present places, and whether those differ from the stated ones; null if unknown. Those that are
 * shown already have been taken through every change and undo: they stay where they are (`edits.md`, *Where suggestions
 * are*).
 */
function placeAll(
  { state }: EditorView,
  shown: readonly SuggestionToShow[],
  since: ChangeRecording,
): readonly { readonly placed: PlacedSuggestion; readonly isElsewhere: boolean }[] | null {
  if (!(since instanceof RecordedChanges) || since.isLost) return null;
  const before = new Map(
    state
      .field(suggestionsField)
      .list()
      .map((placed) => [keyOf(placed.shown), placed]),
  );
  const placeOne = (suggestion: SuggestionToShow, place: TextRange): PlacedSuggestion => {
    const key = keyOf(suggestion);
    const known = before.get(key);
    if (known === undefined) return placeSuggestion(state.doc, suggestion, place);
    // The answer lacks the decisions made since.
    const decision = since.decided.has(key) ? known.state : suggestion.decision;
    return isDecided(known.state) && !isDecided(decision)
      ? placeSuggestion(state.doc, suggestion, known)
      : examine(state.doc, { ...known, shown: suggestion, state: decision });
  };
  return shown.map((suggestion) => {
    const place = since.map(suggestion);
    const placed = placeOne(suggestion, place);
    const isElsewhere = since.isBeyond(suggestion) || placed.from !== place.from || placed.to !== place.to;
    return { placed, isElsewhere };
  });
}

function nowOf(all: readonly PlacedSuggestion[]): readonly SuggestionNow[] {
  const places = new Map<string, number>();
  for (const group of markedGroups(all))
    for (const [index, { shown }] of group.entries()) places.set(keyOf(shown), index + 1);
  return all.map(({ shown, from, to, state }) => ({
    proposalId: shown.proposalId,
    ordinal: shown.ordinal,
    from,
    to,
    state,
    atPlace: isDecided(state) ? 1 : (places.get(keyOf(shown)) ?? 1),
  }));
}

/** Changes of the text since suggestions were asked for, so that the places in the answer can be brought up to date. */
class RecordedChanges implements ChangeRecording {
  readonly #changes: { readonly desc: ChangeDesc; readonly moved: readonly MovedPassage[] }[] = [];
  readonly #onStop: (recording: RecordedChanges) => void;
  readonly #decided = new Set<string>();
  #isLost = false;
  /** Length of the text at the beginning. */
  readonly #length: number;

  constructor(length: number, onStop: (recording: RecordedChanges) => void) {
    this.#length = length;
    this.#onStop = onStop;
  }

  /** True if places cannot be brought up to date: other text is shown, or the recording ended. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The suggestions that were decided since, or opened again by undo. */
  get decided(): ReadonlySet<string> {
    return this.#decided;
  }

  add(transaction: Transaction): void {
    if (showsOtherNodes(transaction)) this.#isLost = true;
    else if (transaction.docChanged)
      this.#changes.push({
        desc: transaction.changes.desc,
        moved: transaction.effects.flatMap((effect) => (effect.is(passagesMoved) ? effect.value : [])),
      });
    for (const effect of transaction.effects)
      if (effect.is(suggestionsDecided))
        for (const { shown } of effect.value.suggestions) this.#decided.add(keyOf(shown));
  }

  /** Returns true if a place is none of the text at the beginning. */
  isBeyond({ to }: TextRange): boolean {
    return to > this.#length;
  }

  /** The present place for one of the text at the beginning; one beyond it is taken for its end. */
  map({ from, to }: TextRange): TextRange {
    const inside = { from: Math.min(from, this.#length), to: Math.min(to, this.#length) };
    return this.#changes.reduce((at, { desc, moved }) => {
      const by = placeInMoved(moved, { first: at.from, last: at.to });
      return by === null ? mapPlace(desc, at) : { from: at.from + by, to: at.to + by };
    }, inside);
  }

  stop(): void {
    this.#isLost = true;
    this.#changes.length = 0;
    this.#onStop(this);
  }
}

/** Transactions that accept and reject suggestions (`edits.md`, *In the manuscript*). */
function find(state: EditorState, which: readonly SuggestionRef[]): readonly PlacedSuggestion[] {
  const set = state.field(suggestionsField);
  return which.flatMap((id) => set.find(id) ?? []).sort(compareSuggestions);
}

/**
 * The open ones, in text order, of which none changes the sentences of another proposal’s before it; or a conflict that is
 * named alone.
 */
function acceptable(state: EditorState, which: readonly SuggestionRef[]): readonly PlacedSuggestion[] {
  const named = find(state, which);
  const [only, ...more] = named;
  if (only === undefined) return [];
  if (more.length === 0) return only.state === 'open' || only.state === 'conflict' ? [only] : [];
  const taken: PlacedSuggestion[] = [];
  for (const placed of named) {
    const { shown, first: from, last: to } = placed;
    const isInTheWay = (other: PlacedSuggestion) =>
      other.shown.proposalId === shown.proposalId
        ? other.to > placed.from
        : placesMeet({ from, to }, other) || placesMeet(placed, { from: other.first, to: other.last });
    if (placed.state === 'open' && !taken.some(isInTheWay)) taken.push(placed);
  }
  return taken;
}

/**
 * Replaces the words that suggestions change, with their agents as authors; null if none can be accepted.
 * @param caret `after` moves it behind the text of the last one, `selected` selects that
 */
function acceptance(
  state: EditorState,
  which: readonly SuggestionRef[],
  caret: 'after' | 'keep' | 'selected',
): TransactionSpec | null {
  const chosen = acceptable(state, which);
  if (chosen.length === 0 || state.readOnly) return null;
  const changes: ChangeSpec[] = [];
  const authors: InsertedSpans[] = [];
  const accepted: PlacedSuggestion[] = [];
  let moved = 0;
  for (const { shown, first, last, ...place } of chosen) {
    const { from, to } = withoutSpace(state, place, shown.removed);
    const start = from + moved;
    const now = {
      removed: state.sliceDoc(from, to),
      inserted: shown.inserted,
      before: state.sliceDoc(first, from),
      after: state.sliceDoc(to, last),
    };
    for (const splice of spliceOfSuggestion(now)) {
      const { length } = splice.insert;
      changes.push({ from: from + splice.from, to: from + splice.to, insert: textOf(splice.insert) });
      if (length > 0)
        authors.push({ at: from + splice.from + moved, spans: wholeSpans(shown.agentId, length) });
      moved += length - (splice.to - splice.from);
    }
    const end = start + shown.inserted.length;
    accepted.push({ shown, from: start, to: end, first: start, last: end, state: 'accepted' });
  }
  const last = accepted.at(-1);
  const selection =
    last === undefined || caret === 'keep'
      ? null
      : EditorSelection.single(caret === 'after' ? last.to : last.from, last.to);
  return {
    changes,
    ...(selection === null ? {} : { selection }),
    effects: suggestionsDecided.of({ suggestions: accepted, step: null }),
    annotations: [textAuthors.of(authors), isolateHistory.of('full')],
    userEvent: 'input.suggestion',
  };
}

/** A place without the spaces at its ends that were not in the words it is for: after other edits they divide what is around it. */
function withoutSpace({ doc }: EditorState, { from, to }: TextRange, removed: string): TextRange {
  const text = doc.sliceString(from, to);
  const [lead, trail] = [text.length - text.trimStart().length, text.length - text.trimEnd().length];
  if (lead === text.length) return { from, to };
  return { from: /^\s/.test(removed) ? from : from + lead, to: /\s$/.test(removed) ? to : to - trail };
}

/** Null if there are none to reject. */
function rejection(state: EditorState, which: readonly SuggestionRef[]): TransactionSpec | null {
  const rejected = find(state, which)
    .filter((placed) => !isDecided(placed.state))
    .map(
      (placed): PlacedSuggestion => ({ ...placed, first: placed.from, last: placed.to, state: 'rejected' }),
    );
  if (rejected.length === 0 || state.readOnly) return null;
  return {
    effects: suggestionsDecided.of({ suggestions: rejected, step: null }),
    annotations: isolateHistory.of('full'),
  };
}
