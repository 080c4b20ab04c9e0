/** Shows another path and draft of the same tree, as main has them now. */
import {
  type ChangeSpec,
  type EditorState,
  type StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { listSegments, type Segment } from '../../../core/buffer/segments.ts';
import { equalSpans, type Spans } from '../../../core/text/span.ts';
import type { ManuscriptContent } from '../../surface.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { textOf } from '../plain-text.ts';
import { type BufferPath, newSegmentId, segmentOfNode, workingBuffer } from './buffer-path.ts';
import { pathReplaced } from './effects.ts';
import { segments as segmentsField } from './segments.ts';
import { commonEnds } from './text-change.ts';

export type ShownPath = Pick<ManuscriptContent, 'nodes' | 'edits' | 'buffer'>;

/** A segment with its text. */
interface Part {
  readonly segment: Segment;
  readonly text: string;
  readonly spans: Spans;
}

function partsNow(state: EditorState, { segments }: BufferPath): readonly Part[] {
  const writerId = state.facet(writer);
  const authors = state.field(authorship);
  const all = state.doc.toString();
  let end = 0;
  return listSegments(segments).map((segment) => {
    const start = end;
    end += segment.length;
    return { segment, text: all.slice(start, end), spans: spansBetween(authors, start, end, writerId) };
  });
}

function partsOf({ nodes, edits, buffer }: ShownPath): readonly Part[] {
  const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
  const parts = nodes.map((node): Part => {
    const edit = edited.get(node.nodeId);
    const segment = segmentOfNode(node);
    if (edit === undefined) return { segment, text: node.text, spans: node.spans };
    return {
      segment: { ...segment, length: edit.text.length, pending: true },
      text: edit.text,
      spans: edit.spans,
    };
  });
  const { text, spans } = buffer;
  return [...parts, { segment: workingBuffer(newSegmentId(), text.length), text, spans }];
}

/** Returns true if a segment need not change to show what another does. */
function showsSame(path: BufferPath, one: Part, other: Part): boolean {
  return (
    one.segment.nodeId === other.segment.nodeId &&
    one.segment.pending === other.segment.pending &&
    one.segment.hiddenSplit === other.segment.hiddenSplit &&
    !path.sealed.has(one.segment.segmentId) &&
    one.text === other.text &&
    equalSpans(one.spans, other.spans)
  );
}

/**
 * For each part of a path, the index of the part of the other that shows another state of the same position, in
 * order on both; -1 if there is none. The working buffers match each other.
 */
function matchParts(before: readonly Part[], now: readonly Part[]): readonly number[] {
  const keyOf = ({ segment }: Part, parts: readonly Part[], index: number) =>
    index === parts.length - 1 ? null : segment.positionId;
  const indexes = new Map(before.map((part, index) => [keyOf(part, before, index), index]));
  let last = -1;
  return now.map((part, index) => {
    const match = indexes.get(keyOf(part, now, index)) ?? -1;
    // A text whose commit is in progress has no position yet.
    if (match <= last || (index < now.length - 1 && part.segment.positionId === null)) return -1;
    last = match;
    return match;
  });
}

/**
 * A transaction that shows another path and draft of the same tree; it is no step of history, which maps over it.
 * Segments that show the same node with the same text stay the same, and of all other text only what differs
 * changes, so that the caret and the scroll position stay on the same text. Null if nothing differs.
 */
export function showPath(state: EditorState, shown: ShownPath): TransactionSpec | null {
  const path = state.field(segmentsField);
  const before = partsNow(state, path);
  const fresh = partsOf(shown);
  const matches = matchParts(before, fresh);
  const now = fresh.map((part, index): Part => {
    const same = before[matches[index] ?? -1];
    return same !== undefined && showsSame(path, same, part) ? same : part;
  });
  let from = 0;
  while (from < now.length && from < before.length && now[from] === before[from]) from += 1;
  let after = 0;
  const limit = Math.min(now.length, before.length) - from;
  while (after < limit && now.at(-1 - after) === before.at(-1 - after)) after += 1;
  const bufferWas = shown.buffer.wasNode ?? null;
  const to = before.length - after;
  if (from === to && from === now.length - after && bufferWas === path.bufferWas) return null;

  const startOf = (index: number) => before.slice(0, index).reduce((sum, { text }) => sum + text.length, 0);
  const replaced = now.slice(from, now.length - after);
  const at = startOf(from);
  const changes: ChangeSpec[] = [];
  // Up to here the old text is accounted for; new text without a match is inserted here.
  let reached = from;
  let start = at;
  let insert = '';
  const flush = (until: number) => {
    const end = start + before.slice(reached, until).reduce((sum, { text }) => sum + text.length, 0);
    const { before: kept, after: alike } = commonEnds(state.doc, start, end, insert);
    const change = { from: start + kept, to: end - alike, insert: insert.slice(kept, insert.length - alike) };
    if (change.from < change.to || change.insert !== '')
      changes.push({ ...change, insert: textOf(change.insert) });
    [reached, start, insert] = [until, end, ''];
  };
  for (const [offset, part] of replaced.entries()) {
    const match = matches[from + offset] ?? -1;
    if (match >= from && match < to) {
      flush(match);
      insert = part.text;
      flush(match + 1);
    } else insert += part.text;
  }
  flush(to);
  const effect: StateEffect<unknown> = pathReplaced.of({
    from,
    to,
    segments: replaced.map(({ segment }) => segment),
    at,
    spans: replaced.map(({ spans }) => spans),
    bufferWas,
  });
  return {
    changes,
    effects: effect,
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  };
}
