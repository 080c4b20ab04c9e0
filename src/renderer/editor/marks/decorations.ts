/** Marks of authors and of pending edits, for the visible text only. */

import { Prec, type Range, RangeSet, RangeSetBuilder, type RangeValue } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { locationsTouching } from '../../../core/buffer/segments.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { segments } from '../path/segments.ts';
import { authorStyles } from './author-style.ts';
import { authorship, authorsIn, writer } from './authorship.ts';

const pendingMark = Decoration.mark({ attributes: { 'data-pending': '' } });

/**
 * The author marks of `[from, to)`, in order. Neighbours that look the same are merged: the cost is their
 * number on screen.
 */
function authorMarksIn({ state }: EditorView, { from, to }: TextRange): readonly Range<Decoration>[] {
  const authors = state.field(authorship);
  const styles = state.field(authorStyles);
  const writerId = state.facet(writer);
  const marks: Range<Decoration>[] = [];
  for (
    const cursor = authorsIn(authors, from, to);
    cursor.value !== null && cursor.from < to;
    cursor.next()
  ) {
    const mark = cursor.value.agent === writerId ? null : styles.markFor(cursor.value.agent);
    const start = Math.max(cursor.from, from);
    const end = Math.min(cursor.to, to);
    if (mark === null || start >= end) continue;
    const last = marks.at(-1);
    const joins = last !== undefined && last.to === start && last.value === mark;
    if (joins) marks[marks.length - 1] = mark.range(last.from, end);
    else marks.push(mark.range(start, end));
  }
  return marks;
}

function authorMarks(view: EditorView): DecorationSet {
  return chunkedRangeSet(view.visibleRanges.flatMap((extent) => authorMarksIn(view, extent)));
}

/**
 * The marks after a single change. The others keep their identity, so that comparing old and new marks is
 * cheap. Null if all must be rebuilt.
 * @param marks the old marks, mapped
 */
function typedMarks({ view, changes, state }: ViewUpdate, marks: DecorationSet): DecorationSet | null {
  const [visible, ...more] = view.visibleRanges;
  let changed: TextRange | null = null;
  let count = 0;
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    count += 1;
    changed = { from, to };
  });
  // The compiler does not see the assignment in the callback.
  const typed = changed as TextRange | null;
  if (visible === undefined || more.length > 0 || typed === null || count > 1) return null;
  if (typed.from < visible.from || typed.to > visible.to) return null;
  // Widen to the runs that touch the change, old and new.
  let { from, to } = typed;
  const widen = (start: number, end: number) => {
    from = Math.min(from, Math.max(start, visible.from));
    to = Math.max(to, Math.min(end, visible.to));
  };
  state.field(authorship).ranges.between(typed.from, typed.to, widen);
  marks.between(typed.from, typed.to, widen);
  const now = authorMarksIn(view, { from, to });
  const before: Range<Decoration>[] = [];
  marks.between(from, to, (start, end, value) => {
    if (start < to && end > from) before.push(value.range(start, end));
  });
  if (haveSameMarks(before, now)) return marks;
  return marks.update({
    filterFrom: from,
    filterTo: to,
    filter: (start, end) => start >= to || end <= from,
    add: now,
  });
}

function haveSameMarks(a: readonly Range<Decoration>[], b: readonly Range<Decoration>[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ from, to, value }, index) => {
      const other = b[index];
      return other !== undefined && other.from === from && other.to === to && other.value === value;
    })
  );
}

/** Each update fragments the RangeSet a little; after this many it is rebuilt. */
const UPDATES_BEFORE_REBUILD = 100;

function pendingMarks(view: EditorView): DecorationSet {
  const path = view.state.field(segments);
  if (path.pending.size === 0) return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  for (const visible of view.visibleRanges) {
    for (const { segment, start } of locationsTouching(path.segments, visible.from, visible.to)) {
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
  #updates = 0;

  constructor(view: EditorView) {
    this.authors = authorMarks(view);
    this.pending = pendingMarks(view);
  }

  update(update: ViewUpdate): void {
    const { view, docChanged, viewportMoved, transactions, changes, startState, state } = update;
    const hasEffects =
      transactions.some((transaction) => transaction.effects.length > 0) ||
      startState.field(authorStyles) !== state.field(authorStyles);
    // `viewportChanged` is true on every letter typed in the viewport; `viewportMoved` only if it shows other text.
    if (!docChanged && !viewportMoved && !hasEffects && !this.#isStale) return;
    // Changing the elements around a composition would abort it.
    const wasStale = this.#isStale;
    this.#isStale = view.compositionStarted;
    this.pending = this.#isStale ? this.pending.map(changes) : pendingMarks(view);
    this.#updateAuthors(update, wasStale);
  }

  #updateAuthors(update: ViewUpdate, wasStale: boolean): void {
    const { view, docChanged, viewportMoved, transactions, changes } = update;
    if (this.#isStale) {
      this.authors = this.authors.map(changes);
      return;
    }
    const isTyping = transactions.length === 1 && transactions[0]?.effects.length === 0;
    this.#updates += 1;
    const canUpdate =
      docChanged && !viewportMoved && !wasStale && isTyping && this.#updates < UPDATES_BEFORE_REBUILD;
    const typed = canUpdate ? typedMarks(update, this.authors.map(changes)) : null;
    if (typed === null) this.#updates = 0;
    this.authors = typed ?? authorMarks(view);
  }
}

const visibleMarks = ViewPlugin.fromClass(VisibleMarks);

function provided(which: 'authors' | 'pending') {
  return EditorView.decorations.of((view) => view.plugin(visibleMarks)?.[which] ?? Decoration.none);
}

/** The element of a pending edit wraps those of its authors: higher precedence is innermost. */
export const decorations = [visibleMarks, Prec.high(provided('authors')), Prec.low(provided('pending'))];

/** Ranges per chunk; a comparison skips a chunk as a whole if it is unchanged. */
const CHUNK = 16;

/**
 * Builds a set of sorted ranges that is cheap to compare with its successor after typing. CodeMirror skips chunks that
 * a change only moved, but makes them of 250 ranges: all visible ranges would be in one chunk, and compared one by one
 * on every keystroke. Adding ranges before existing chunks leaves those chunks unchanged.
 */
export function chunkedRangeSet<T extends RangeValue>(ranges: readonly Range<T>[]): RangeSet<T> {
  let set: RangeSet<T> = RangeSet.empty;
  for (let end = ranges.length; end > 0; end -= CHUNK) {
    set = set.update({ add: ranges.slice(Math.max(0, end - CHUNK), end) });
  }
  return set;
}
