/** Text excluded from models' context, in a softer colour; the margin has a rule beside it (`margin-notes.ts`). */
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { flaggedSegments, flagsMayChange, hasNoFlags, segmentsWith } from './flagged-segments.ts';

const excludedMark = Decoration.mark({ class: 'excluded' });

function excludedMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  for (const { segment, start } of segmentsWith(view, 'excluded')) {
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
    if (!this.#isStale && !flagsMayChange(update)) return;
    // Changing the elements around a composition would abort it.
    this.#isStale = update.view.compositionStarted;
    this.marks = this.#isStale ? this.marks.map(update.changes) : excludedMarks(update.view);
  }
}

const visible = ViewPlugin.fromClass(ExcludedText, { decorations: ({ marks }) => marks });

const styles = EditorView.baseTheme({
  '.excluded': { color: 'var(--ink-soft)' },
  // An underline still shows the author when the colour is muted. One more class than an author's colour, for
  // specificity.
  '&.authors-colour .excluded .author': {
    color: 'var(--ink-soft)',
    textDecoration: 'underline dotted 1px var(--author)',
    textUnderlineOffset: '0.25em',
  },
});

/** The element of an excluded node wraps all others of its text. */
export const excludedText: Extension = [flaggedSegments, Prec.lowest(visible), styles];
