/** The transactions that put other nodes into the text (`manuscript.md`, *State*: a switch is one transaction). */
import { isolateHistory } from '@codemirror/commands';
import {
  EditorSelection,
  type EditorState,
  type StateEffect,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import {
  findPlace,
  getPlace,
  getWorkingBuffer,
  type Segments,
  segmentsBetween,
  spliceSegments,
} from '../../../core/buffer/segments.ts';
import type { SegmentId } from '../../../core/ids.ts';
import { wholeBefore } from '../../../core/text/surrogate-pair.ts';
import type { ManuscriptNode, TailOptions } from '../manuscript.ts';
import { textOf } from '../plain-text.ts';
import { segmentOfNode } from './buffer-path.ts';
import { type PathReplacement, pathReplaced, positionPruned } from './effects.ts';
import { segments as segmentsField } from './segments.ts';

/** How much of `[from, to)` begins as `text` does, no surrogate pair parted. */
function samePrefix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  // Piece by piece: another branch differs after a few characters, and may be a million long.
  for (const piece of doc.iterRange(from, Math.min(to, from + text.length))) {
    let i = 0;
    while (i < piece.length && piece.charCodeAt(i) === text.charCodeAt(length + i)) i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const last = text.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** How much of `[from, to)` ends as `text` does, no surrogate pair parted. */
function sameSuffix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  for (const piece of doc.iterRange(to, Math.max(from, to - text.length))) {
    const end = text.length - length;
    let i = 0;
    while (i < piece.length && piece.charCodeAt(piece.length - 1 - i) === text.charCodeAt(end - 1 - i))
      i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const first = text.charCodeAt(text.length - length);
  return length > 0 && first >= 0xdc00 && first <= 0xdfff ? length - 1 : length;
}

/** `[from, to)` of the text makes way for `insert` code units. */
interface TextSwap {
  readonly from: number;
  readonly to: number;
  readonly insert: number;
}

interface Replacing {
  readonly transaction: TransactionSpec;
  readonly replacement: PathReplacement;
}

/** The texts of the nodes of index `[from, to)`; `whole` is that of all of them, where it is known. */
function textBetween(
  nodes: readonly ManuscriptNode[],
  from: number,
  to: number,
  whole: string | undefined,
): string {
  if (whole === undefined)
    return nodes
      .slice(from, to)
      .map((node) => node.text)
      .join('');
  let start = 0;
  for (let i = 0; i < from; i++) start += nodes[i]?.text.length ?? 0;
  let end = start;
  for (let i = from; i < to; i++) end += nodes[i]?.text.length ?? 0;
  return whole.slice(start, end);
}

/**
 * Replaces the segments of index `[from, to)` by nodes, whose texts together are `text`; `select` makes the new selection of the old one. Of another
 * version the end stays as well as the beginning, for whoever has the caret there; another branch shares its end by
 * chance.
 */
function replaceNodes(
  state: EditorState,
  from: number,
  to: number,
  nodes: readonly ManuscriptNode[],
  text: string,
  isVersion: boolean,
  select: (offset: number, swap: TextSwap) => number,
): Replacing {
  const path = state.field(segmentsField);
  const start = getPlace(path.segments, from).start;
  const end = getPlace(path.segments, to).start;
  const before = samePrefix(state.doc, start, end, text);
  const after = isVersion ? sameSuffix(state.doc, start + before, end, text.slice(before)) : 0;
  const swap = { from: start + before, to: end - after, insert: text.length - before - after };
  const replacement = {
    from,
    to,
    segments: nodes.map(segmentOfNode),
    at: start,
    spans: nodes.map((node) => node.spans),
  };
  const transaction = {
    changes: { from: swap.from, to: swap.to, insert: textOf(text.slice(before, text.length - after)) },
    selection: EditorSelection.create(
      state.selection.ranges.map((range) =>
        EditorSelection.range(select(range.anchor, swap), select(range.head, swap)),
      ),
      state.selection.mainIndex,
    ),
    effects: pathReplaced.of(replacement),
    annotations: isolateHistory.of('full'),
    filter: false,
  };
  return { transaction, replacement };
}

/** The caret at the end of the node at `index` of these segments. */
function caretAfter(segments: Segments, index: number): EditorSelection {
  const place = index < 0 ? null : getPlace(segments, index);
  return EditorSelection.single(place === null ? 0 : place.start + place.segment.length);
}

/**
 * Makes `nodes` the nodes after the first `keep` and before the last `rest`. Nodes that are there already stay, with
 * what is being edited in them; `after` is the first of what is behind all nodes, and it and all behind it stay too.
 */
export function replaceTail(
  state: EditorState,
  keep: number,
  nodes: readonly ManuscriptNode[],
  after: SegmentId,
  { caret, text, rest = 0, pruned = [] }: TailOptions,
): TransactionSpec {
  const { segments } = state.field(segmentsField);
  const limit = (findPlace(segments, after) ?? getWorkingBuffer(segments)).index - rest;
  const old = segmentsBetween(segments, Math.min(keep, limit), limit);
  const isSame = (i: number, j: number) => old[i] !== undefined && old[i]?.nodeId === nodes[j]?.nodeId;
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
  const isVersion = old[first] !== undefined && old[first]?.positionId === changed[0]?.positionId;
  const changedText = textBetween(nodes, first, newEnd, text);
  const spec = replaceNodes(state, from, to, changed, changedText, isVersion, (offset, swap) => {
    if (caret === 'end') return state.doc.length - (swap.to - swap.from) + swap.insert;
    if (offset <= swap.from) return offset;
    if (offset > swap.to) return offset + swap.from + swap.insert - swap.to;
    // Its text is gone. In another version that is as far into it; in another node, its end, to go on from.
    if (!isVersion) return landing;
    return start + wholeBefore(changedText, Math.min(offset, swap.from + swap.insert) - start);
  });
  const marks: readonly StateEffect<unknown>[] = pruned.map((position) => positionPruned.of(position));
  // With nothing replaced nothing is to be undone but where positions were pruned.
  const isStep = from < to || changed.length > 0;
  const now = () => (isStep ? spliceSegments(segments, from, to, spec.replacement.segments) : segments);
  return {
    ...(isStep ? spec.transaction : { annotations: isolateHistory.of('full') }),
    ...(typeof caret === 'number' ? { selection: caretAfter(now(), caret) } : {}),
    effects: isStep ? [pathReplaced.of(spec.replacement), ...marks] : marks,
    scrollIntoView: caret !== 'keep',
  };
}

/** Puts a node before the working buffer. A caret at the end of the text stays at the end. */
export function appendNode(state: EditorState, node: ManuscriptNode): TransactionSpec {
  const { index } = getWorkingBuffer(state.field(segmentsField).segments);
  return replaceNodes(state, index, index, [node], node.text, false, (offset, swap) =>
    offset >= swap.from ? offset + swap.insert : offset,
  ).transaction;
}
