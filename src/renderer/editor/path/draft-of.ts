import type { EditorState } from '@codemirror/state';
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import {
  getLocation,
  getSegment,
  getWorkingBuffer,
  locationsFrom,
  type SegmentLocation,
} from '../../../core/buffer/segments.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { PathAndDraft } from '../../surface.ts';
import { knownHeadPosition } from '../caret/current-position.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { type BufferPath, locationsOf, reconcilePath } from './buffer-path.ts';
import { segments as segmentsField } from './segments.ts';

function textBetween(state: EditorState, from: number, to: number): SpannedText {
  const spans = spansBetween(state.field(authorship), from, to, state.facet(writer));
  return { text: state.sliceDoc(from, to), spans };
}

/**
 * Everything that is not committed, including what is sealed; the cost is proportional to its size.
 * @param path the path of the state, or that path reconciled with later commits
 */
export function draftOf(state: EditorState, path: BufferPath = state.field(segmentsField)): Draft {
  const { segments, pending, sealed, bufferWas } = path;
  const open = locationsOf(path, new Set([...pending, ...sealed.keys()]));
  const edits = open.flatMap(({ segment: { nodeId, length }, start }: SegmentLocation): PendingEdit[] =>
    nodeId === null ? [] : [{ nodeId, ...textBetween(state, start, start + length) }],
  );
  // Sealed parts of the working buffer precede it.
  let first = getWorkingBuffer(segments).index;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  const buffer = textBetween(state, getLocation(segments, first).start, state.doc.length);
  return {
    head: knownHeadPosition(path),
    edits,
    buffer: bufferWas === null ? buffer : { ...buffer, wasNode: bufferWas },
  };
}

/**
 * The path and the draft of a state, reconciled with the commits answered up to `now`, a later state. The
 * cost is proportional to the length of the path.
 */
export function pathAndDraftOf(state: EditorState, now: EditorState): PathAndDraft {
  const path = reconcilePath(state.field(segmentsField), now.field(segmentsField));
  const nodes: PathAndDraft['nodes'][number][] = [];
  for (const { segment } of locationsFrom(path.segments, 0)) {
    const { nodeId, positionId } = segment;
    if (nodeId !== null && positionId !== null) nodes.push({ nodeId, positionId });
  }
  return { nodes, draft: draftOf(state, path) };
}
