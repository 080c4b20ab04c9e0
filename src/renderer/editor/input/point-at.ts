/** The target of a context menu over the text, and its action there. */
import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import type { ManuscriptWord } from '../manuscript.ts';

/**
 * The offset at a point of the window; moves the caret there unless the selection covers it. Null: the caret's offset.
 */
export function pointAt(view: EditorView, point: { readonly x: number; readonly y: number } | null): number {
  const { main } = view.state.selection;
  if (point === null) return main.head;
  const offset = view.posAtCoords(point, false);
  const isSelected = !main.empty && main.from <= offset && offset <= main.to;
  if (!isSelected) view.dispatch({ selection: { anchor: offset }, userEvent: 'select.pointer' });
  return offset;
}

/** Replaces a word if it is still there; the caret stays beside the same text. */
export function replaceWord(view: EditorView, { from, to, text }: ManuscriptWord, insert: string): void {
  if (view.state.readOnly || view.state.sliceDoc(from, to) !== text) return;
  view.dispatch({
    changes: { from, to, insert },
    userEvent: 'input.replace',
    annotations: isolateHistory.of('full'),
  });
}
