/** The splices that an undo or redo step makes in the texts of segments, for a step that kept the nodes on the path. */
import type { EditorState, Transaction } from '@codemirror/state';
import {
  getLocation,
  getSegment,
  locationsFrom,
  locationsTouching,
  type SegmentLocation,
} from '../../../core/buffer/segments.ts';
import { equalSpans, sliceSpans, spliceSpans } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import type { BufferPath } from './buffer-path.ts';
import { segments } from './segments.ts';
import { commonPrefix, commonSuffix } from './text-change.ts';

/** The splices of an undo or redo step in segments that stayed on the path, by segment index. */
export function splicesOf(transaction: Transaction, path: BufferPath): ReadonlyMap<number, DraftSplice> {
  const { startState, state, changes } = transaction;
  const before = startState.field(segments).segments;
  const writerId = state.facet(writer);
  const changed = new Map<number, { readonly location: SegmentLocation; from: number; to: number }>();
  changes.iterChangedRanges((fromA, toA) => {
    for (const location of locationsTouching(before, fromA, toA)) {
      const { start, segment } = location;
      const from = Math.min(Math.max(0, fromA - start), segment.length);
      const to = Math.min(Math.max(0, toA - start), segment.length);
      const known = changed.get(location.index);
      if (known === undefined) changed.set(location.index, { location, from, to });
      else known.to = to;
    }
  });
  const splices = new Map<number, DraftSplice>();
  for (const [index, { location, from, to }] of changed) {
    const now = getLocation(path.segments, index);
    const end = now.segment.length - (location.segment.length - to);
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

/**
 * The same for a step over a change by others. It may assign text to another segment without changing it, so the
 * texts of all segments from the first to the last that may differ are compared.
 */
export function comparedSplices(
  { startState, state, changes }: Transaction,
  path: BufferPath,
): ReadonlyMap<number, DraftSplice> {
  const before = startState.field(segments).segments;
  let first = before.count;
  let last = -1;
  const include = (index: number) => {
    first = Math.min(first, index);
    last = Math.max(last, index);
  };
  changes.iterChangedRanges((fromA, toA) => {
    for (const { index } of locationsTouching(before, fromA, toA)) include(index);
  });
  for (const { index, segment } of locationsFrom(path.segments, 0))
    if (segment.length !== getSegment(before, index).length) include(index);
  const splices = new Map<number, DraftSplice>();
  for (let index = first; index <= last; index++) {
    const was = getLocation(before, index);
    const splice = spliceBetween(startState, was, state, getLocation(path.segments, index));
    if (splice !== null) splices.set(index, splice);
  }
  return splices;
}

/** The splice between a segment's text and that of a later state; null if they are equal. */
function spliceBetween(
  before: EditorState,
  was: SegmentLocation,
  state: EditorState,
  is: SegmentLocation,
): DraftSplice | null {
  const [start, end] = rangeOf(was);
  const now = state.sliceDoc(...rangeOf(is));
  const oldSpans = spansBetween(before.field(authorship), start, end, before.facet(writer));
  const spans = spansBetween(state.field(authorship), ...rangeOf(is), state.facet(writer));
  const from = commonPrefix(before.doc, start, end, now);
  const after = commonSuffix(before.doc, start + from, end, now.slice(from));
  const to = was.segment.length - after;
  const until = now.length - after;
  const inserted = sliceSpans(spans, from, until);
  // Equal text that others wrote is not the same text.
  if (!equalSpans(spliceSpans(oldSpans, from, to, inserted), spans))
    return { from: 0, to: was.segment.length, insert: now, spans };
  return from === to && from === until ? null : { from, to, insert: now.slice(from, until), spans: inserted };
}

function rangeOf({ start, segment }: SegmentLocation): [number, number] {
  return [start, start + segment.length];
}
