/** Tells what transactions did to the draft, in the order it happened. */
import type { Transaction } from '@codemirror/state';
import { findPlace } from '../../core/buffer/segments.ts';
import { draftSegments } from './buffer-path.ts';
import { draftSealed, findTextChange } from './effects.ts';
import type { ManuscriptEvent } from './manuscript.ts';
import { segments } from './segments.ts';

function eventsOf(transaction: Transaction): readonly ManuscriptEvent[] {
  const events: ManuscriptEvent[] = [];
  if (transaction.effects.some((effect) => effect.is(draftSealed))) {
    const sealed = draftSegments(transaction.startState.field(segments));
    if (sealed.length > 0) events.push({ kind: 'sealed', segments: sealed });
  }
  const change = findTextChange(transaction);
  if (change === undefined) return events;
  if (change.sealed.length > 0) events.push({ kind: 'sealed', segments: change.sealed });
  for (const { segmentId, from, removed, inserted } of change.splices) {
    const splice = { from, to: from + removed.text.length, insert: inserted.text, spans: inserted.spans };
    const nodeId = findPlace(change.path.segments, segmentId)?.segment.nodeId ?? null;
    events.push({ kind: 'typed', segmentId, nodeId, splice });
  }
  return events;
}

/**
 * A listener for transactions. What it calls may dispatch again: the events of that come after all of these, as
 * they happened.
 */
export function emitEvents(
  onEvent: (event: ManuscriptEvent) => void,
): (transactions: readonly Transaction[]) => void {
  let queue: ManuscriptEvent[] = [];
  let isEmitting = false;
  return (transactions) => {
    for (const transaction of transactions) for (const event of eventsOf(transaction)) queue.push(event);
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
