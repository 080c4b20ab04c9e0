/** What a menu over the text is about, and what it does there. */
import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import type { ManuscriptWord } from '../manuscript.ts';

/** The offset at a point of the window, where the caret goes unless the selection is there; null is the caret. */
export function pointAt(view: EditorView, point: { readonly x: number; readonly y: number } | null): number {
  const { main } = view.state.selection;
  if (point === null) return main.head;
  const offset = view.posAtCoords(point, false);
  const isSelected = !main.empty && main.from <= offset && offset <= main.to;
  if (!isSelected) view.dispatch({ selection: { anchor: offset }, userEvent: 'select.pointer' });
  return offset;
}

/** Puts other text in the place of a word; the caret stays beside what it stood beside. */
export function replaceWord(view: EditorView, { from, to, text }: ManuscriptWord, insert: string): void {
  if (view.state.readOnly || view.state.sliceDoc(from, to) !== text) return;
  view.dispatch({
    changes: { from, to, insert },
    userEvent: 'input.replace',
    annotations: isolateHistory.of('full'),
  });
}
