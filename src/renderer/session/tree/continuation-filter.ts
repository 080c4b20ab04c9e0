/** Filters the Continuations list by its text or its authors' names. */

import type { PositionId } from '../../../core/ids.ts';
import { patternOf } from '../../../core/text/find-pattern.ts';
import { authorsText } from '../../../ui-text/page/authors.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { createStore, type Store } from '../store.ts';
import { type Continuation, shownAuthors } from './continuation.ts';
import type { ContinuationList } from './continuations-session.ts';

/** Milliseconds from the last key until main searches the texts of which only the beginning is here. */
const SEARCH_AFTER = 80;

export interface FilterState {
  /** As typed; null while the filter is closed. */
  readonly text: string | null;
  /** The continuations that match; null if all do. */
  readonly matches: ReadonlySet<PositionId> | null;
}

const NONE: FilterState = { text: null, matches: null };

export class ContinuationFilter {
  readonly #scope: TreeScope;
  readonly #list: Store<ContinuationList>;
  readonly #state = createStore<FilterState>(NONE);
  readonly state: Store<FilterState> = this.#state;
  readonly #unsubscribe: () => void;
  /** Matches by the whole text, as main last answered. */
  #found: ReadonlySet<PositionId> = new Set();
  #searches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #parentId: PositionId | null = null;

  constructor(scope: TreeScope, list: Store<ContinuationList>) {
    this.#scope = scope;
    this.#list = list;
    this.#unsubscribe = list.subscribe(() => this.#onList());
  }

  /** Filters by `text`; an empty one matches everything and keeps the field open. */
  setText(text: string): void {
    this.#parentId = this.#list.get().parentId;
    this.#found = new Set();
    this.#state.set({ text, matches: this.#match(text) });
    this.#searchSoon();
  }

  /** Opens the field. */
  open(): void {
    if (this.#state.get().text === null) this.setText('');
  }

  clear(): void {
    this.#searches += 1;
    clearTimeout(this.#timer);
    this.#state.set(NONE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #onList(): void {
    const { text } = this.#state.get();
    if (text === null) return;
    // The filter belongs to one list.
    if (this.#list.get().parentId !== this.#parentId) this.clear();
    else this.#state.set({ text, matches: this.#match(text) });
  }

  #match(text: string): ReadonlySet<PositionId> | null {
    const pattern = patternOf({ text: text.trim(), matchCase: false, wholeWord: false, isRegExp: false });
    if (pattern === null) return null;
    const matches = (item: Continuation) =>
      item.text.search(pattern) >= 0 ||
      authorsText(shownAuthors(item, this.#scope.authors), this.#scope.grove.get()).search(pattern) >= 0 ||
      this.#found.has(item.positionId);
    const matched = this.#list.get().items.filter(matches);
    return new Set(matched.map(({ positionId }) => positionId));
  }

  #searchSoon(): void {
    clearTimeout(this.#timer);
    const search = ++this.#searches;
    const { parentId, items } = this.#list.get();
    const text = this.#state.get().text?.trim() ?? '';
    if (text === '' || !items.some((item) => item.length > item.text.length)) return;
    this.#timer = setTimeout(() => void this.#search(search, parentId, text), SEARCH_AFTER);
  }

  async #search(search: number, parentId: PositionId, text: string): Promise<void> {
    const { client, treeId } = this.#scope;
    await this.#scope.notices.attempt(async () => {
      const found = await client.call('path.childrenWith', { treeId, parentId, text });
      if (search !== this.#searches) return;
      this.#found = new Set(found);
      this.#onList();
    });
  }
}
