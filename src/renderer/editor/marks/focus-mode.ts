/** Focus mode: all but the caret's paragraph or sentence, or what is selected, is dimmed (`theme.ts` says how). */
import { type EditorState, type Line, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { preferences } from '../preferences.ts';

const litLine = Decoration.line({ class: 'lit' });
/** What an input method composes at its end is lit at once. */
const litText = Decoration.mark({ class: 'lit', inclusive: true });

/** The platform's own rules for where sentences end; it knows of quotation marks and of other scripts. */
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Of a very long paragraph only this much around the caret is read, in UTF-16 code units. */
const AROUND = 4_000;

interface Lit {
  readonly from: number;
  readonly to: number;
}

/** The sentence of a line that holds an offset; the one before, at the end of the line. */
function sentenceAt(line: Line, offset: number): Lit {
  const at = offset - line.from;
  const start = Math.max(0, at - AROUND);
  const text = line.text.slice(start, at + AROUND);
  const segment = sentences.segment(text).containing(Math.min(at - start, text.length - 1));
  if (segment === undefined) return { from: line.from, to: line.from };
  const from = line.from + start + segment.index;
  return { from, to: from + segment.segment.length };
}

function litOf(state: EditorState): Lit {
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
    const isTold = startState.field(preferences) !== state.field(preferences);
    if (!docChanged && !selectionSet && !viewportChanged && !isTold && !this.#isStale) return;
    // The elements around what an input method is composing stay as they are, or the composition breaks off.
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
