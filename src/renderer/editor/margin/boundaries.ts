/** Starts of the path's nodes in the visible text. */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { getLocation, locationsTouching, type SegmentLocation } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { WindowRect } from '../../surface.ts';
import { currentPositionAt } from '../caret/current-position.ts';
import { segments } from '../path/segments.ts';

/** The start of a node; where empty nodes begin at the same offset, that of the node whose text follows. */
export interface Boundary {
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly positionId: PositionId;
}

/** A node some of which is drawn. */
export interface VisibleNode extends Boundary, SegmentLocation {
  /** Its boundary is drawn, and no other node begins at the same offset after it. */
  readonly startsHere: boolean;
}

/** Every node of the drawn text, in order, without the working buffer, which is not a node. */
export function visibleNodes(view: EditorView): readonly VisibleNode[] {
  const path = view.state.field(segments).segments;
  const found: VisibleNode[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (const location of locationsTouching(path, from, to)) {
      const { segment, start: offset } = location;
      if (segment.positionId === null) continue;
      const before = found.at(-1);
      if (before?.segment === segment) continue;
      if (before?.offset === offset) found.splice(-1, 1, { ...before, startsHere: false });
      found.push({ ...location, offset, positionId: segment.positionId, startsHere: offset >= from });
    }
  }
  return found;
}

/** Every boundary in the drawn text, in order. */
export function visibleBoundaries(view: EditorView): readonly Boundary[] {
  return visibleNodes(view).filter(({ startsHere }) => startsHere);
}

/** The segment of the current position; null in a tree that has only its root. */
export function caretSegment(state: EditorState): SegmentLocation | null {
  const path = state.field(segments);
  const { nodeNumber } = currentPositionAt(path, state.selection.main.head);
  return nodeNumber === 0 ? null : getLocation(path.segments, nodeNumber - 1);
}

/** The caret's node and the caret's bounds in the window; null in a tree that has only its root. */
export function boundaryOfCaret(
  view: EditorView,
): { readonly positionId: PositionId; readonly rect: WindowRect } | null {
  const positionId = caretSegment(view.state)?.segment.positionId ?? null;
  if (positionId === null) return null;
  const caret = view.coordsAtPos(view.state.selection.main.head);
  const { left, top, right, bottom } = caret ?? view.scrollDOM.getBoundingClientRect();
  return { positionId, rect: { left, top, width: right - left, height: bottom - top } };
}
