/** Where the nodes of the path begin in the visible text. */
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

/** Every boundary in the drawn text, in order. The working buffer has none, as it is not a node. */
export function visibleBoundaries(view: EditorView): readonly Boundary[] {
  const path = view.state.field(segments).segments;
  const found: Boundary[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (const { segment, start } of locationsTouching(path, from, to)) {
      if (segment.positionId === null || start < from) continue;
      if (found.at(-1)?.offset === start) found.pop();
      found.push({ offset: start, positionId: segment.positionId });
    }
  }
  return found;
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
