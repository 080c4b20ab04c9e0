/** Focus mode dims everything but the caret's paragraph or sentence, or the selection (styles in `theme.ts`). */

import { type EditorState, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { TextRange } from '../../../core/text/span.ts';
import { sentenceAt } from '../caret/sentence-at.ts';
import { preferences } from '../preferences.ts';

const litLine = Decoration.line({ class: 'lit' });
/** Inclusive, so that text composed at its end is lit at once. */
const litText = Decoration.mark({ class: 'lit', inclusive: true });

function litOf(state: EditorState): TextRange {
  const { from, to, empty } = state.selection.main;
  if (state.field(preferences).focusOn === 'paragraph') return { from, to };
  const first = sentenceAt(state.doc.lineAt(from), from);
  if (empty) return first;
  return { from: first.from, to: Math.max(to, sentenceAt(state.doc.lineAt(to), to).to) };
}

function litMarks({ state, viewport }: EditorView): DecorationSet {
  const { focusMode, focusOn } = state.field(preferences);
  if (!focusMode) return Decoration.none;
  const lit = litOf(state);
  const builder = new RangeSetBuilder<Decoration>();
  const end = Math.min(lit.to, viewport.to);
  let at = Math.max(lit.from, viewport.from);
  while (at <= end) {
    const line = state.doc.lineAt(at);
    if (focusOn === 'paragraph' || line.length === 0) builder.add(line.from, line.from, litLine);
    else {
      const from = Math.max(at, line.from);
      const to = Math.min(lit.to, line.to);
      if (from < to) builder.add(from, to, litText);
    }
    at = line.to + 1;
  }
  return builder.finish();
}

class LitText {
  decorations: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.decorations = litMarks(view);
  }

  update({ view, docChanged, selectionSet, viewportChanged, changes, startState, state }: ViewUpdate): void {
    const hasOtherPreferences = startState.field(preferences) !== state.field(preferences);
    if (!docChanged && !selectionSet && !viewportChanged && !hasOtherPreferences && !this.#isStale) return;
    // Changing the elements around a composition would abort it.
    this.#isStale = view.compositionStarted;
    this.decorations = this.#isStale ? this.decorations.map(changes) : litMarks(view);
  }
}

export const focusMode = [
  ViewPlugin.fromClass(LitText, { decorations: (plugin) => plugin.decorations }),
  EditorView.editorAttributes.of((view) =>
    view.state.field(preferences).focusMode ? { class: 'focus-mode' } : null,
  ),
];
