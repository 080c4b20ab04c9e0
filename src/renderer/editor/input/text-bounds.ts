/**
 * Keeps the draft within what may be uncommitted (`generation.md`, *Bounds*): a change that would exceed it is refused
 * as a whole. Undo, moves and arriving text pass (`filter: false`): they make no draft that was not there before.
 */
import { EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { findLocation, getWorkingBuffer, listSegments } from '../../../core/buffer/segments.ts';
import { MAX_SPANS, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { RefusedText } from '../../surface.ts';
import { authorship, textAuthors } from '../marks/authorship.ts';
import type { BufferPath } from '../path/buffer-path.ts';
import { draftOf } from '../path/draft-of.ts';
import { findTextChange } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { routeOver } from '../path/text-change.ts';

/** More pending edits are summed in one pass over the path, instead of looking each of them up. */
const FEW = 64;

const textRefused = StateEffect.define<RefusedText>();

/** The length of all uncommitted text: pending edits and the working buffer. UTF-16 code units. */
function draftLengthOf({ segments: list, pending }: BufferPath): number {
  let length = getWorkingBuffer(list).segment.length;
  if (pending.size > FEW) {
    for (const segment of listSegments(list)) if (pending.has(segment.segmentId)) length += segment.length;
  } else for (const id of pending) length += findLocation(list, id)?.segment.length ?? 0;
  return length;
}

const draftLength = StateField.define<number>({
  create: (state) => draftLengthOf(state.field(segments)),
  update: (length, transaction) => {
    const before = transaction.startState.field(segments);
    const path = transaction.state.field(segments);
    if (path === before) return length;
    const change = findTextChange(transaction);
    // Typing that opens no edit and ends none changes only uncommitted text.
    const isSameDraft = change?.sealed.length === 0 && path.pending === before.pending;
    return isSameDraft ? length + path.segments.length - before.segments.length : draftLengthOf(path);
  },
});

/** Why a change must be refused; null if the draft it makes may be that long, or is not longer than before. */
function findRefusal(transaction: Transaction, mayCommit: () => boolean): RefusedText | null {
  const { startState, changes } = transaction;
  const refused = isTyping(transaction) ? 'typing' : 'insertion';
  if (insertsTooManySpans(transaction)) return refused;
  // Uncommitted text is part of the text.
  if (changes.newLength <= MAX_TEXT_LENGTH) return null;
  const before = startState.field(segments);
  const { path, changed } = routeOver(before, changes, mayCommit);
  const length = startState.field(draftLength);
  const isSameDraft = path.pending === before.pending;
  const after = isSameDraft ? length + changes.newLength - changes.length : draftLengthOf(path);
  if (after <= MAX_TEXT_LENGTH || after <= length) return null;
  // Earlier versions wrote longer nodes.
  const isLongNode = changed.some(
    (id) => (findLocation(before.segments, id)?.segment.length ?? 0) > MAX_TEXT_LENGTH,
  );
  return isLongNode ? 'longNode' : refused;
}

function isTyping(transaction: Transaction): boolean {
  return transaction.isUserEvent('input.type') || transaction.isUserEvent('delete');
}

/** Returns true if the draft has no room for the spans of the inserted text. */
function insertsTooManySpans(transaction: Transaction): boolean {
  const { startState, changes } = transaction;
  if (changes.newLength <= MAX_SPANS) return false;
  // Each insertion may divide a span, and others' text has its own.
  let added = (transaction.annotation(textAuthors) ?? []).reduce((sum, { spans }) => sum + spans.length, 0);
  changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    if (inserted.length > 0) added += 2;
  });
  // The writer's own text has no ranges: most texts need not be counted.
  if (added === 0 || 2 * startState.field(authorship).ranges.size + 1 + added <= MAX_SPANS) return false;
  const { buffer, edits } = draftOf(startState);
  return [buffer, ...edits].reduce((sum, { spans }) => sum + spans.length, added) > MAX_SPANS;
}

/**
 * The extension. It must come before other filters, so that it sees their result.
 * @param mayCommit as for `routeTextChanges`
 */
export function textBounds(mayCommit: () => boolean = () => true): Extension {
  return [
    draftLength,
    EditorState.transactionFilter.of((transaction) => {
      const refusal = transaction.docChanged ? findRefusal(transaction, mayCommit) : null;
      return refusal === null ? transaction : { effects: textRefused.of(refusal) };
    }),
  ];
}

/** Reports the refusals of `textBounds`. */
export function reportRefusedText(onRefused: (refused: RefusedText) => void): Extension {
  return EditorView.updateListener.of(({ transactions }) => {
    for (const { effects } of transactions)
      for (const effect of effects) if (effect.is(textRefused)) onRefused(effect.value);
  });
}

/** Refuses text that is too long to be read, let alone inserted. */
export function refuseText(view: EditorView): void {
  view.dispatch({ effects: textRefused.of('insertion') });
}
