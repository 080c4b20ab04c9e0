import type { EditorState } from '@codemirror/state';
import { getWorkingBuffer } from '../../core/buffer/segments.ts';
import { caretPlace, committedLength, headPosition } from './caret-place.ts';
import type { ManuscriptSummary } from './manuscript.ts';
import { segments } from './segments.ts';
import { wordCount } from './word-count.ts';

/** What the rest of the window shows of the manuscript; costs the same however long the text is. */
export function summaryOf(state: EditorState): ManuscriptSummary {
  const path = state.field(segments);
  const caret = caretPlace(path, state.selection.main.head);
  return {
    pathLength: committedLength(path),
    nodeNumber: caret.nodeNumber,
    currentPositionId: caret.positionId,
    headPositionId: headPosition(path),
    parentPositionId: caret.parentPositionId,
    atEnd: caret.atEnd,
    bufferLength: getWorkingBuffer(path.segments).segment.length,
    pendingCount: path.pending.size,
    words: state.field(wordCount),
    characters: state.doc.length,
  };
}

export function equalSummaries(a: ManuscriptSummary, b: ManuscriptSummary): boolean {
  return (Object.keys(a) as (keyof ManuscriptSummary)[]).every((key) => a[key] === b[key]);
}
