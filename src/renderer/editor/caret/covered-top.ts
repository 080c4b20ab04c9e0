/** What floats over the top of the text, a banner for one: the text stays where it is, and the caret is not hidden. */
import { EditorView } from '@codemirror/view';

/** How much of each view is covered, in CSS pixels, once somebody has said. */
const heights = new WeakMap<EditorView, number>();

export const coveredTop = EditorView.scrollMargins.of((view) => {
  const top = heights.get(view) ?? 0;
  return top === 0 ? null : { top };
});

/**
 * So much of the top of the text is covered from now on. The first line can be scrolled out from under it; where there is
 * more room above it for that, or less again, the view is scrolled by as much, so that nothing is seen to move. Only a
 * caret that would be hidden is brought into sight.
 * @param height in CSS pixels
 */
export function coverTop(view: EditorView, height: number): void {
  const before = heights.get(view);
  if (before === height) return;
  const { scrollDOM, contentDOM } = view;
  const { scrollTop } = scrollDOM;
  const roomAbove = () => Number.parseFloat(getComputedStyle(contentDOM).paddingTop) || 0;
  const room = roomAbove();
  heights.set(view, height);
  view.dom.style.setProperty('--covered-top', `${height}px`);
  // A text that is being opened has not been seen yet.
  if (before !== undefined) {
    const moved = roomAbove() - room;
    if (moved !== 0) scrollDOM.scrollTop = scrollTop + moved;
    uncoverCaret(view, height);
  }
  view.requestMeasure();
}

function uncoverCaret(view: EditorView, height: number): void {
  const { top } = view.scrollDOM.getBoundingClientRect();
  const caret = view.coordsAtPos(view.state.selection.main.head);
  if (caret === null || caret.bottom <= top) return;
  const hidden = top + height - caret.top;
  if (hidden > 0) view.scrollDOM.scrollTop -= hidden + (caret.bottom - caret.top) / 2;
}
