/** A card over the bottom right of the text. The text does not move for it, but a caret that moves is scrolled clear of it. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The place of a card: it reaches from here to the bottom right of the view. In CSS pixels of the window. */
export interface CoveredCorner {
  readonly left: number;
  readonly top: number;
}

/** @param corner returns what is covered now; null if nothing is */
export function coveredCorner(corner: () => CoveredCorner | null): Extension {
  // As in typewriter mode, the line can be measured once CodeMirror has scrolled it into view.
  const scrollClear = (view: EditorView, offset: number) =>
    view.requestMeasure({
      key: corner,
      read: () => {
        const covered = corner();
        const caret = covered === null ? null : view.coordsAtPos(offset);
        if (covered === null || caret === null || caret.right < covered.left) return 0;
        const hidden = caret.bottom - covered.top;
        return hidden > 0 ? hidden + view.defaultLineHeight / 2 : 0;
      },
      write: (distance) => {
        if (distance > 0) view.scrollDOM.scrollTop += distance;
      },
    });
  return EditorView.scrollHandler.of((view, range, { y }) => {
    if (y === 'nearest') scrollClear(view, range.head);
    return false;
  });
}
