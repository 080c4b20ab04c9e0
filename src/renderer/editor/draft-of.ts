import type { EditorState } from '@codemirror/state';
import type { Draft, PendingEdit, SpannedText } from '../../core/buffer/draft.ts';
import { getPlace, getSegment, getWorkingBuffer, type SegmentPlace } from '../../core/buffer/segments.ts';
import { authorship, spansBetween, writer } from './authorship.ts';
import { placesOf } from './buffer-path.ts';
import { knownHeadPosition } from './caret-place.ts';
import { segments as segmentsField } from './segments.ts';

function textBetween(state: EditorState, from: number, to: number): SpannedText {
  const spans = spansBetween(state.field(authorship), from, to, state.facet(writer));
  return { text: state.sliceDoc(from, to), spans };
}

/** Everything that is not committed, what is sealed included; costs in proportion to it. */
export function draftOf(state: EditorState): Draft {
  const path = state.field(segmentsField);
  const { segments, pending, sealed } = path;
  const open = placesOf(path, new Set([...pending, ...sealed.keys()]));
  const edits = open.flatMap(({ segment: { nodeId, length }, start }: SegmentPlace): PendingEdit[] =>
    nodeId === null ? [] : [{ nodeId, ...textBetween(state, start, start + length) }],
  );
  // What is sealed of the working buffer stands before it.
  let first = getWorkingBuffer(segments).index;
  while (first > 0 && getSegment(segments, first - 1).nodeId === null) first -= 1;
  return {
    head: knownHeadPosition(path),
    edits,
    buffer: textBetween(state, getPlace(segments, first).start, state.doc.length),
  };
}
