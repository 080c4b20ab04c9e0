/** Tells what transactions did to the draft, in the order it happened. */
import type { EditorState, Transaction } from '@codemirror/state';
import { findPlace, getPlace, placesTouching, type SegmentPlace } from '../../core/buffer/segments.ts';
import type { DraftSplice } from '../../core/text/splice.ts';
import type { ManuscriptEvent, PrunedPosition } from './manuscript.ts';
import { authorship, spansBetween, writer } from './marks/authorship.ts';
import { type BufferPath, draftSegments, placesOf, refOf } from './path/buffer-path.ts';
import { restoredPath } from './path/draft-of.ts';
import {
  draftSealed,
  findRestored,
  findTextChange,
  positionPruned,
  type RestoredStructure,
  type TextChange,
} from './path/effects.ts';
import { segments } from './path/segments.ts';

function typedEvents({ before, path, sealed, splices }: TextChange): readonly ManuscriptEvent[] {
  const events: ManuscriptEvent[] = [];
  if (sealed.length > 0) events.push({ kind: 'sealed', seal: before.lastSeal, segments: sealed });
  for (const { segmentId, splice } of splices) {
    const nodeId = findPlace(path.segments, segmentId)?.segment.nodeId ?? null;
    events.push({ kind: 'typed', ...refOf(path, segmentId, nodeId), splice });
  }
  return events;
}

/** What a step of history did to the texts of segments that stayed on the path. */
function splicesOf(transaction: Transaction, path: BufferPath): ReadonlyMap<number, DraftSplice> {
  const { startState, state, changes } = transaction;
  const before = startState.field(segments).segments;
  const writerId = state.facet(writer);
  const places = new Map<number, { readonly place: SegmentPlace; from: number; to: number }>();
  changes.iterChangedRanges((fromA, toA) => {
    for (const place of placesTouching(before, fromA, toA)) {
      const { start, segment } = place;
      const from = Math.min(Math.max(0, fromA - start), segment.length);
      const to = Math.min(Math.max(0, toA - start), segment.length);
      const known = places.get(place.index);
      if (known === undefined) places.set(place.index, { place, from, to });
      else known.to = to;
    }
  });
  const splices = new Map<number, DraftSplice>();
  for (const [index, { place, from, to }] of places) {
    const now = getPlace(path.segments, index);
    const end = now.segment.length - (place.segment.length - to);
    if (to === from && end === from) continue;
    const [start, stop] = [now.start + from, now.start + end];
    splices.set(index, {
      from,
      to,
      insert: state.sliceDoc(start, stop),
      spans: spansBetween(state.field(authorship), start, stop, writerId),
    });
  }
  return splices;
}

const NOTHING: DraftSplice = { from: 0, to: 0, insert: '', spans: [] };

/** A step of history that left the nodes on the path as they were, as typing that opens and closes edits. */
function stepEvents(transaction: Transaction, { path }: RestoredStructure): readonly ManuscriptEvent[] {
  const events: ManuscriptEvent[] = [];
  const before = transaction.startState.field(segments);
  const splices = splicesOf(transaction, path);
  const last = path.segments.count - 1;
  const [opened, closed] =
    before.pending === path.pending
      ? [[], []]
      : [
          [...path.pending].filter((id) => !before.pending.has(id)),
          [...before.pending].filter((id) => !path.pending.has(id)),
        ];
  for (const { segment } of placesOf(path, closed)) {
    events.push({ kind: 'closed', ...refOf(path, segment.segmentId, segment.nodeId) });
  }
  const isTold = new Set(closed);
  for (const [index, splice] of splices) {
    const { segment } = getPlace(path.segments, index);
    if (index !== last && !path.pending.has(segment.segmentId)) continue;
    isTold.add(segment.segmentId);
    events.push({ kind: 'typed', ...refOf(path, segment.segmentId, segment.nodeId), splice });
  }
  for (const { segment } of placesOf(path, opened)) {
    if (isTold.has(segment.segmentId)) continue;
    events.push({ kind: 'typed', ...refOf(path, segment.segmentId, segment.nodeId), splice: NOTHING });
  }
  return events;
}

function prunedBy(transaction: Transaction): readonly PrunedPosition[] {
  return transaction.effects.flatMap((effect) => (effect.is(positionPruned) ? [effect.value] : []));
}

/** @param stateNow the state when the event is read: what became of commits since stands in it */
function eventsOf(transaction: Transaction, stateNow: () => EditorState): readonly ManuscriptEvent[] {
  const events: ManuscriptEvent[] = [];
  if (transaction.effects.some((effect) => effect.is(draftSealed))) {
    const sealed = draftSegments(transaction.startState.field(segments));
    const { lastSeal: seal } = transaction.state.field(segments);
    if (sealed.length > 0) events.push({ kind: 'sealed', seal, segments: sealed });
  }
  const change = findTextChange(transaction);
  if (change !== undefined) return [...events, ...typedEvents(change)];
  const structure = findRestored(transaction);
  if (structure === undefined) return events;
  const pruned = prunedBy(transaction);
  if (structure.keepsNodes && pruned.length === 0) return stepEvents(transaction, structure);
  const { state } = transaction;
  return [{ kind: 'restored', pruned, read: () => restoredPath(state, stateNow()) }];
}

/**
 * A listener for transactions. What it calls may dispatch again: the events of that come after all of these, as
 * they happened.
 */
export function emitEvents(
  onEvent: (event: ManuscriptEvent) => void,
  stateNow: () => EditorState,
): (transactions: readonly Transaction[]) => void {
  let queue: ManuscriptEvent[] = [];
  let isEmitting = false;
  return (transactions) => {
    for (const transaction of transactions) {
      for (const event of eventsOf(transaction, stateNow)) queue.push(event);
    }
    if (isEmitting) return;
    isEmitting = true;
    const errors: unknown[] = [];
    // Grows while it is read. A listener that fails at one event still hears of the others: they are text.
    for (const event of queue) {
      try {
        onEvent(event);
      } catch (error) {
        errors.push(error);
      }
    }
    queue = [];
    isEmitting = false;
    if (errors.length > 0) throw errors[0];
  };
}
