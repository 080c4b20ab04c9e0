/** Reports the effects of transactions on the draft, in order. */
import type { EditorState, Transaction } from '@codemirror/state';
import { findLocation, getLocation } from '../../core/buffer/segments.ts';
import type { DraftSplice } from '../../core/text/splice.ts';
import type { DraftEvent, PrunedPosition } from '../surface.ts';
import { draftSegments, locationsOf, refOf } from './path/buffer-path.ts';
import { pathAndDraftOf } from './path/draft-of.ts';
import {
  draftSealed,
  findRestored,
  findTextChange,
  positionPruned,
  type RestoredStructure,
  type TextChange,
} from './path/effects.ts';
import { segments } from './path/segments.ts';
import { comparedSplices, splicesOf } from './path/step-splices.ts';

function typedEvents({ before, path, sealed, splices }: TextChange): readonly DraftEvent[] {
  const events: DraftEvent[] = [];
  if (sealed.length > 0) events.push({ kind: 'sealed', seal: before.lastSeal, segments: sealed });
  for (const { segmentId, splice } of splices) {
    const nodeId = findLocation(path.segments, segmentId)?.segment.nodeId ?? null;
    events.push({ kind: 'typed', ...refOf(path, segmentId, nodeId), splice });
  }
  return events;
}

const EMPTY_SPLICE: DraftSplice = { from: 0, to: 0, insert: '', spans: [] };

/** An undo or redo step that kept the nodes on the path, as typing that opens and closes edits. */
function stepEvents(transaction: Transaction, { path, isRebased }: RestoredStructure): readonly DraftEvent[] {
  const events: DraftEvent[] = [];
  const before = transaction.startState.field(segments);
  const splices = isRebased ? comparedSplices(transaction, path) : splicesOf(transaction, path);
  const last = path.segments.count - 1;
  const [opened, closed] =
    before.pending === path.pending
      ? [[], []]
      : [
          [...path.pending].filter((id) => !before.pending.has(id)),
          [...before.pending].filter((id) => !path.pending.has(id)),
        ];
  for (const { segment } of locationsOf(path, closed)) {
    events.push({ kind: 'closed', ...refOf(path, segment.segmentId, segment.nodeId) });
  }
  const reported = new Set(closed);
  for (const [index, splice] of splices) {
    const { segment } = getLocation(path.segments, index);
    if (index !== last && !path.pending.has(segment.segmentId)) continue;
    reported.add(segment.segmentId);
    events.push({ kind: 'typed', ...refOf(path, segment.segmentId, segment.nodeId), splice });
  }
  for (const { segment } of locationsOf(path, opened)) {
    if (reported.has(segment.segmentId)) continue;
    events.push({ kind: 'typed', ...refOf(path, segment.segmentId, segment.nodeId), splice: EMPTY_SPLICE });
  }
  return events;
}

function prunedBy(transaction: Transaction): readonly PrunedPosition[] {
  return transaction.effects.flatMap((effect) => (effect.is(positionPruned) ? [effect.value] : []));
}

/** @param stateNow the state when the event is read, which knows the commits answered since */
function eventsOf(transaction: Transaction, stateNow: () => EditorState): readonly DraftEvent[] {
  const events: DraftEvent[] = [];
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
  const isRedo = transaction.isUserEvent('redo');
  return [{ kind: 'restored', isRedo, pruned, read: () => pathAndDraftOf(state, stateNow()) }];
}

/**
 * Creates a listener for transactions. `onEvent` may dispatch again: the resulting events follow these, in
 * the order they happened.
 */
export function emitEvents(
  onEvent: (event: DraftEvent) => void,
  stateNow: () => EditorState,
): (transactions: readonly Transaction[]) => void {
  let queue: DraftEvent[] = [];
  let isEmitting = false;
  return (transactions) => {
    for (const transaction of transactions) {
      for (const event of eventsOf(transaction, stateNow)) queue.push(event);
    }
    if (isEmitting) return;
    isEmitting = true;
    const errors: unknown[] = [];
    // Grows during the loop. If the listener throws on one event it still receives the others: they are the text.
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
