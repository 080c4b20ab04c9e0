/** Marks of authors and of pending edits, made for what can be seen and nothing else. */
import { Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { placesTouching } from '../../core/buffer/segments.ts';
import { authorLooks } from './author-looks.ts';
import { authorship, writer } from './authorship.ts';
import { segments } from './segments.ts';

const pendingMark = Decoration.mark({ attributes: { 'data-pending': '' } });

function authorMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { ranges } = view.state.field(authorship);
  const looks = view.state.field(authorLooks);
  const writerId = view.state.facet(writer);
  for (const { from, to } of view.visibleRanges) {
    // Neighbours that look the same become one element: what costs is their number on the screen.
    let open: { from: number; to: number; mark: Decoration } | null = null;
    const close = () => {
      if (open !== null) builder.add(open.from, open.to, open.mark);
    };
    for (const cursor = ranges.iter(from); cursor.value !== null && cursor.from < to; cursor.next()) {
      const mark = cursor.value.agent === writerId ? null : looks.markFor(cursor.value.agent);
      const start = Math.max(cursor.from, from);
      const end = Math.min(cursor.to, to);
      if (mark === null || start >= end) continue;
      if (open !== null && open.to === start && open.mark === mark) open.to = end;
      else {
        close();
        open = { from: start, to: end, mark };
      }
    }
    close();
  }
  return builder.finish();
}

function pendingMarks(view: EditorView): DecorationSet {
  const path = view.state.field(segments);
  if (path.pending.size === 0) return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  for (const visible of view.visibleRanges) {
    for (const { segment, start } of placesTouching(path.segments, visible.from, visible.to)) {
      const from = Math.max(start, visible.from);
      const to = Math.min(start + segment.length, visible.to);
      if (segment.pending && from < to) builder.add(from, to, pendingMark);
    }
  }
  return builder.finish();
}

class VisibleMarks {
  authors: DecorationSet;
  pending: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.authors = authorMarks(view);
    this.pending = pendingMarks(view);
  }

  update({ view, docChanged, viewportChanged, transactions, changes, startState, state }: ViewUpdate): void {
    const isTold =
      transactions.some((transaction) => transaction.effects.length > 0) ||
      startState.field(authorLooks) !== state.field(authorLooks);
    if (!docChanged && !viewportChanged && !isTold && !this.#isStale) return;
    // The elements around what an input method is composing stay as they are, or the composition breaks off.
    this.#isStale = view.compositionStarted;
    if (this.#isStale) {
      this.authors = this.authors.map(changes);
      this.pending = this.pending.map(changes);
      return;
    }
    this.authors = authorMarks(view);
    this.pending = pendingMarks(view);
  }
}

const visibleMarks = ViewPlugin.fromClass(VisibleMarks);

function provided(which: 'authors' | 'pending') {
  return EditorView.decorations.of((view) => view.plugin(visibleMarks)?.[which] ?? Decoration.none);
}

/** The element of a pending edit holds those of its authors: what has the higher precedence is inside. */
export const decorations = [visibleMarks, Prec.high(provided('authors')), Prec.low(provided('pending'))];
