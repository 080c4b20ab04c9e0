import { EditorView } from '@codemirror/view';

/**
 * Keeps the caret where it is when the text around it is drawn anew just after the editor got the focus. A browser that
 * gives the focus puts the caret at the start of the text; for 200 ms CodeMirror takes a caret that it finds there for
 * that, and leaves it. But a mark drawn around the caret's word, a misspelling for one, sends it there too.
 */
export const caretInPlace = EditorView.updateListener.of(({ view, state }) => {
  if (!view.hasFocus || view.compositionStarted) return;
  const { anchor, head } = state.selection.main;
  const selection = view.contentDOM.ownerDocument.getSelection();
  const node = selection?.focusNode ?? null;
  if (selection === null || node === null || selection.focusOffset !== 0 || head === 0) return;
  if (!view.contentDOM.contains(node) || view.posAtDOM(node, 0) !== 0) return;
  const from = view.domAtPos(anchor);
  const to = view.domAtPos(head);
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
});
