/**
 * Typewriter scrolling: the caret's line stays where it is, and the text moves. Only what would scroll to the caret
 * anyway does so here, which is typing and moving by keys: the wheel and a click leave the view alone.
 */
import { EditorView } from '@codemirror/view';
import { preferences } from './preferences.ts';

/** Where the caret's line stands, as a part of the height from the top. */
export const CARET_HEIGHT = 0.45;

export const typewriter = [
  EditorView.scrollHandler.of((view, range, { y }) => {
    // Who asks for another place than the nearest knows where: find, or a place that is restored.
    if (!view.state.field(preferences).typewriter || y !== 'nearest') return false;
    const caret = view.coordsAtPos(range.head, range.assoc === 1 ? 1 : -1);
    if (caret === null) return false;
    const { scrollDOM } = view;
    const height = scrollDOM.clientHeight * CARET_HEIGHT;
    scrollDOM.scrollTop += (caret.top + caret.bottom) / 2 - scrollDOM.getBoundingClientRect().top - height;
    return true;
  }),
  // Room above the first line and below the last, so that they can stand there too.
  EditorView.editorAttributes.of((view) =>
    view.state.field(preferences).typewriter ? { class: 'typewriter' } : null,
  ),
];
