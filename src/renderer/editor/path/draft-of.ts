import type { EditorState } from '@codemirror/state';
import type { Draft, PendingEdit, SpannedText } from '../../../core/buffer/draft.ts';
import {
  getPlace,
  getSegment,
  getWorkingBuffer,
  placesFrom,
  type SegmentPlace,
} from '../../../core/buffer/segments.ts';
import { knownHeadPosition } from '../caret/caret-place.ts';
import type { RestoredPath } from '../manuscript.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { type BufferPath, pathAgain, placesOf } from './buffer-path.ts';
import { segments as segmentsField } from './segments.ts';

function textBetween(state: EditorState, from: number, to: number): SpannedText {
  const spans = spansBetween(state.field(authorship), from, to, state.facet(writer));
  return { text: state.sliceDoc(from, to), spans };
}

/**
 * Everything that is not committed, what is sealed included; costs in proportion to it.
 * @param path that of the state, or what became of it
 */
export function draftOf(state: EditorState, path: BufferPath = state.field(segmentsField)): Draft {
  const { segments, pending, sealed, bufferWas } = path;
  const open = placesOf(path, new Set([...pending, ...sealed.keys()]));
  const edits = open.flatMap(({ segment: { nodeId, length }, start }: SegmentPlace): PendingEdit[] =>
    nodeId === null ? [] : [{ nodeId, ...textBetween(state, start, start + length) }],
  );
  // What is sealed of the working buffer stands before it.
  let first = getWorkingBuffer(segments).index;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  const buffer = textBetween(state, getPlace(segments, first).start, state.doc.length);
  return {
    head: knownHeadPosition(path),
    edits,
    buffer: bufferWas === null ? buffer : { ...buffer, wasNode: bufferWas },
  };
}

/**
 * The path and the draft of a state, by what became of commits up to `now`, which came after it. Costs the length of
 * the path.
 */
export function restoredPath(state: EditorState, now: EditorState): RestoredPath {
  const path = pathAgain(state.field(segmentsField), now.field(segmentsField));
  const nodes: RestoredPath['nodes'][number][] = [];
  for (const { segment } of placesFrom(path.segments, 0)) {
    const { nodeId, positionId } = segment;
    if (nodeId !== null && positionId !== null) nodes.push({ nodeId, positionId });
  }
  return { nodes, draft: draftOf(state, path) };
}
