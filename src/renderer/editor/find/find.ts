/**
 * Find and replace over the whole path. A thread of its own looks through the text, so that neither a long text nor a
 * regular expression that runs away is felt while writing; what it found is highlighted where it can be seen.
 */
import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type FindQuery, patternOf } from '../../../core/text/find-pattern.ts';
import type { FindReport } from '../manuscript.ts';
import { textOf } from '../plain-text.ts';
import { FindList } from './find-list.ts';
import type { SearchAnswer } from './find-matches.ts';
import { TextSearch } from './find-search.ts';
import type { SearchThread } from './find-thread.ts';

/** The text is looked through again once it has been left alone for so long, in milliseconds. */
const REST = 200;

/** What is shown of a find stands clear of the edges of the view, in pixels. */
const MARGIN = 80;

const foundMark = Decoration.mark({ class: 'found' });
const currentMark = Decoration.mark({ class: 'found found-current' });

export interface FinderOptions {
  view(): EditorView;
  startThread(): SearchThread;
  /** Something of the report may be different. */
  onChange(): void;
}

export class Finder {
  readonly #options: FinderOptions;
  readonly #search: TextSearch;
  readonly #replacing: TextSearch;
  #query: FindQuery | null = null;
  #list: FindList | null = null;
  #state: FindReport['state'] = 'idle';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What to do once the text has been looked through. */
  #then: (() => void) | null = null;
  #marks: DecorationSet = Decoration.none;
  #isStale = false;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#search = new TextSearch(options.startThread);
    this.#replacing = new TextSearch(options.startThread);
  }

  readonly extension: Extension = [
    ViewPlugin.define(() => ({ update: (update) => this.#update(update) })),
    // Innermost, so that whatever wraps an author's text or a pending edit still wraps the whole of it.
    Prec.highest(EditorView.decorations.of(() => this.#marks)),
  ];

  /**
   * Looks for something else, or (null) for nothing. With `reveal` the first find from the selection on is selected and
   * shown.
   */
  show(query: FindQuery | null, { reveal }: { readonly reveal: boolean }): void {
    this.#query = query;
    this.#then = reveal ? () => this.#select(this.#list?.firstFrom(this.#selection.from) ?? 0) : null;
    this.#list = null;
    this.#begin();
    this.#refresh();
  }

  /** The text is another one altogether. */
  restart(): void {
    this.#list = null;
    this.#marks = Decoration.none;
    this.#begin();
  }

  /** Selects and shows the next find, or the one before; after the last comes the first. */
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

  /** Replaces the find that is selected and goes on to the next; where none is selected, only goes on. */
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

  /** Replaces every find in one step of undo, and tells how many. */
  replaceAll(template: string, onDone: (count: number) => void): void {
    this.#expand(template, (answer) => {
      const changes = Array.from(answer.from, (from, index) => ({
        from,
        to: answer.to[index] ?? from,
        insert: answer.inserts[index] ?? '',
      }));
      this.#change(changes, 'input.replace.all');
      onDone(changes.length);
    });
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
    this.#replacing.end();
  }

  get #view(): EditorView {
    return this.#options.view();
  }

  get #selection() {
    return this.#view.state.selection.main;
  }

  /** Looks through the text as it is now. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const query = this.#query;
    const isNothing = query === null || query.text === '';
    if (isNothing || !isPattern(query)) {
      // An answer to what was looked for before would be taken for one to this.
      this.#search.stop();
      this.#list = null;
      this.#settle(isNothing ? 'idle' : 'invalid');
      // The threads are kept from one word that is looked for to the next, and let go when it is over.
      if (query === null) this.destroy();
      return;
    }
    const { doc } = this.#view.state;
    this.#state = 'searching';
    this.#search.run({ query, text: doc.toString(), template: null }, (answer) => {
      // What was typed meanwhile is looked through when it comes to rest.
      if (this.#view.state.doc === doc) this.#take(answer);
    });
    this.#options.onChange();
  }

  #take(answer: SearchAnswer | null): void {
    this.#list = answer === null ? null : new FindList(answer);
    this.#settle(answer === null ? 'slow' : 'found');
    this.#refresh();
  }

  #settle(state: FindReport['state']): void {
    this.#state = state;
    const then = this.#then;
    this.#then = null;
    if (state === 'found') then?.();
    this.#options.onChange();
  }

  /** Does it now if the text has been looked through as it is, else when it has. */
  #whenFresh(task: () => void): void {
    if (this.#state === 'found' && this.#list?.isFresh === true) {
      task();
      return;
    }
    this.#then = task;
    if (this.#state !== 'searching') this.#begin();
  }

  /** What each find becomes, for the text as it stands; asked again if it changes meanwhile. */
  #expand(template: string, use: (answer: SearchAnswer) => void): void {
    const query = this.#query;
    const { doc, readOnly } = this.#view.state;
    if (query === null || readOnly || this.#view.compositionStarted || !isPattern(query)) return;
    this.#replacing.run({ query, text: doc.toString(), template }, (answer) => {
      if (answer === null) this.#take(null);
      else if (this.#view.state.doc === doc) use(answer);
      else this.#expand(template, use);
    });
  }

  #change(
    wanted: readonly { readonly from: number; readonly to: number; readonly insert: string }[],
    userEvent: string,
    caret?: number,
  ): void {
    const { state } = this.#view;
    // What stays as it is keeps its author.
    const changes = wanted
      .filter(({ from, to, insert }) => state.sliceDoc(from, to) !== insert)
      .map(({ insert, ...range }) => ({ ...range, insert: textOf(insert) }));
    this.#view.dispatch({
      changes,
      ...(caret === undefined ? {} : { selection: { anchor: caret } }),
      userEvent,
      annotations: isolateHistory.of('full'),
    });
    this.#begin();
  }

  /** Counted round: one after the last is the first. */
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

  /** Shows what is known now; the view draws itself anew only at a transaction. */
  #refresh(): void {
    this.#isStale = true;
    if (!this.#view.compositionStarted) this.#view.dispatch({});
  }

  #update({ view, docChanged, selectionSet, viewportChanged, changes }: ViewUpdate): void {
    if (this.#query === null && !this.#isStale) return;
    if (docChanged) {
      this.#list = this.#list?.after(changes) ?? null;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#begin(), REST);
    }
    if (docChanged || selectionSet) this.#options.onChange();
    if (!docChanged && !selectionSet && !viewportChanged && !this.#isStale) return;
    // The elements around what an input method is composing stay as they are, or the composition breaks off.
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

/** False for a regular expression that is none. */
function isPattern(query: FindQuery): boolean {
  try {
    return patternOf(query) !== null;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
