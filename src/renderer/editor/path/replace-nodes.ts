/** Transactions that replace nodes of the text (`manuscript.md`, *State*: a switch is one transaction). */
import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState, type StateEffect, type TransactionSpec } from '@codemirror/state';
import {
  findLocation,
  getLocation,
  getWorkingBuffer,
  type Segments,
  segmentsBetween,
  spliceSegments,
} from '../../../core/buffer/segments.ts';
import type { SegmentId } from '../../../core/ids.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { CaretTarget, PathNode, TailOptions } from '../../surface.ts';
import { textOf } from '../plain-text.ts';
import { type PathReplacement, segmentOfNode } from './buffer-path.ts';
import { pathReplaced, positionPruned, stepEnd } from './effects.ts';
import { segments as segmentsField } from './segments.ts';
import { switchAnnotations } from './switch-run.ts';
import { commonEnds } from './text-change.ts';

/** `[from, to)` of the text is replaced by `insert` code units. */
interface TextSwap {
  readonly from: number;
  readonly to: number;
  readonly insert: number;
}

/** The texts of the nodes `[from, to)` joined; `whole` is the text of all nodes, if known. */
function textBetween(
  nodes: readonly PathNode[],
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
 * Replaces the segments `[from, to)` with nodes whose texts joined are `text`; `select` maps an offset of the
 * selection. With another version, the common suffix stays in the text as well as the common prefix, so that
 * a caret there does not move. With another branch, a common suffix is a coincidence.
 */
function replaceNodes(
  state: EditorState,
  from: number,
  to: number,
  nodes: readonly PathNode[],
  text: string,
  isVersion: boolean,
  select: (offset: number, swap: TextSwap) => number,
): { readonly transaction: TransactionSpec; readonly replacement: PathReplacement } {
  const path = state.field(segmentsField);
  const start = getLocation(path.segments, from).start;
  const end = getLocation(path.segments, to).start;
  const common = commonEnds(state.doc, start, end, text);
  const { before, after } = isVersion ? common : { ...common, after: 0 };
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

function caretAt(segments: Segments, target: CaretTarget): EditorSelection {
  const { index, offset } = typeof target === 'number' ? { index: target, offset: undefined } : target;
  if (index < 0) return EditorSelection.single(0);
  const { start, segment } = getLocation(segments, index);
  return EditorSelection.single(start + Math.min(offset ?? segment.length, segment.length));
}

/**
 * Makes `nodes` the nodes between the first `keptBefore` and the last `keptAfter`. Nodes that are already there stay,
 * with their pending edits. `after` is the first segment after all nodes; it and everything after it stay too.
 */
export function replaceTail(
  state: EditorState,
  keptBefore: number,
  nodes: readonly PathNode[],
  after: SegmentId,
  { caret, text, keptAfter = 0, pruned = [], isSwitch = false }: TailOptions,
): TransactionSpec {
  const { segments } = state.field(segmentsField);
  const limit = (findLocation(segments, after) ?? getWorkingBuffer(segments)).index - keptAfter;
  const old = segmentsBetween(segments, Math.min(keptBefore, limit), limit);
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
  const start = getLocation(segments, from).start;
  const endOfFirst = start + (changed[0]?.text.length ?? 0);
  const isVersion = old[first] !== undefined && old[first]?.positionId === changed[0]?.positionId;
  const changedText = textBetween(nodes, first, newEnd, text);
  const spec = replaceNodes(state, from, to, changed, changedText, isVersion, (offset, swap) => {
    if (caret === 'end') return state.doc.length - (swap.to - swap.from) + swap.insert;
    if (offset <= swap.from) return offset;
    if (offset > swap.to) return offset + swap.from + swap.insert - swap.to;
    // The caret's text is gone. In another version it keeps its offset; in another node it goes to the end.
    if (!isVersion) return endOfFirst;
    return start + snapToPairStart(changedText, Math.min(offset, swap.from + swap.insert) - start);
  });
  const marks: readonly StateEffect<unknown>[] = pruned.map((position) => positionPruned.of(position));
  // If nothing was replaced, there is nothing to undo but the pruning.
  const isStep = from < to || changed.length > 0;
  const now = () => (isStep ? spliceSegments(segments, from, to, spec.replacement.segments) : segments);
  return {
    ...(isStep ? spec.transaction : { annotations: isolateHistory.of('full') }),
    ...(caret === 'keep' || caret === 'end' ? {} : { selection: caretAt(now(), caret) }),
    ...(isStep && isSwitch && pruned.length === 0 ? { annotations: switchAnnotations(state) } : {}),
    effects: isStep ? [pathReplaced.of(spec.replacement), ...marks] : marks,
    scrollIntoView: caret !== 'keep',
  };
}

/**
 * Inserts a node before the working buffer. A caret at the end of the text stays at the end.
 * @param endsStep undo takes back the step before, too
 */
export function appendNode(state: EditorState, node: PathNode, endsStep: boolean): TransactionSpec {
  const { index } = getWorkingBuffer(state.field(segmentsField).segments);
  const { transaction } = replaceNodes(state, index, index, [node], node.text, false, (offset, swap) =>
    offset >= swap.from ? offset + swap.insert : offset,
  );
  return endsStep
    ? { ...transaction, annotations: [isolateHistory.of('full'), stepEnd.of(true)] }
    : transaction;
}
