/** Text that models are not sent, in a softer ink; the margin has a rule beside it (`margin-notes.ts`). */
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { flaggedPlaces, hasNoFlags, mayBeOthers, placesWith } from './flagged-places.ts';

const excludedMark = Decoration.mark({ class: 'excluded' });

function excludedMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  for (const { segment, start } of placesWith(view, 'excluded')) {
    const begin = Math.max(start, from);
    const end = Math.min(start + segment.length, to);
    if (begin < end) builder.add(begin, end, excludedMark);
  }
  return builder.finish();
}

class ExcludedText {
  marks: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.marks = excludedMarks(view);
  }

  update(update: ViewUpdate): void {
    if (this.marks.size === 0 && hasNoFlags(update.view)) return;
    if (!this.#isStale && !mayBeOthers(update)) return;
    // The elements around what an input method is composing stay as they are, or the composition breaks off.
    this.#isStale = update.view.compositionStarted;
    this.marks = this.#isStale ? this.marks.map(update.changes) : excludedMarks(update.view);
  }
}

const visible = ViewPlugin.fromClass(ExcludedText, { decorations: ({ marks }) => marks });

const look = EditorView.baseTheme({
  '.excluded': { color: 'var(--ink-soft)' },
  // Whose text it is stays told, though its colour is put away. One class more than an author's colour has.
  '&.authors-colour .excluded .author': {
    color: 'var(--ink-soft)',
    textDecoration: 'underline dotted 1px var(--author)',
    textUnderlineOffset: '0.25em',
  },
});

/** The element of an excluded node holds all others of its text. */
export const excludedText: Extension = [flaggedPlaces, Prec.lowest(visible), look];
