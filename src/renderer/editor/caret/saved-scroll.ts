/** The scroll position before each move along the tree, so that undo restores it with the text. */
import { type EditorView, ViewPlugin } from '@codemirror/view';
import type { BufferPath } from '../path/buffer-path.ts';
import { pathReplaced } from '../path/effects.ts';
import { segments } from '../path/segments.ts';

/** `scrollTop` in CSS pixels, keyed by the path that was shown then. */
export const savedScroll = ViewPlugin.define((view) => ({
  scrolled: new WeakMap<BufferPath, number>(),
  update({ transactions }) {
    for (const { startState, effects } of transactions) {
      // The update is not drawn yet, so this is still the old scroll position.
      if (!effects.some((effect) => effect.is(pathReplaced))) continue;
      this.scrolled.set(startState.field(segments), view.scrollDOM.scrollTop);
    }
  },
}));

/**
 * Scrolls back to where the view was when a move left this path, once the text is drawn. Does nothing if the
 * caret would be out of view there, since the view already shows the caret.
 */
export function restoreScroll(view: EditorView, path: BufferPath): void {
  const scrolled = view.plugin(savedScroll)?.scrolled.get(path);
  if (scrolled === undefined) return;
  view.requestMeasure({
    key: restoreScroll,
    read: ({ scrollDOM, state }) => {
      const caret = view.coordsAtPos(state.selection.main.head);
      if (caret === null) return false;
      const { top } = scrollDOM.getBoundingClientRect();
      const caretTop = caret.top - top + scrollDOM.scrollTop - scrolled;
      return caretTop >= 0 && caretTop + (caret.bottom - caret.top) <= scrollDOM.clientHeight;
    },
    write: (isVisible) => {
      if (isVisible) view.scrollDOM.scrollTop = scrolled;
    },
  });
}
