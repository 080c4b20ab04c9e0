/**
 * The top inset: something, such as a banner, floats over the top of the text. The text does not move, and
 * the caret stays visible.
 */
import { EditorView } from '@codemirror/view';

/** The inset of each view once it has been set, in CSS pixels. */
const insets = new WeakMap<EditorView, number>();

/** Height of the covered top of the view, in CSS pixels. */
export const topInsetOf = (view: EditorView): number => insets.get(view) ?? 0;

export const topInset = EditorView.scrollMargins.of((view) => {
  const top = topInsetOf(view);
  return top === 0 ? null : { top };
});

/**
 * Sets how much of the top of the view is covered. The padding above the first line grows or shrinks so that
 * the line can be scrolled clear of the cover, and the view scrolls by the same amount so that the text does
 * not appear to move. Only a caret that would be hidden scrolls into view.
 * @param height in CSS pixels
 */
export function setTopInset(view: EditorView, height: number): void {
  const before = insets.get(view);
  if (before === height) return;
  const { scrollDOM, contentDOM } = view;
  const { scrollTop } = scrollDOM;
  const topPadding = () => Number.parseFloat(getComputedStyle(contentDOM).paddingTop) || 0;
  const padding = topPadding();
  insets.set(view, height);
  view.dom.style.setProperty('--covered-top', `${height}px`);
  // On opening, the text has not been painted yet.
  if (before !== undefined) {
    const growth = topPadding() - padding;
    if (growth !== 0) scrollDOM.scrollTop = scrollTop + growth;
    revealCaret(view, height);
  }
  view.requestMeasure();
}

function revealCaret(view: EditorView, height: number): void {
  const { top } = view.scrollDOM.getBoundingClientRect();
  const caret = view.coordsAtPos(view.state.selection.main.head);
  if (caret === null || caret.bottom <= top) return;
  const hidden = top + height - caret.top;
  if (hidden > 0) view.scrollDOM.scrollTop -= hidden + (caret.bottom - caret.top) / 2;
}
