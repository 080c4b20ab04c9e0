/** Shows another state of a text at the passage that is in view (`layers.md`, *The time line*). */
import type { EditorState, StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import {
  getLocation,
  listSegments,
  locationHolding,
  locationsFrom,
  type SegmentLocation,
} from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { PlaceInView } from '../../past-surface.ts';
import { segments } from '../path/segments.ts';
import { commonPrefix, commonSuffix } from '../path/text-change.ts';

/** The passage at the top of the view; null if nothing is scrolled away. */
export function placeInView(view: EditorView): PlaceInView | null {
  const { scrollDOM, contentDOM, state } = view;
  if (scrollDOM.clientHeight === 0 || scrollDOM.scrollTop <= 0) return null;
  const { top } = scrollDOM.getBoundingClientRect();
  const { left } = contentDOM.getBoundingClientRect();
  const offset = view.posAtCoords({ x: left, y: top + 1 }, false);
  const line = view.coordsAtPos(offset, 1);
  return placeAt(state, offset, line === null ? 0 : line.top - top);
}

/** The passage at an offset. @param top from the top of the view to its line, in CSS pixels */
export function placeAt(state: EditorState, offset: number, top: number): PlaceInView {
  const path = state.field(segments).segments;
  const { segment, start, index } = locationHolding(path, offset);
  const positions = listSegments(path)
    .slice(0, index + 1)
    .flatMap(({ positionId }) => positionId ?? []);
  return {
    positions,
    isInLast: segment.positionId !== null,
    text: state.sliceDoc(start, start + segment.length),
    offset: offset - start,
    top,
  };
}

/**
 * The place of a passage in a state of the same tree: in the same position, on the same text; if that is not there, in
 * the text after the last position before it that is.
 */
export function offsetOf(state: EditorState, place: PlaceInView): number {
  const path = state.field(segments).segments;
  const last = findLast(state, place.positions);
  const isThere = place.isInLast && last?.segment.positionId === place.positions.at(-1);
  if (last !== null && isThere) return offsetIn(state, last, place);
  const next = last === null ? 0 : last.index + 1;
  return offsetIn(state, getLocation(path, next), place);
}

/** The last of these positions that the path has. */
function findLast(state: EditorState, positions: readonly PositionId[]): SegmentLocation | null {
  const numbers = new Map(positions.map((positionId, number) => [positionId, number]));
  let found: SegmentLocation | null = null;
  let highest = -1;
  for (const location of locationsFrom(state.field(segments).segments, 0)) {
    const { positionId } = location.segment;
    const number = positionId === null ? undefined : numbers.get(positionId);
    if (number === undefined || number <= highest) continue;
    highest = number;
    found = location;
  }
  return found;
}

/** An offset of the place's text in another state of it: by what comes before it, or else by what follows. */
function offsetIn(
  { doc }: EditorState,
  { segment, start }: SegmentLocation,
  { text, offset }: PlaceInView,
): number {
  const end = start + segment.length;
  const before = commonPrefix(doc, start, end, text);
  if (offset <= before) return start + offset;
  const after = commonSuffix(doc, start + before, end, text.slice(before));
  if (text.length - offset <= after) return end - (text.length - offset);
  return start + before;
}

/** Scrolls a passage to where it was in another view. */
export function scrollToPassage(view: EditorView, place: PlaceInView): StateEffect<unknown> {
  return EditorView.scrollIntoView(offsetOf(view.state, place), { y: 'start', yMargin: place.top });
}
