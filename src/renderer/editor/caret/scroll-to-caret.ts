/**
 * Where the caret's line stands after typing or moving by keys: away from the edges, or, as a typewriter has it, always at
 * the same height while the text moves. Only what would scroll to the caret anyway does so here, so that the wheel and a
 * click leave the view alone.
 */
import { EditorView, ViewPlugin } from '@codemirror/view';
import { preferences } from '../preferences.ts';

/** Where a typewriter holds the line, as a part of the height from the top. */
export const TYPEWRITER_HEIGHT = 0.45;

/** How near an edge the line may come, as a part of the height. */
const EDGE = 0.12;

/** Holds the line at a typewriter's height. The place is known once CodeMirror has brought it into view. */
function scrollTo(view: EditorView, offset: number, side: -1 | 1): void {
  view.requestMeasure({
    key: scrollTo,
    read: ({ scrollDOM }) => {
      const caret = view.coordsAtPos(offset, side);
      if (caret === null) return 0;
      const { top } = scrollDOM.getBoundingClientRect();
      return (caret.top + caret.bottom) / 2 - top - scrollDOM.clientHeight * TYPEWRITER_HEIGHT;
    },
    write: (distance) => {
      if (distance !== 0) view.scrollDOM.scrollTop += distance;
    },
  });
}

/** Whether CodeMirror, which asks for the margins right after the handler, scrolls to the nearest place now. */
const edges = ViewPlugin.define(() => ({ areKept: false }), {
  provide: (plugin) =>
    EditorView.scrollMargins.of((view) => {
      const kept = view.plugin(plugin);
      if (kept === null || !kept.areKept) return null;
      kept.areKept = false;
      const edge = view.scrollDOM.clientHeight * EDGE;
      return { top: edge, bottom: edge };
    }),
});

export const scrollToCaret = [
  edges,
  EditorView.scrollHandler.of((view, range, { y }) => {
    // Who asks for another place than the nearest knows where: find, or a place that is restored.
    if (y !== 'nearest') return false;
    const kept = view.plugin(edges);
    if (view.state.field(preferences).typewriter) scrollTo(view, range.head, range.assoc === 1 ? 1 : -1);
    else if (kept !== null) kept.areKept = true;
    return false;
  }),
  // Room above the first line and below the last, so that they can stand there too.
  EditorView.editorAttributes.of((view) =>
    view.state.field(preferences).typewriter ? { class: 'typewriter' } : null,
  ),
];
