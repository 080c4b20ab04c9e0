import type { EditorState } from '@codemirror/state';
import { getWorkingBuffer } from '../../core/buffer/segments.ts';
import { caretPlace, committedLength, headPosition } from './caret/caret-place.ts';
import type { ManuscriptSummary } from './manuscript.ts';
import { segments } from './path/segments.ts';
import { type SelectionWords, sessionWordsOf, wordCount } from './word-count.ts';

/**
 * What the rest of the window shows of the manuscript; costs the same however long the text is. `selected` remembers the
 * selection it counted last.
 */
export function summaryOf(state: EditorState, selected: SelectionWords): ManuscriptSummary {
  const { from, to, head } = state.selection.main;
  const words = state.field(wordCount);
  const path = state.field(segments);
  const caret = caretPlace(path, head);
  return {
    pathLength: committedLength(path),
    nodeNumber: caret.nodeNumber,
    currentPositionId: caret.positionId,
    headPositionId: headPosition(path),
    parentPositionId: caret.parentPositionId,
    atEnd: caret.atEnd,
    edited: caret.edited,
    bufferLength: getWorkingBuffer(path.segments).segment.length,
    pendingCount: path.pending.size,
    words: words.text,
    characters: state.doc.length,
    selectionWords: selected.count(state.doc, from, to),
    selectionCharacters: to - from,
    sessionWords: sessionWordsOf(state),
  };
}

export function equalSummaries(a: ManuscriptSummary, b: ManuscriptSummary): boolean {
  return (Object.keys(a) as (keyof ManuscriptSummary)[]).every((key) => a[key] === b[key]);
}
