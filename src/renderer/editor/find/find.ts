/**
 * Find and replace over the whole path. A separate thread searches the text, so that neither a long text nor
 * a runaway regular expression slows down writing. Matches in the visible text are highlighted.
 */

import { isolateHistory } from '@codemirror/commands';
import { type ChangeDesc, EditorSelection, type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type FindQuery, patternOf } from '../../../core/text/find-pattern.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { FindReport } from '../../surface.ts';
import { textOf } from '../plain-text.ts';
import type { SearchMatches } from './find-matches.ts';
import { TextSearch } from './find-search.ts';
import type { SearchThread } from './find-thread.ts';

/** Delay before the text is searched again after a change, in milliseconds. */
const SEARCH_DELAY = 200;

/** Distance of a revealed match from the edges of the view, in CSS pixels. */
const MARGIN = 80;

const foundMark = Decoration.mark({ class: 'found' });
const currentMark = Decoration.mark({ class: 'found found-current' });

export interface FinderOptions {
  view(): EditorView;
  startThread(): SearchThread;
  /** The report may have changed. */
  onChange(): void;
}

export class Finder {
  readonly #options: FinderOptions;
  readonly #search: TextSearch;
  readonly #replaceSearch: TextSearch;
  #query: FindQuery | null = null;
  #list: FindList | null = null;
  #state: FindReport['state'] = 'idle';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs after the current search if it succeeds. */
  #afterSearch: (() => void) | null = null;
  #marks: DecorationSet = Decoration.none;
  #isStale = false;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#search = new TextSearch(options.startThread);
    this.#replaceSearch = new TextSearch(options.startThread);
  }

  readonly extension: Extension = [
    ViewPlugin.define(() => ({ update: (update) => this.#update(update) })),
    // Innermost, so that the elements of authors and pending edits still wrap their whole text.
    Prec.highest(EditorView.decorations.of(() => this.#marks)),
  ];

  /**
   * Starts another search, or (null) ends it. With `reveal`, selects and shows the first match from the selection on.
   */
  setQuery(query: FindQuery | null, { reveal }: { readonly reveal: boolean }): void {
    this.#query = query;
    this.#afterSearch = reveal ? () => this.#select(this.#list?.firstFrom(this.#selection.from) ?? 0) : null;
    this.#list = null;
    this.#startSearch();
    this.#refresh();
  }

  /** Selects and shows the next or previous match, wrapping at the ends. */
  step(direction: 1 | -1): void {
    if (this.#query === null || this.#view.compositionStarted) return;
    this.#whenFresh(() => {
      const list = this.#list;
      if (list === null) return;
      const { from, to } = this.#selection;
      const at = list.indexOf(this.#selection);
      if (direction === 1) return this.#select(at >= 0 ? at + 1 : list.firstFrom(to));
      this.#select(at >= 0 ? at - 1 : list.firstFrom(from) - 1);
    });
  }

  /** Replaces the selected match and selects the next; if no match is selected, only selects the next. */
  replace(template: string): void {
    this.#expand(template, (answer) => {
      const index = new FindList(answer).indexOf(this.#selection);
      if (index >= 0) {
        const { from, to } = this.#selection;
        const insert = answer.inserts[index] ?? '';
        this.#change([{ from, to, insert }], 'input.replace', from + insert.length);
      }
      this.step(1);
    });
  }

  /**
   * Replaces all matches in one undo step, and calls `onDone` with their number: 0 also if nothing can be
   * replaced, not now, or the text would be too long. It is not called if find ends first.
   */
  replaceAll(template: string, onDone: (count: number) => void): void {
    this.#expand(
      template,
      (answer) => {
        const changes = Array.from(answer.from, (from, index) => ({
          from,
          to: answer.to[index] ?? from,
          insert: answer.inserts[index] ?? '',
        }));
        onDone(this.#change(changes, 'input.replace.all') ? changes.length : 0);
      },
      () => onDone(0),
    );
  }

  report(): FindReport {
    const list = this.#list;
    return {
      state: this.#state,
      count: list?.count ?? 0,
      current: list === null ? 0 : list.indexOf(this.#selection) + 1,
    };
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#search.end();
    this.#replaceSearch.end();
  }

  get #view(): EditorView {
    return this.#options.view();
  }

  get #selection() {
    return this.#view.state.selection.main;
  }

  /** Searches the current text. */
  #startSearch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const query = this.#query;
    const isEmpty = query === null || query.text === '';
    if (isEmpty || !isPattern(query)) {
      // A late answer would be taken for one to this query.
      this.#search.stop();
      this.#list = null;
      this.#setState(isEmpty ? 'idle' : 'invalid');
      // The threads are reused between queries and terminated when the search ends.
      if (query === null) this.destroy();
      return;
    }
    const { doc } = this.#view.state;
    this.#state = 'searching';
    this.#search.run({ query, text: doc.toString(), template: null }, (answer) => {
      // If the text changed meanwhile, another search is already scheduled.
      if (this.#view.state.doc === doc) this.#setMatches(answer);
    });
    this.#options.onChange();
  }

  #setMatches(answer: SearchMatches | null): void {
    this.#list = answer === null ? null : new FindList(answer);
    this.#setState(answer === null ? 'slow' : 'found');
    this.#refresh();
  }

  #setState(state: FindReport['state']): void {
    this.#state = state;
    const task = this.#afterSearch;
    this.#afterSearch = null;
    if (state === 'found') task?.();
    this.#options.onChange();
  }

  /** Runs a task now if the matches are of the current text, or else after a search. */
  #whenFresh(task: () => void): void {
    if (this.#state === 'found' && this.#list?.isFresh === true) {
      task();
      return;
    }
    this.#afterSearch = task;
    if (this.#state !== 'searching') this.#startSearch();
  }

  /**
   * Computes the replacements for the current text; starts over if it changes meanwhile.
   * @param onRefused the text cannot be changed now, or the search takes too long
   */
  #expand(template: string, use: (answer: SearchMatches) => void, onRefused = () => {}): void {
    const query = this.#query;
    const { doc, readOnly } = this.#view.state;
    if (query === null || readOnly || this.#view.compositionStarted || !isPattern(query)) {
      onRefused();
      return;
    }
    this.#replaceSearch.run({ query, text: doc.toString(), template }, (answer) => {
      if (answer === null) {
        this.#setMatches(null);
        onRefused();
      } else if (this.#view.state.doc === doc && !this.#view.compositionStarted) use(answer);
      else this.#expand(template, use, onRefused);
    });
  }

  /** @returns false if the change was refused */
  #change(
    replacements: readonly { readonly from: number; readonly to: number; readonly insert: string }[],
    userEvent: string,
    caret?: number,
  ): boolean {
    const { state } = this.#view;
    // Unchanged text keeps its author.
    const changes = replacements
      .filter(({ from, to, insert }) => state.sliceDoc(from, to) !== insert)
      .map(({ insert, ...range }) => ({ ...range, insert: textOf(insert) }));
    this.#view.dispatch({
      changes,
      ...(caret === undefined ? {} : { selection: { anchor: caret } }),
      userEvent,
      annotations: isolateHistory.of('full'),
    });
    this.#startSearch();
    return changes.length === 0 || this.#view.state.doc !== state.doc;
  }

  /** Selects and shows a match; the index wraps around. */
  #select(index: number): void {
    const list = this.#list;
    if (list === null || list.count === 0 || this.#view.compositionStarted) return;
    const found = list.at((index + list.count) % list.count);
    if (found === undefined) return;
    const range = EditorSelection.range(found.from, found.to);
    this.#view.dispatch({
      selection: { anchor: found.from, head: found.to },
      effects: EditorView.scrollIntoView(range, { yMargin: MARGIN }),
      userEvent: 'select.search',
    });
  }

  /** Redraws the marks; the view updates only on a transaction. */
  #refresh(): void {
    this.#isStale = true;
    if (!this.#view.compositionStarted) this.#view.dispatch({});
  }

  #update({ view, docChanged, selectionSet, viewportChanged, changes }: ViewUpdate): void {
    if (this.#query === null && !this.#isStale) return;
    if (docChanged) {
      this.#list = this.#list?.map(changes) ?? null;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#startSearch(), SEARCH_DELAY);
    }
    if (docChanged || selectionSet) this.#options.onChange();
    if (!docChanged && !selectionSet && !viewportChanged && !this.#isStale) return;
    // Changing the elements around a composition would abort it.
    this.#isStale = view.compositionStarted;
    this.#marks = this.#isStale ? this.#marks.map(changes) : this.#visibleMarks(view);
  }

  #visibleMarks({ visibleRanges, state }: EditorView): DecorationSet {
    const list = this.#list;
    if (list === null) return Decoration.none;
    const selected = state.selection.main;
    const builder = new RangeSetBuilder<Decoration>();
    for (const visible of visibleRanges) {
      for (const found of list.touching(visible.from, visible.to)) {
        const from = Math.max(found.from, visible.from);
        const to = Math.min(found.to, visible.to);
        const isCurrent = found.from === selected.from && found.to === selected.to;
        if (from < to) builder.add(from, to, isCurrent ? currentMark : foundMark);
      }
    }
    return builder.finish();
  }
}

/** False for an empty query or an invalid regular expression. */
function isPattern(query: FindQuery): boolean {
  try {
    return patternOf(query) !== null;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** With more changes than this since the search, mapping each match through them costs too much. */
const MAX_CHANGES = 200;

/**
 * The matches of one search. The list itself never changes: later changes are stored beside it, so that the
 * cost of a keystroke does not depend on the number of matches, and a match is mapped only when it is read.
 */
class FindList {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #changes: ChangeDesc | null;

  constructor({ from, to }: Pick<SearchMatches, 'from' | 'to'>, changes: ChangeDesc | null = null) {
    this.#from = from;
    this.#to = to;
    this.#changes = changes;
  }

  get count(): number {
    return this.#from.length;
  }

  /** True if the text is unchanged since the search. */
  get isFresh(): boolean {
    return this.#changes === null;
  }

  /** The list after a change; null if there were too many changes. */
  map(changes: ChangeDesc): FindList | null {
    const all = this.#changes === null ? changes : this.#changes.composeDesc(changes);
    let count = 0;
    all.iterChangedRanges(() => {
      count += 1;
    });
    return count > MAX_CHANGES ? null : new FindList({ from: this.#from, to: this.#to }, all);
  }

  /** The current range of a match; undefined if there is none at this index, or if text in it or beside it changed. */
  at(index: number): TextRange | undefined {
    const from = this.#from[index];
    const to = this.#to[index];
    if (from === undefined || to === undefined) return undefined;
    if (this.#changes === null) return { from, to };
    if (this.#changes.touchesRange(from, to) !== false) return undefined;
    return { from: this.#changes.mapPos(from, 1), to: this.#changes.mapPos(to, -1) };
  }

  /** Index of the first match that begins at or after an offset; `count` if none does. */
  firstFrom(offset: number): number {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const from = this.#from[middle] ?? 0;
      if ((this.#changes?.mapPos(from, 1) ?? from) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the match with exactly this range; -1 if there is none. */
  indexOf({ from, to }: TextRange): number {
    const index = this.firstFrom(from);
    const found = this.at(index);
    return found?.from === from && found.to === to ? index : -1;
  }

  /** The matches that touch `[from, to]`, in text order. */
  *touching(from: number, to: number): Generator<TextRange> {
    // Matches do not overlap, so at most one begins before `from` and reaches in.
    for (let index = Math.max(0, this.firstFrom(from) - 1); index < this.count; index++) {
      const found = this.at(index);
      if (found === undefined) continue;
      if (found.from > to) return;
      if (found.to >= from) yield found;
    }
  }
}
