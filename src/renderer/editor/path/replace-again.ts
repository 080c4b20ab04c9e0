/** Puts nodes that others put on the path there again, after a step that was made without them. */
import type { EditorState, Text, TransactionSpec } from '@codemirror/state';
import { routeChange } from '../../../core/buffer/route-change.ts';
import {
  findLocation,
  getLocation,
  type Segment,
  type Segments,
  segmentsBetween,
  segmentsOf,
} from '../../../core/buffer/segments.ts';
import {
  concatSpans,
  type SpannedText,
  type Spans,
  sliceSpans,
  spliceSpans,
} from '../../../core/text/span.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { textOf } from '../plain-text.ts';
import { newSegmentId, workingBuffer } from './buffer-path.ts';
import { pathReplaced, type ReplacedNodes, type TextBefore } from './effects.ts';
import { mergeText, replacementsBetween } from './merge-text.ts';
import { segments as segmentsField } from './segments.ts';
import { commonEnds } from './text-change.ts';

/** Indexes of segments, and the offsets of their text. */
interface SegmentRange {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly end: number;
}

interface ShownNodes {
  readonly segments: readonly Segment[];
  readonly spans: readonly Spans[];
}

function placeOf(list: Segments, from: number, to: number): SegmentRange {
  const startOf = (index: number) => (index === list.count ? list.length : getLocation(list, index).start);
  return { from, to, at: startOf(from), end: startOf(to) };
}

/**
 * The place of the segments that were replaced; null if there are none, or they are not on the path one after the
 * other, or undo or redo made the working buffer of the last of them, or a node of what was the working buffer.
 */
function findRun(list: Segments, { were, after }: ReplacedNodes): SegmentRange | null {
  const indexes = were.map(({ segmentId }) => findLocation(list, segmentId)?.index);
  const [first] = indexes;
  if (first === undefined || indexes.some((index, i) => index !== first + i)) return null;
  const to = first + were.length;
  return (to === list.count) === (after === null) ? placeOf(list, first, to) : null;
}

/** The place of other versions at the same positions; null if they are not on the path. */
function findVersions(list: Segments, { were, before, after }: ReplacedNodes): SegmentRange | null {
  const left = before === null ? -1 : findLocation(list, before)?.index;
  const right = after === null ? list.count : findLocation(list, after)?.index;
  if (left === undefined || right !== left + 1 + were.length) return null;
  const shown = segmentsBetween(list, left + 1, right);
  const isSame = shown.every(({ positionId }, i) => positionId === were[i]?.positionId);
  return isSame ? placeOf(list, left + 1, right) : null;
}

/** The present place of nodes that others put on the path; null if the path does not go through there. */
export function findPlace(state: EditorState, nodes: ReplacedNodes): SegmentRange | null {
  const { segments: list } = state.field(segmentsField);
  return findRun(list, nodes) ?? findVersions(list, nodes);
}

/** The change that makes one text of another. */
function changeBetween(old: Text, at: number, end: number, text: string) {
  const { before, after } = commonEnds(old, at, end, text);
  return { from: at + before, to: end - after, insert: text.slice(before, text.length - after) };
}

/**
 * Returns true if the nodes have the text of those that were there instead. Text that a step restored in nodes that
 * left the path is in them, and not in the text.
 */
function continuesText({ were, segments }: ReplacedNodes): boolean {
  const positions = new Set(segments.map(({ positionId }) => positionId));
  return (
    segments.length > 0 && were.some(({ positionId }) => positionId === null || positions.has(positionId))
  );
}

/** A segment that is none of the nodes. */
const REST = workingBuffer(newSegmentId(), 0);

/** The nodes with another text, whose difference from theirs is routed like typing. */
function withText(nodes: ReplacedNodes, { text, spans }: SpannedText): ShownNodes {
  const replacements = replacementsBetween(nodes.text.toString(), text);
  // Text at the end belongs to the last of the nodes, as if more followed it, even where a node was split.
  const rest = nodes.after === null ? [] : [{ ...REST, length: 1 }, REST];
  const last = nodes.segments.length - 1;
  const setSplit = (segments: readonly Segment[], hiddenSplit: boolean) =>
    nodes.segments[last]?.hiddenSplit === true
      ? segments.map((segment, index) => (index === last ? { ...segment, hiddenSplit } : segment))
      : segments;
  const changes = replacements.map(({ from, to, newFrom, newTo }) => ({
    fromA: from,
    toA: to,
    insertLength: newTo - newFrom,
  }));
  const { segments } = routeChange(segmentsOf([...setSplit(nodes.segments, false), ...rest]), changes);
  const all = replacements.reduceRight(
    (rest, { from, to, newFrom, newTo }) => spliceSpans(rest, from, to, sliceSpans(spans, newFrom, newTo)),
    concatSpans(...nodes.spans),
  );
  const edited = setSplit(segmentsBetween(segments, 0, last + 1), true);
  let end = 0;
  return {
    segments: edited,
    spans: edited.map(({ length }) => {
      end += length;
      return sliceSpans(all, end - length, end);
    }),
  };
}

/**
 * A transaction that makes a replacement of nodes again; null if there are none, or not all have a place in this order.
 * @param base the text that the replacement was made on, before the step
 * @param isAway whether it was not in the text before the step
 */
export function replaceAgain(
  state: EditorState,
  base: TextBefore,
  replaced: readonly ReplacedNodes[],
  isAway: boolean,
): TransactionSpec | null {
  const { segments: list, bufferWas } = state.field(segmentsField);
  const authors = state.field(authorship);
  const writerId = state.facet(writer);
  const changes: { from: number; to: number; insert: Text }[] = [];
  const segments: Segment[] = [];
  const spans: Spans[] = [];
  let first: SegmentRange | null = null;
  let reached = 0;
  for (const nodes of replaced) {
    const run = findRun(list, nodes);
    const place = findPlace(state, nodes);
    if (place === null || place.from < reached) return null;
    if (first === null) first = place;
    else {
      // The nodes between two replacements stay.
      const kept = segmentsBetween(list, reached, place.from);
      let { at } = placeOf(list, reached, reached);
      for (const segment of kept) {
        segments.push(segment);
        spans.push(spansBetween(authors, at, at + segment.length, writerId));
        at += segment.length;
      }
    }
    reached = place.to;
    const now = state.doc.slice(place.at, place.end);
    const old = findRun(base.path.segments, nodes);
    const was = run === null || old === null || isAway ? null : base.doc.slice(old.at, old.end);
    let shown: ShownNodes = nodes;
    let text = nodes.text.toString();
    if (was !== null && !was.eq(now) && continuesText(nodes)) {
      const step = { text: now.toString(), spans: spansBetween(authors, place.at, place.end, writerId) };
      const merged = mergeText(was.toString(), step, { text, spans: concatSpans(...nodes.spans) });
      shown = withText(nodes, merged);
      text = merged.text;
    }
    segments.push(...shown.segments);
    spans.push(...shown.spans);
    const change = changeBetween(state.doc, place.at, place.end, text);
    changes.push({ ...change, insert: textOf(change.insert) });
  }
  if (first === null) return null;
  const { from, at } = first;
  return { changes, effects: pathReplaced.of({ from, to: reached, segments, at, spans, bufferWas }) };
}
