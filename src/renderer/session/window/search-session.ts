import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TagFilter } from '../../../core/tags/tag-filter.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { SearchAnswer, SearchCap, SearchHit } from '../../../ipc/wire/position.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { PRUNED_PLACE } from '../../../ui-text/window/search.ts';
import type { Client } from '../../client.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import { FocusRequest, rememberFocus } from '../focus.ts';
import { LiveQuery } from '../live-query.ts';
import type { Notices } from '../notices.ts';
import { createStore, type Store } from '../store.ts';
import { keyOfHit } from '../tree/find-positions.ts';

/** More results than anyone reads; typing another word narrows them. */
const MAX_RESULTS = 500;
/** Changes within this time are searched together. Milliseconds. */
const THROTTLE = 80;

export type SearchResult = SearchHit;
/** A place in a text or a note, as far as it takes to go there. */
export type FoundPlace = Pick<
  SearchHit,
  'treeId' | 'nodeId' | 'positionId' | 'from' | 'to' | 'typed' | 'noteOn' | 'pruned'
>;

export interface SearchQuery {
  readonly text: string;
  readonly where: 'tree' | 'grove';
  readonly order: 'newest' | 'best';
  /** The chosen author: an agent's id, or a model; the empty string for anyone. */
  readonly by: string;
  /** The agents of `by`; null for anyone. */
  readonly authorIds: readonly AgentId[] | null;
  /** Local days, `2026-11-21`; the empty string for any. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly bookmarked: boolean;
  /** Searches every text, however long that takes. */
  readonly thorough: boolean;
}

export interface SearchState {
  readonly query: SearchQuery;
  /** Null before the first search. */
  readonly results: readonly SearchResult[] | null;
  /** There are no more results. */
  readonly complete: boolean;
  /** A limit on the search; null for none. */
  readonly cap: SearchCap | null;
  /** The index of the result with the keyboard; -1 for none. */
  readonly active: number;
  /** The search is slow enough to show progress. */
  readonly isSlow: boolean;
  /** Why the last search failed. */
  readonly error: WireError | null;
}

const NOTHING: SearchQuery = {
  text: '',
  where: 'grove',
  order: 'newest',
  by: '',
  authorIds: null,
  fromDay: '',
  toDay: '',
  bookmarked: false,
  thorough: false,
};

const EMPTY: SearchState = {
  query: NOTHING,
  results: null,
  complete: true,
  cap: null,
  active: -1,
  isSlow: false,
  error: null,
};

export interface SearchSessionOptions {
  readonly client: Pick<Client, 'call' | 'on'>;
  readonly notices: Notices;
  findTree(): TreeDesk | null;
  /** The desk of a tree on the screen. */
  findDeskOf(treeId: TreeId): { readonly tree: TreeDesk } | null;
  showTree(treeId: TreeId): Promise<void>;
  /** Sends main what is typed, in every tree. */
  flush(): Promise<void>;
  /** Opens the notes of a position of a tree's path. */
  showNotes(tree: TreeDesk, positionId: PositionId): void;
  /** The filter by a tag; null for none. */
  readonly tagFilter: Store<TagFilter | null>;
  /** Shows the pane that the field is in. */
  showPane(): void;
}

/** Search as you type, over a tree or the grove. What is typed during a request is searched for after the answer. */
export class SearchSession {
  readonly focusRequest = new FocusRequest<'field'>();
  readonly #options: SearchSessionOptions;
  readonly #state = createStore<SearchState>(EMPTY);
  readonly state: Store<SearchState> = this.#state;
  /** Main's answer to the latest query it was sent; null before the first. */
  readonly #found: LiveQuery<SearchAnswer | null>;
  #groveId: string | null = null;
  /** Enter was pressed before the answer arrived; returns whether the writer is still there. Null if it was not. */
  #goesWhenFound: (() => boolean) | null = null;

  constructor(options: SearchSessionOptions) {
    this.#options = options;
    this.#found = new LiveQuery<SearchAnswer | null>({
      initial: null,
      delay: THROTTLE,
      // Not the query: while the writer types, the results of an earlier text are better than none.
      key: () => (this.#state.get().query.text.trim() === '' ? null : 'query'),
      read: () => this.#search(),
      onError: (error) => this.#set({ results: null, active: -1, error: describeError(error) }),
    });
    this.#found.watch();
    options.tagFilter.subscribe(() => this.#found.invalidate());
    this.#found.value.subscribe(() => this.#show());
    this.#found.isSlow.subscribe(() => this.#set({ isSlow: this.#found.isSlow.get() }));
  }

  /** Shows and focuses the field, and repeats its search. */
  open(): void {
    this.#options.showPane();
    this.focusRequest.request('field');
    this.#found.invalidate();
  }

  /** Changes the text or the limits. */
  setQuery(change: Partial<SearchQuery>): void {
    // A changed query is first searched for in the newest texts again.
    const query = { ...this.#state.get().query, thorough: false, ...change };
    this.#goesWhenFound = null;
    if (query.text.trim() === '') this.#reset(query);
    else {
      this.#set({ query });
      this.#found.invalidate();
    }
  }

  /** Searches again whenever text was written or, a moment after the typing, main has kept it. */
  listen(): void {
    const { client } = this.#options;
    client.on('tree.changed', () => this.#found.invalidate());
    client.on('save.changed', () => this.#found.invalidate());
  }

  /** Tags changed: what the filter by one leaves may be another. */
  onTags(): void {
    if (this.#options.tagFilter.get() !== null) this.#found.invalidate();
  }

  /** Empties the field; the limits stay. Returns whether there was text in it. */
  clear(): boolean {
    const { query } = this.#state.get();
    if (query.text === '') return false;
    this.#reset({ ...query, text: '' });
    return true;
  }

  /** Moves the keyboard to the text. */
  returnToText(): void {
    this.#options.findTree()?.focus();
  }

  /** Moves the keyboard to a result, or the nearest there is. */
  activate(index: number): void {
    const count = this.#state.get().results?.length ?? 0;
    this.#set({ active: Math.max(count === 0 ? -1 : 0, Math.min(index, count - 1)) });
  }

  /**
   * Goes to the active result, or the first. Waits for a search in progress, and does nothing if the writer
   * leaves the field meanwhile.
   */
  async goToActive(): Promise<void> {
    if (this.#found.isPending) {
      this.#goesWhenFound = rememberFocus();
      void this.#goWhenFound(this.#goesWhenFound);
      return;
    }
    const { results, active } = this.#state.get();
    const result = results?.[Math.max(0, active)];
    if (result !== undefined) await this.goTo(result);
  }

  /**
   * Shows a result, or another such place, in the text, or a note in the Passage tab. The keyboard moves to the text, unless the writer
   * moves it elsewhere meanwhile.
   */
  async goTo(result: FoundPlace): Promise<void> {
    const isFocusKept = rememberFocus();
    const { notices, findDeskOf, showTree, showNotes } = this.#options;
    const results: readonly FoundPlace[] = this.#state.get().results ?? [];
    const at = results.indexOf(result);
    if (at >= 0) this.#set({ active: at });
    if (result.pruned && result.noteOn === null) {
      notices.show({ sentence: PRUNED_PLACE, detail: '' });
      return;
    }
    const isArrival = findDeskOf(result.treeId) === null;
    if (isArrival) await showTree(result.treeId);
    const tree = findDeskOf(result.treeId)?.tree;
    if (tree === undefined) return;
    if (!(await tree.navigation.goToFound(result, isArrival))) return;
    const anchor = result.noteOn === null ? undefined : tree.anchors.findNote(result.positionId);
    if (anchor !== undefined) tree.navigation.placeCaretAtAnchor(anchor.anchorId);
    if (result.noteOn !== null) showNotes(tree, result.noteOn.positionId);
    else if (isFocusKept()) tree.focus();
  }

  /** Clears the search if the grove changed. */
  onGrove(grove: GroveSnapshot | null): void {
    const groveId = grove?.id ?? null;
    if (groveId === this.#groveId) return;
    this.#groveId = groveId;
    this.#reset(NOTHING);
  }

  #set(change: Partial<SearchState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }

  #reset(query: SearchQuery): void {
    this.#goesWhenFound = null;
    this.#found.clear();
    this.#set({ ...EMPTY, query });
  }

  /** The keyboard stays on its result. */
  #show(): void {
    const found = this.#found.value.get();
    if (found === null) return;
    const { results: old, active } = this.#state.get();
    const at = old?.[active];
    const key = at === undefined ? null : keyOfHit(at);
    this.#set({
      results: found.hits,
      complete: found.complete,
      cap: found.cap,
      active: key === null ? -1 : found.hits.findIndex((hit) => keyOfHit(hit) === key),
      error: null,
    });
  }

  async #goWhenFound(isFocusKept: () => boolean): Promise<void> {
    await this.#found.untilSettled();
    if (this.#goesWhenFound !== isFocusKept) return;
    this.#goesWhenFound = null;
    if (isFocusKept()) await this.goToActive();
  }

  async #search(): Promise<SearchAnswer> {
    const { client, findTree, flush } = this.#options;
    await flush();
    const { query } = this.#state.get();
    const tagged = this.#options.tagFilter.get();
    return client.call('search.find', {
      text: query.text,
      treeId: query.where === 'tree' ? (findTree()?.treeId ?? null) : null,
      ranked: query.order === 'best',
      limit: MAX_RESULTS,
      ...limitsOf(query),
      ...(tagged === null ? {} : { tagged }),
    });
  }
}

function limitsOf({ authorIds, fromDay, toDay, bookmarked, thorough }: SearchQuery) {
  const from = startOfDay(fromDay, 0);
  const until = startOfDay(toDay, 1);
  return {
    ...(authorIds === null ? {} : { authorIds }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(bookmarked ? { bookmarked } : {}),
    ...(thorough ? { thorough } : {}),
  };
}

/** The local time at which a day begins, or the day `later` days on; null for no day. */
function startOfDay(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(time) ? null : time;
}
