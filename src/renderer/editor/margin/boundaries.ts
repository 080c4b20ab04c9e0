/** Where the nodes of the path begin in the text that can be seen. */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { getPlace, placesTouching, type SegmentPlace } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import { caretPlace } from '../caret/caret-place.ts';
import type { AskedRect } from '../manuscript.ts';
import { segments } from '../path/segments.ts';

/** The place where a node begins; of several empty ones at one offset, the one whose text follows. */
export interface Boundary {
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly positionId: PositionId;
}

/** Every boundary in what is drawn of the text, in order; the working buffer begins none, as it is no node. */
export function visibleBoundaries(view: EditorView): readonly Boundary[] {
  const path = view.state.field(segments).segments;
  const found: Boundary[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (const { segment, start } of placesTouching(path, from, to)) {
      if (segment.positionId === null || start < from) continue;
      if (found.at(-1)?.offset === start) found.pop();
      found.push({ offset: start, positionId: segment.positionId });
    }
  }
  return found;
}

/** The segment of the current position; null in a tree with nothing but its root. */
export function caretSegment(state: EditorState): SegmentPlace | null {
  const path = state.field(segments);
  const { nodeNumber } = caretPlace(path, state.selection.main.head);
  return nodeNumber === 0 ? null : getPlace(path.segments, nodeNumber - 1);
}

/** The caret's node and where the caret is in the window; null in a tree with nothing but its root. */
export function boundaryOfCaret(
  view: EditorView,
): { readonly positionId: PositionId; readonly rect: AskedRect } | null {
  const positionId = caretSegment(view.state)?.segment.positionId ?? null;
  if (positionId === null) return null;
  const caret = view.coordsAtPos(view.state.selection.main.head);
  const { left, top, right, bottom } = caret ?? view.scrollDOM.getBoundingClientRect();
  return { positionId, rect: { left, top, width: right - left, height: bottom - top } };
}
