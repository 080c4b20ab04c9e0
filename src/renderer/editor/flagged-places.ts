/** Nodes with a flag (`core/tree/tree-node.ts`) in the text that can be seen. */
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { placesTouching, type SegmentPlace } from '../../core/buffer/segments.ts';
import { POSITION_FLAGS } from '../../core/tree/tree-node.ts';
import { pathHeaders } from './path-headers.ts';
import { segments } from './segments.ts';

export type Flag = keyof typeof POSITION_FLAGS;

/** Each once, in order; what is still on its way to being a node has no flags. */
export function* placesWith(view: EditorView, flag: Flag): Generator<SegmentPlace> {
  const path = view.state.field(segments).segments;
  const find = view.state.field(pathHeaders);
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const place of placesTouching(path, from, to)) {
      const { positionId } = place.segment;
      if (place.index <= last || positionId === null) continue;
      last = place.index;
      if (((find(positionId)?.flags ?? 0) & POSITION_FLAGS[flag]) !== 0) yield place;
    }
  }
}

/** Whether other places may have flags, or stand elsewhere. */
export function mayBeOthers({ docChanged, viewportChanged, startState, state }: ViewUpdate): boolean {
  return (
    docChanged ||
    viewportChanged ||
    startState.field(pathHeaders) !== state.field(pathHeaders) ||
    startState.field(segments) !== state.field(segments)
  );
}
