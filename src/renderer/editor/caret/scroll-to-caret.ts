/**
 * The place of the caret's line after typing or moving with the keyboard: away from the edges, or, in typewriter mode,
 * always at the same height while the text moves. Applies only to updates that scroll to the caret anyway, so the wheel
 * and clicks leave the view alone.
 */
import { EditorView, ViewPlugin } from '@codemirror/view';
import { preferences } from '../preferences.ts';

/** Height of the typewriter line, as a fraction of the view from its top. */
export const TYPEWRITER_HEIGHT = 0.45;

/** Closest distance of the line to an edge, as a fraction of the height. */
export const EDGE_FRACTION = 0.12;

/** Scrolls the line to the typewriter height. It can be measured once CodeMirror has scrolled it into view. */
function scrollToTypewriterLine(view: EditorView, offset: number, side: -1 | 1): void {
  view.requestMeasure({
    key: scrollToTypewriterLine,
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

/** Active while CodeMirror scrolls to `nearest`: it reads the margins right after the scroll handler. */
const edges = ViewPlugin.define(() => ({ isActive: false }), {
  provide: (plugin) =>
    EditorView.scrollMargins.of((view) => {
      const active = view.plugin(plugin);
      if (active === null || !active.isActive) return null;
      active.isActive = false;
      const edge = view.scrollDOM.clientHeight * EDGE_FRACTION;
      return { top: edge, bottom: edge };
    }),
});

export const scrollToCaret = [
  edges,
  EditorView.scrollHandler.of((view, range, { y }) => {
    // Any other alignment is deliberate: find, or a restored scroll position.
    if (y !== 'nearest') return false;
    const plugin = view.plugin(edges);
    if (view.state.field(preferences).typewriter)
      scrollToTypewriterLine(view, range.head, range.assoc === 1 ? 1 : -1);
    else if (plugin !== null) plugin.isActive = true;
    return false;
  }),
  // Padding above the first line and below the last lets them reach the typewriter height too.
  EditorView.editorAttributes.of((view) =>
    view.state.field(preferences).typewriter ? { class: 'typewriter' } : null,
  ),
];
