import { type EditorView, ViewPlugin } from '@codemirror/view';
import { assert } from '../../../core/assert.ts';

/** The part of CodeMirror's view state that this file uses; CodeMirror's types leave it out. */
interface CaretState {
  /** The next layout moves the browser's caret to its side of a point where a line wraps. */
  mustEnforceCursorAssoc: boolean;
}

function hasCaretState(view: object): view is { readonly viewState: CaretState } {
  const viewState: unknown = Reflect.get(view, 'viewState');
  return typeof viewState === 'object' && viewState !== null && 'mustEnforceCursorAssoc' in viewState;
}

/** Requests, or no longer requests, that the next layout shows the caret's side. */
function requestCaretSide(view: EditorView, isRequested: boolean): void {
  assert(hasCaretState(view), 'CodeMirror’s view state has no mustEnforceCursorAssoc');
  view.viewState.mustEnforceCursorAssoc = isRequested;
  if (isRequested) view.requestMeasure();
}

const hasFocus = ({ root, contentDOM }: EditorView) => root.activeElement === contentDOM;

function leaveCaretWithoutFocus(view: EditorView): void {
  if (!hasFocus(view)) requestCaretSide(view, false);
}

function restoreCaretSide(view: EditorView): void {
  const { empty, assoc } = view.state.selection.main;
  if (empty && assoc !== 0 && hasFocus(view)) requestCaretSide(view, true);
}

/**
 * A caret where a line wraps: it is either at the end of one line or at the start of the next, and CodeMirror
 * moves the browser's selection to show which after each change of caret or focus.
 *
 * It does so even if the text has just lost the focus. Chromium then gives the focus back to the text, and
 * what the writer types into a field goes into the story. So this plugin leaves the selection alone while
 * another element has the focus; when the text gets it again, CodeMirror shows the side again.
 *
 * It does not do so when the text around the caret is drawn again, for example with a misspelling marked,
 * which moves the browser's caret to the next line.
 */
export const wrappedCaret = ViewPlugin.define(
  (view) => ({ update: () => leaveCaretWithoutFocus(view), docViewUpdate: () => restoreCaretSide(view) }),
  // The side may have been requested before the focus moved, and not be shown yet.
  { eventObservers: { blur: (_event, view) => leaveCaretWithoutFocus(view) } },
);
