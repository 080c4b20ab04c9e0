/** Transactions that accept and reject suggestions (`edits.md`, *In the manuscript*). */
import { isolateHistory } from '@codemirror/commands';
import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { SuggestionRef } from '../../../core/proposals/placed-suggestion.ts';
import { spliceOfSuggestion } from '../../../core/proposals/suggestions-of.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { InsertedSpans } from '../marks/authorship.ts';
import { textAuthors } from '../marks/text-authors.ts';
import { textOf } from '../plain-text.ts';
import {
  compareSuggestions,
  isDecided,
  type Place,
  type PlacedSuggestion,
  placesMeet,
} from './placed-suggestion.ts';
import { suggestionsDecided, suggestionsField } from './suggestions-field.ts';

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
export function acceptance(
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
function withoutSpace({ doc }: EditorState, { from, to }: Place, removed: string): Place {
  const text = doc.sliceString(from, to);
  const [lead, trail] = [text.length - text.trimStart().length, text.length - text.trimEnd().length];
  if (lead === text.length) return { from, to };
  return { from: /^\s/.test(removed) ? from : from + lead, to: /\s$/.test(removed) ? to : to - trail };
}

/** Null if there are none to reject. */
export function rejection(state: EditorState, which: readonly SuggestionRef[]): TransactionSpec | null {
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
