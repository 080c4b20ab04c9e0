/** Where the view stood before each move along the tree, so that undo brings that back with the text. */
import { type EditorView, ViewPlugin } from '@codemirror/view';
import type { BufferPath } from '../path/buffer-path.ts';
import { pathReplaced } from '../path/effects.ts';
import { segments } from '../path/segments.ts';

/** The distance scrolled, in CSS pixels, by the path that was shown then. */
const kept = ViewPlugin.define((view) => ({
  scrolled: new WeakMap<BufferPath, number>(),
  update({ transactions }) {
    for (const { startState, effects } of transactions) {
      // Nothing is drawn yet: it still stands as it did.
      if (!effects.some((effect) => effect.is(pathReplaced))) continue;
      this.scrolled.set(startState.field(segments), view.scrollDOM.scrollTop);
    }
  },
}));

/**
 * Scrolls to where the view stood when a move took it from this path, once it is drawn; not where the caret could not be
 * seen there, for then the view shows the caret.
 */
export function scrollBack(view: EditorView, path: BufferPath): void {
  const scrolled = view.plugin(kept)?.scrolled.get(path);
  if (scrolled === undefined) return;
  view.requestMeasure({
    key: scrollBack,
    read: ({ scrollDOM, state }) => {
      const caret = view.coordsAtPos(state.selection.main.head);
      if (caret === null) return false;
      const { top } = scrollDOM.getBoundingClientRect();
      const above = caret.top - top + scrollDOM.scrollTop - scrolled;
      return above >= 0 && above + (caret.bottom - caret.top) <= scrollDOM.clientHeight;
    },
    write: (isSeen) => {
      if (isSeen) view.scrollDOM.scrollTop = scrolled;
    },
  });
}

export const scrollOfMoves = kept;
