/**
 * Where the caret's line stands after typing or moving by keys: away from the edges, or, as a typewriter has it, always at
 * the same height while the text moves. Only what would scroll to the caret anyway does so here, so that the wheel and a
 * click leave the view alone.
 */
import { EditorView, type Rect } from '@codemirror/view';
import { preferences } from './preferences.ts';

/** Where a typewriter holds the line, as a part of the height from the top. */
export const TYPEWRITER_HEIGHT = 0.45;

/** How near an edge the line may come, as a part of the height. */
const EDGE = 0.12;

/** How far the text must be scrolled, in CSS pixels; the caret in the view's own coordinates. */
function distanceFor(caret: Pick<Rect, 'top' | 'bottom'>, height: number, isTypewriter: boolean): number {
  if (isTypewriter) return (caret.top + caret.bottom) / 2 - height * TYPEWRITER_HEIGHT;
  const edge = height * EDGE;
  if (caret.top < edge) return caret.top - edge;
  return Math.max(0, caret.bottom - (height - edge));
}

/** The place is known once CodeMirror has brought it into view. */
function scrollTo(view: EditorView, offset: number, side: -1 | 1): void {
  view.requestMeasure({
    key: scrollTo,
    read: ({ scrollDOM, state }) => {
      const caret = view.coordsAtPos(offset, side);
      if (caret === null) return 0;
      const { top } = scrollDOM.getBoundingClientRect();
      const inView = { top: caret.top - top, bottom: caret.bottom - top };
      return distanceFor(inView, scrollDOM.clientHeight, state.field(preferences).typewriter);
    },
    write: (distance) => {
      if (distance !== 0) view.scrollDOM.scrollTop += distance;
    },
  });
}

export const scrollToCaret = [
  EditorView.scrollHandler.of((view, range, { y }) => {
    // Who asks for another place than the nearest knows where: find, or a place that is restored.
    if (y === 'nearest') scrollTo(view, range.head, range.assoc === 1 ? 1 : -1);
    return false;
  }),
  // Room above the first line and below the last, so that they can stand there too.
  EditorView.editorAttributes.of((view) =>
    view.state.field(preferences).typewriter ? { class: 'typewriter' } : null,
  ),
];
