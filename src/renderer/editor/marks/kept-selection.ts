import { Prec } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const selected = Decoration.mark({ class: 'kept-selection' });

function selectionOf({ state, root, contentDOM }: EditorView) {
  const { from, to } = state.selection.main;
  return from < to && root.activeElement !== contentDOM
    ? Decoration.set(selected.range(from, to))
    : Decoration.none;
}

/** Shows the selection while a bar or a pane has the keyboard: the browser shows only the one that has it. */
export const keptSelection = Prec.highest([
  ViewPlugin.define(
    (view) => ({
      marks: selectionOf(view),
      update({ view, docChanged, selectionSet, focusChanged }: ViewUpdate) {
        if (docChanged || selectionSet || focusChanged) this.marks = selectionOf(view);
      },
    }),
    { decorations: ({ marks }) => marks },
  ),
  EditorView.baseTheme({ '.kept-selection': { backgroundColor: 'var(--selection)' } }),
]);
