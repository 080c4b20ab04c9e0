/**
 * The undo history as plain data, to continue after a restart (`domain.md`, *Undo*). A step is saved with what it
 * changes in the structure that the step after it left, so that a history costs what was typed and not the document for
 * each step; and what the structure was before a step is worked out only when that is undone.
 */
import { historyField, undoDepth } from '@codemirror/commands';
import {
  ChangeDesc,
  type ChangeSet,
  EditorSelection,
  EditorState,
  type StateEffect,
} from '@codemirror/state';
import { assert } from '../../core/assert.ts';
import {
  differingSegments,
  findLocation,
  type Segment,
  segmentsBetween,
  spliceSegments,
} from '../../core/buffer/segments.ts';
import { SavedSteps, type UndoSteps } from '../../core/buffer/undo-steps.ts';
import type { NodeId } from '../../core/ids.ts';
import { MAX_UNDO_LENGTH, MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import type { Spans } from '../../core/text/span.ts';
import type { PrunedPosition } from '../surface.ts';
import { advanceAuthors, authorship, spansBetween, writer } from './marks/authorship.ts';
import { type BufferPath, newSegmentId, reconcilePath } from './path/buffer-path.ts';
import { positionPruned, type SavedStructure, structureSaved, switchJoined } from './path/effects.ts';
import { othersChange } from './path/others-change.ts';
import { segments as segmentsField } from './path/segments.ts';
import type { PlacedSuggestion } from './suggestions/placed-suggestion.ts';
import { placesRestored, suggestionsDecided } from './suggestions/suggestions-field.ts';

/** A step as CodeMirror's history field has it; one without changes only selects. */
interface HistoryEvent {
  readonly changes?: ChangeSet;
  readonly effects: readonly StateEffect<unknown>[];
  toJSON(): unknown;
}

interface HistoryValue {
  readonly done: readonly HistoryEvent[];
}

/**
 * A segment before a step: one that is there after it too (its index among those that the step changes), or another. Or a
 * run of segments that the step did not change, by the index of the first: two changes may be far apart.
 */
type SavedSegment =
  | (Omit<Segment, 'segmentId'> & { readonly after?: number })
  | { readonly unchanged: number; readonly after: number };

interface SavedStep {
  readonly event: unknown;
  /** Segments from this index on, that many, were these before. */
  readonly from: number;
  readonly count: number;
  readonly segments: readonly SavedSegment[];
  readonly bufferWas: NodeId | null;
  /** Authors of text that the step restores, with offsets in the text before it. */
  readonly spans: readonly { readonly at: number; readonly spans: Spans }[];
  readonly written: number;
  readonly caretBefore: unknown;
  readonly caretAfter: unknown;
  readonly endsStep: boolean;
  readonly effects: readonly SavedEffect[];
}

type SavedEffect =
  | { readonly kind: 'pruned'; readonly value: PrunedPosition }
  | { readonly kind: 'switched'; readonly caret: unknown }
  | { readonly kind: 'places'; readonly value: readonly PlacedSuggestion[] }
  | { readonly kind: 'decided'; readonly value: readonly PlacedSuggestion[]; readonly step: unknown };

/** The steps of an editor's history that are not saved. */
export class UnsavedSteps {
  /** By what each step changes: a selection after it makes another event of it. */
  readonly #saved: SavedSteps<ChangeSet>;
  /** The path that the last one left. */
  #path: BufferPath | null = null;
  /** Changes of the last saved steps in the structure. */
  #differences: ReadonlyMap<ChangeSet, Difference> = new Map();

  /** @param first which step the history of the state begins with, if it was saved; null if it was not */
  constructor(state: EditorState, first: number | null) {
    this.#saved = first === null ? new SavedSteps() : new SavedSteps(changesOf(stepsOf(state)), first);
  }

  /** Returns true if there are steps that are not saved as they are now; false while a commit is in progress. */
  hasAny(state: EditorState): boolean {
    const path = state.field(segmentsField);
    if (path.sealed.size > 0) return false;
    const steps = stepsOf(state);
    return !this.#saved.isEnd(changesOf(steps)) || (path !== this.#path && steps.length > 0);
  }

  /** Takes those steps; null if there are none. */
  take(state: EditorState): UndoSteps | null {
    if (!this.hasAny(state)) return null;
    const path = state.field(segmentsField);
    const steps = stepsOf(state);
    const { first, same } = this.#saved.replace(changesOf(steps));
    this.#path = path;
    // A commit, or the step after it, may have changed what the last one left.
    let from = Math.max(0, same - 1);
    const encoded: string[] = [];
    const differences = new Map<ChangeSet, Difference>();
    for (const [index, step] of steps.entries()) {
      if (index < from) continue;
      const next = steps[index + 1];
      const before = pathBefore(step, path);
      const changed = difference(before, next === undefined ? path : pathBefore(next, path));
      differences.set(step.changes, changed);
      if (index < same && isSame(changed, this.#differences.get(step.changes))) from = same;
      else encoded.push(JSON.stringify(encode(state, step, before, changed)));
    }
    this.#differences = differences;
    return withinLimit({ first, from: first + from, steps: encoded });
  }

  /** Marks all steps as unsaved: the last taken ones did not reach main. */
  forget(): void {
    this.#saved.forget();
    this.#path = null;
    this.#differences = new Map();
  }
}

function changesOf(steps: readonly Step[]): readonly ChangeSet[] {
  return steps.map(({ changes }) => changes);
}

/** Without the earliest steps, if all are more than is kept: what follows a step that is missing is kept without it. */
function withinLimit({ first, from, steps }: UndoSteps): UndoSteps {
  let start = steps.length;
  let length = 0;
  while (start > 0 && length <= MAX_UNDO_LENGTH && steps.length - start < MAX_UNDO_STEPS) {
    start -= 1;
    length += steps[start]?.length ?? 0;
  }
  if (length > MAX_UNDO_LENGTH) start += 1;
  if (start === 0) return { first, from, steps };
  return { first: from + start, from: from + start, steps: steps.slice(start) };
}

/** A step with the structure before it. */
interface Step {
  readonly event: HistoryEvent;
  readonly changes: ChangeSet;
  readonly saved: SavedStructure;
}

/** The steps that can be saved: since others changed the text, the structure before earlier ones is of another text. */
function stepsOf(state: EditorState): readonly Step[] {
  const { done } = state.field(historyField) as HistoryValue;
  const steps: Step[] = [];
  for (const event of done) {
    const { changes, effects } = event;
    if (changes === undefined) continue;
    const saved = effects.findLast((effect) => effect.is(structureSaved))?.value as SavedStructure | null;
    if (saved == null) steps.length = 0;
    else steps.push({ event, changes, saved });
  }
  const others = state.field(othersChange)?.after.undoDepth ?? 0;
  return others === 0 ? steps : steps.slice(Math.max(0, steps.length - (undoDepth(state) - others)));
}

function pathBefore({ saved }: Step, now: BufferPath): BufferPath {
  return reconcilePath(saved.path, now);
}

/** @param before the path before it */
function encode(
  state: EditorState,
  { event, changes, saved }: Step,
  before: BufferPath,
  { from, old, now, bufferWas }: Difference,
): SavedStep {
  const segments: SavedSegment[] = [];
  const ranges: { from: number; to: number }[] = [];
  changes.iterChangedRanges((_fromA, _toA, start, end) => ranges.push({ from: start, to: end }), true);
  const indexes = once(() => new Map(now.map(({ segmentId }, index) => [segmentId, index])));
  for (let index = 0; index < old.length; index += 1) {
    let unchanged = 0;
    while (old[index + unchanged] !== undefined && old[index + unchanged] === now[index + unchanged])
      unchanged += 1;
    if (unchanged > 0) {
      segments.push({ unchanged, after: index });
      index += unchanged;
    }
    const segment = old[index];
    if (segment === undefined) break;
    const { segmentId, ...saved } = segment;
    const after = indexes().get(segmentId);
    segments.push(after === undefined ? saved : { ...saved, after });
    if (after !== undefined || saved.length === 0) continue;
    const start = findLocation(before.segments, segmentId)?.start ?? 0;
    ranges.push({ from: start, to: start + saved.length });
  }
  return {
    event: event.toJSON(),
    from,
    count: now.length,
    segments,
    bufferWas,
    spans: joinRanges(ranges).map((range) => ({
      at: range.from,
      spans: spansBetween(saved.authors, range.from, range.to, state.facet(writer)),
    })),
    written: saved.written,
    caretBefore: saved.caretBefore.toJSON(),
    caretAfter: saved.caretAfter?.toJSON() ?? null,
    endsStep: saved.endsStep,
    effects: event.effects.flatMap(encodeEffect),
  };
}

/** The segments in which two paths differ. */
interface Difference {
  /** The index of the first, in both paths. */
  readonly from: number;
  readonly old: readonly Segment[];
  readonly now: readonly Segment[];
  readonly bufferWas: NodeId | null;
}

function isSame(one: Difference, other: Difference | undefined): boolean {
  const areSame = (some: readonly Segment[], others: readonly Segment[]) =>
    some.length === others.length && some.every((segment, index) => segment === others[index]);
  return (
    other !== undefined &&
    one.from === other.from &&
    one.bufferWas === other.bufferWas &&
    areSame(one.old, other.old) &&
    areSame(one.now, other.now)
  );
}

function difference(before: BufferPath, after: BufferPath): Difference {
  const [old, now] = differingSegments(before.segments, after.segments);
  const first = old[0] ?? now[0];
  const index =
    first === undefined
      ? 0
      : findLocation((old.length > 0 ? before : after).segments, first.segmentId)?.index;
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return {
    from: (index ?? 0) + start,
    old: old.slice(start, old.length - end),
    now: now.slice(start, now.length - end),
    bufferWas: before.bufferWas,
  };
}

function joinRanges(ranges: readonly { readonly from: number; readonly to: number }[]) {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) joined.push({ from, to });
  }
  return joined;
}

function encodeEffect(effect: StateEffect<unknown>): readonly SavedEffect[] {
  if (effect.is(positionPruned)) return [{ kind: 'pruned', value: effect.value }];
  if (effect.is(switchJoined)) return [{ kind: 'switched', caret: effect.value.toJSON() }];
  if (effect.is(placesRestored)) return [{ kind: 'places', value: effect.value }];
  if (!effect.is(suggestionsDecided)) return [];
  const { suggestions, step } = effect.value;
  return [{ kind: 'decided', value: suggestions, step: step?.toJSON() ?? null }];
}

function decodeEffect(effect: SavedEffect): StateEffect<unknown> {
  switch (effect.kind) {
    case 'pruned':
      return positionPruned.of(effect.value);
    case 'switched':
      return switchJoined.of(EditorSelection.fromJSON(effect.caret));
    case 'places':
      return placesRestored.of(effect.value);
    case 'decided': {
      const step = effect.step === null ? null : ChangeDesc.fromJSON(effect.step);
      return suggestionsDecided.of({ suggestions: effect.value, step });
    }
  }
}

/** All steps of a history. */
export function stepsOfHistory(state: EditorState): readonly string[] {
  return new UnsavedSteps(state, null).take(state)?.steps ?? [];
}

/** A value of CodeMirror's history field. @param done events as `toJSON` has them */
function historyOf(done: readonly unknown[]): HistoryValue {
  const json = { doc: '', selection: EditorSelection.single(0).toJSON(), history: { done, undone: [] } };
  const state = EditorState.fromJSON(json, { extensions: historyField }, { history: historyField });
  return state.field(historyField) as HistoryValue;
}

/**
 * A value of CodeMirror's history field with saved steps, or without any if they are not of this text.
 * @param state the text that the last step left, with its structure
 */
export function historyWith(state: EditorState, saved: readonly string[]): unknown {
  try {
    const steps = saved.map((json) => JSON.parse(json) as SavedStep);
    const value = historyOf(steps.map(({ event }) => event));
    let { length } = state.doc;
    let after = () => ({ path: state.field(segmentsField), authors: state.field(authorship) });
    for (const [index, step] of [...steps.entries()].reverse()) {
      const event = value.done[index];
      const changes = event?.changes;
      assert(event !== undefined && changes?.length === length, `step ${index} is of this text`);
      length = changes.newLength;
      const next = after;
      after = once(() => structureBefore(step, changes, next(), state));
      const structure = structureSaved.of(savedStructure(step, after));
      Object.assign(event, { effects: [...step.effects.map(decodeEffect), structure] });
    }
    return value;
  } catch {
    // The text is there all the same.
    return historyOf([]);
  }
}

function savedStructure(step: SavedStep, before: () => Structure): SavedStructure {
  return {
    get path() {
      return before().path;
    },
    get authors() {
      return before().authors;
    },
    written: step.written,
    caretBefore: EditorSelection.fromJSON(step.caretBefore),
    caretAfter: step.caretAfter === null ? null : EditorSelection.fromJSON(step.caretAfter),
    others: null,
    othersAfter: null,
    isRebased: false,
    endsStep: step.endsStep,
  };
}

type Structure = Pick<SavedStructure, 'path' | 'authors'>;

function structureBefore(
  step: SavedStep,
  changes: ChangeSet,
  after: Structure,
  state: EditorState,
): Structure {
  const { path } = after;
  const end = step.from + step.count;
  const now = segmentsBetween(path.segments, step.from, end);
  const segments = step.segments.flatMap((saved): readonly Segment[] => {
    if ('unchanged' in saved) return now.slice(saved.after, saved.after + saved.unchanged);
    const { after: index, ...segment } = saved;
    const kept = index === undefined ? undefined : now[index];
    return [{ ...segment, segmentId: kept?.segmentId ?? newSegmentId() }];
  });
  const pending = new Set(path.pending);
  for (const { segmentId } of now) pending.delete(segmentId);
  for (const { segmentId, pending: isPending } of segments) if (isPending) pending.add(segmentId);
  return {
    path: {
      ...path,
      segments: spliceSegments(path.segments, step.from, end, segments),
      pending,
      bufferWas: step.bufferWas,
    },
    authors: advanceAuthors(after.authors, changes, step.spans, state.facet(writer)),
  };
}

function once<T>(compute: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}
