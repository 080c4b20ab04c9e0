import type { EditorState } from '@codemirror/state';
import { getWorkingBuffer } from '../../core/buffer/segments.ts';
import type { ManuscriptSummary } from '../surface.ts';
import { committedLength, currentPositionAt, headPosition } from './caret/current-position.ts';
import { forkAtCaret } from './margin/fork-places.ts';
import { segments } from './path/segments.ts';
import { type SelectionWords, sessionWordsOf, wordCount } from './word-count.ts';

/**
 * The manuscript's data for the rest of the window. The cost does not depend on the length of the text. `selected`
 * caches the count of the last selection.
 */
export function summaryOf(state: EditorState, selected: SelectionWords): ManuscriptSummary {
  const { from, to, head } = state.selection.main;
  const words = state.field(wordCount);
  const path = state.field(segments);
  const caret = currentPositionAt(path, head);
  return {
    pathLength: committedLength(path),
    nodeNumber: caret.nodeNumber,
    currentPositionId: caret.positionId,
    headPositionId: headPosition(path),
    parentPositionId: caret.parentPositionId,
    atEnd: caret.atEnd,
    forkId: forkAtCaret(state, head)?.fork ?? null,
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
