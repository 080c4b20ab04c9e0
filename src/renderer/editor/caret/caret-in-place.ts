import { EditorView, ViewPlugin } from '@codemirror/view';

/** So long after the focus came, the caret may be lost; CodeMirror's own time for it is half of this. Milliseconds. */
const SETTLING = 400;

const focusTime = ViewPlugin.define(() => ({ at: Number.NEGATIVE_INFINITY }), {
  eventObservers: {
    focus(_event, view) {
      this.at = performance.now();
      // Text that was drawn anew while the keyboard was elsewhere took the browser's caret along. CodeMirror puts it back
      // a moment later: what is typed before that would stand where the browser has it.
      view.focus();
    },
  },
});

/**
 * Keeps the caret where it is when the text around it is drawn anew just after the editor got the focus. A browser that
 * gives the focus puts the caret at the start of the text; for 200 ms CodeMirror takes a caret that it finds there for
 * that, and leaves it. But a mark drawn around the caret's word, a misspelling for one, sends it there too.
 */
const keptCaret = EditorView.updateListener.of(({ view, state }) => {
  const focusedAt = view.plugin(focusTime)?.at ?? Number.NEGATIVE_INFINITY;
  // The browser's selection is not for nothing to ask for.
  if (performance.now() - focusedAt > SETTLING || !view.hasFocus || view.compositionStarted) return;
  const { anchor, head } = state.selection.main;
  const selection = view.contentDOM.ownerDocument.getSelection();
  const node = selection?.focusNode ?? null;
  if (selection === null || node === null || selection.focusOffset !== 0 || head === 0) return;
  if (!view.contentDOM.contains(node) || view.posAtDOM(node, 0) !== 0) return;
  const from = view.domAtPos(anchor);
  const to = view.domAtPos(head);
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
});

export const caretInPlace = [focusTime, keptCaret];
