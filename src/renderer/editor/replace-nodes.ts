/** The transactions that put other nodes into the text (`manuscript.md`, *State*: a switch is one transaction). */
import { EditorSelection, type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import {
  findPlace,
  getPlace,
  getWorkingBuffer,
  placesFrom,
  type SegmentPlace,
} from '../../core/buffer/segments.ts';
import type { SegmentId } from '../../core/ids.ts';
import { concatSpans } from '../../core/text/span.ts';
import { segmentOfNode } from './buffer-path.ts';
import { pathReplaced } from './effects.ts';
import type { ManuscriptNode } from './manuscript.ts';
import { textOf } from './plain-text.ts';
import { segments as segmentsField } from './segments.ts';

/** How much of the beginning is the same, no surrogate pair parted. */
function samePrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let length = 0;
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  const last = a.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** `[from, to)` of the text makes way for `insert` code units. */
interface TextSwap {
  readonly from: number;
  readonly to: number;
  readonly insert: number;
}

/** Replaces the segments of index `[from, to)` by nodes; `select` makes the new selection of the old one. */
function replaceNodes(
  state: EditorState,
  from: number,
  to: number,
  nodes: readonly ManuscriptNode[],
  select: (offset: number, swap: TextSwap) => number,
): TransactionSpec {
  const path = state.field(segmentsField);
  const start = getPlace(path.segments, from).start;
  const end = getPlace(path.segments, to).start;
  const text = nodes.map((node) => node.text).join('');
  const same = samePrefix(state.sliceDoc(start, end), text);
  const swap = { from: start + same, to: end, insert: text.length - same };
  return {
    changes: { from: swap.from, to: swap.to, insert: textOf(text.slice(same)) },
    selection: EditorSelection.create(
      state.selection.ranges.map((range) =>
        EditorSelection.range(select(range.anchor, swap), select(range.head, swap)),
      ),
      state.selection.mainIndex,
    ),
    effects: pathReplaced.of({
      from,
      to,
      segments: nodes.map(segmentOfNode),
      at: start,
      spans: concatSpans(...nodes.map((node) => node.spans)),
    }),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  };
}

/**
 * Makes `nodes` the nodes after the first `keep`. Nodes that are there already stay, with what is being edited in
 * them; `after` was the working buffer when this was asked for, and it and all behind it stay too.
 */
export function replaceTail(
  state: EditorState,
  keep: number,
  nodes: readonly ManuscriptNode[],
  after: SegmentId,
  caret: 'keep' | 'end',
): TransactionSpec {
  const { segments } = state.field(segmentsField);
  const limit = (findPlace(segments, after) ?? getWorkingBuffer(segments)).index;
  const old: SegmentPlace[] = [];
  for (const place of placesFrom(segments, Math.min(keep, limit))) {
    if (place.index >= limit) break;
    old.push(place);
  }
  const isSame = (i: number, j: number) =>
    old[i] !== undefined && old[i]?.segment.nodeId === nodes[j]?.nodeId;
  let first = 0;
  while (first < old.length && first < nodes.length && isSame(first, first)) first += 1;
  let oldEnd = old.length;
  let newEnd = nodes.length;
  while (oldEnd > first && newEnd > first && isSame(oldEnd - 1, newEnd - 1)) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const changed = nodes.slice(first, newEnd);
  const from = limit - old.length + first;
  const to = limit - old.length + oldEnd;
  const start = getPlace(segments, from).start;
  const landing = start + (changed[0]?.text.length ?? 0);
  if (caret === 'end') {
    const end = (_: number, swap: TextSwap) => state.doc.length - (swap.to - swap.from) + swap.insert;
    return { ...replaceNodes(state, from, to, changed, end), scrollIntoView: true };
  }
  return replaceNodes(state, from, to, changed, (offset, swap) => {
    if (offset <= swap.from) return offset;
    if (offset > swap.to) return offset + swap.from + swap.insert - swap.to;
    // Its text is gone: the end of the first node that came instead is the nearest place to go on from.
    return landing;
  });
}

/** Puts a node before the working buffer. A caret at the end of the text stays at the end. */
export function appendNode(state: EditorState, node: ManuscriptNode): TransactionSpec {
  const { index } = getWorkingBuffer(state.field(segmentsField).segments);
  return replaceNodes(state, index, index, [node], (offset, swap) =>
    offset >= swap.from ? offset + swap.insert : offset,
  );
}
