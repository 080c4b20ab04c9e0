import { EditorView, ViewPlugin } from '@codemirror/view';

/** Time after focus within which the caret can still get lost, in milliseconds: twice what CodeMirror allows for. */
const SETTLE_TIME = 400;

const focusTime = ViewPlugin.define(() => ({ at: Number.NEGATIVE_INFINITY }), {
  eventObservers: {
    focus(_event, view) {
      this.at = performance.now();
      // Text redrawn while the focus was elsewhere moved the browser's caret. CodeMirror puts it back a
      // moment later; anything typed before that would land where the browser has it. This runs late if the
      // focus arrived during an update, and another element may have taken it since.
      if (view.root.activeElement === view.contentDOM) view.focus();
    },
  },
});

/**
 * Restores the caret when the text around it is redrawn just after the editor received focus. A browser that focuses
 * the editor puts the caret at the start of the text; for 200 ms CodeMirror assumes that a caret there came from that,
 * and leaves it. But drawing a mark around the caret's word, such as a misspelling, sends it there too.
 */
const restoreCaret = EditorView.updateListener.of(({ view, state }) => {
  const focusedAt = view.plugin(focusTime)?.at ?? Number.NEGATIVE_INFINITY;
  // Reading the browser's selection is not free.
  if (performance.now() - focusedAt > SETTLE_TIME || !view.hasFocus || view.compositionStarted) return;
  const { anchor, head } = state.selection.main;
  const selection = view.contentDOM.ownerDocument.getSelection();
  const node = selection?.focusNode ?? null;
  if (selection === null || node === null || selection.focusOffset !== 0 || head === 0) return;
  if (!view.contentDOM.contains(node) || view.posAtDOM(node, 0) !== 0) return;
  const from = view.domAtPos(anchor);
  const to = view.domAtPos(head);
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
});

export const preserveCaret = [focusTime, restoreCaret];
