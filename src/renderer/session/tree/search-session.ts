import { describeError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { SearchHit } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';
import type { OpenTree } from './open-tree.ts';

/** More places than anybody looks through; the writer types one more word. */
export const MOST_PLACES = 200;
/** What is typed within this time is looked for together. Milliseconds. */
const THROTTLE = 80;
/** A search that takes longer says that it is under way. Milliseconds. */
export const SLOW_AFTER = 300;

export type SearchResult = SearchHit;

export interface SearchQuery {
  readonly text: string;
  readonly where: 'tree' | 'grove';
  readonly order: 'newest' | 'best';
  /** What was chosen of who wrote it: an agent's id, or a model; the empty string for anyone. */
  readonly by: string;
  /** The agents that this is; null for anyone. */
  readonly authorIds: readonly AgentId[] | null;
  /** Days of this computer's clock, `2026-11-21`; the empty string for any. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly bookmarked: boolean;
}

export interface SearchState {
  readonly query: SearchQuery;
  /** Null until something was looked for. */
  readonly places: readonly SearchResult[] | null;
  /** Every place is among them. */
  readonly complete: boolean;
  /** The one the keyboard is on; -1 for none. */
  readonly active: number;
  /** It takes long enough to say so. */
  readonly isSlow: boolean;
  /** What went wrong with the last search. */
  readonly error: WireError | null;
  /** The field is to have the keyboard. */
  readonly wantsFocus: boolean;
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
};

const EMPTY: SearchState = {
  query: NOTHING,
  places: null,
  complete: true,
  active: -1,
  isSlow: false,
  error: null,
  wantsFocus: false,
};

export interface SearchSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  findTree(): OpenTree | null;
  showTree(treeId: TreeId): Promise<void>;
  /** Opens the notes of a position of the path. */
  showNotes(positionId: PositionId): void;
  /** Shows the pane that the field is in. */
  showPane(): void;
}

/**
 * Search as one types, over a tree or the grove. One request is under way at a time; what is typed meanwhile is looked for
 * when it is answered, so that answers come in their order.
 */
export class SearchSession {
  readonly #options: SearchSessionOptions;
  readonly #state = createStore<SearchState>(EMPTY);
  #groveId: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  /** Something changed since what is under way was asked. */
  #isStale = false;
  /** Counts what was cleared: an answer to something before that is not shown. */
  #clears = 0;
  /** Enter was pressed before the answer came. */
  #goesWhenFound = false;

  constructor(options: SearchSessionOptions) {
    this.#options = options;
  }

  get state(): Store<SearchState> {
    return this.#state;
  }

  /** Shows the field and gives it the keyboard; what is in it is looked for again. */
  open(): void {
    this.#options.showPane();
    this.#set({ wantsFocus: true });
    this.#askSoon();
  }

  focusTaken(): void {
    this.#set({ wantsFocus: false });
  }

  /** Another text, or other limits. */
  look(change: Partial<SearchQuery>): void {
    const query = { ...this.#state.get().query, ...change };
    this.#goesWhenFound = false;
    if (query.text.trim() === '') this.#forget(query);
    else {
      this.#set({ query });
      this.#askSoon();
    }
  }

  /** Empties the field; the limits stay. Answers whether there was something in it. */
  clear(): boolean {
    const { query } = this.#state.get();
    if (query.text === '') return false;
    this.#forget({ ...query, text: '' });
    return true;
  }

  /** Back to the text. */
  leave(): void {
    this.#options.findTree()?.focusManuscript();
  }

  /** Moves the keyboard to a place in the list, or to the nearest there is. */
  activate(index: number): void {
    const count = this.#state.get().places?.length ?? 0;
    this.#set({ active: Math.max(count === 0 ? -1 : 0, Math.min(index, count - 1)) });
  }

  /** Goes to the place that the keyboard is on, else to the first; as soon as it is found. */
  async goToActive(): Promise<void> {
    const { places, active } = this.#state.get();
    if (this.#isAsking || this.#timer !== undefined) {
      this.#goesWhenFound = true;
      return;
    }
    const place = places?.[Math.max(0, active)];
    if (place !== undefined) await this.goTo(place);
  }

  /** Shows a place in the text; a note on its node, in the Node tab. */
  async goTo(place: SearchResult): Promise<void> {
    const { notices, findTree, showTree, showNotes } = this.#options;
    const at = this.#state.get().places?.indexOf(place) ?? -1;
    if (at >= 0) this.#set({ active: at });
    if (place.pruned && place.noteOn === null) {
      notices.show({ sentence: 'This place is pruned. Restore it first, then go there.', detail: '' });
      return;
    }
    if (findTree()?.treeId !== place.treeId) await showTree(place.treeId);
    const tree = findTree();
    if (tree?.treeId !== place.treeId) return;
    const { nodeId, positionId } = place.noteOn ?? place;
    const isThere = await tree.moving.goToNode(nodeId, positionId, (text) =>
      place.noteOn === null ? offsetOf(place, text) : text.length,
    );
    if (!isThere) return;
    if (place.noteOn === null) tree.focusManuscript();
    else showNotes(positionId);
  }

  /** Another grove is another search. */
  takeGrove(grove: GroveSnapshot | null): void {
    const groveId = grove?.id ?? null;
    if (groveId === this.#groveId) return;
    this.#groveId = groveId;
    this.#forget(NOTHING);
  }

  #set(change: Partial<SearchState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }

  #forget(query: SearchQuery): void {
    this.#clears += 1;
    this.#isStale = false;
    this.#goesWhenFound = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#slowTimer);
    this.#set({ ...EMPTY, query, wantsFocus: this.#state.get().wantsFocus });
  }

  /** The keyboard stays on the place that it is on. */
  #show(places: readonly SearchResult[], complete: boolean): void {
    const { places: old, active } = this.#state.get();
    const activeId = old?.[active]?.nodeId;
    this.#set({
      places,
      complete,
      active: places.findIndex(({ nodeId }) => nodeId === activeId),
      error: null,
    });
  }

  #askSoon(): void {
    if (this.#state.get().query.text.trim() === '') return;
    if (this.#isAsking) this.#isStale = true;
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#ask();
      }, THROTTLE);
  }

  async #ask(): Promise<void> {
    const { client, findTree } = this.#options;
    const { query } = this.#state.get();
    const treeId = findTree()?.treeId ?? null;
    const clears = this.#clears;
    this.#isAsking = true;
    this.#isStale = false;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => this.#set({ isSlow: true }), SLOW_AFTER);
    try {
      const { hits, complete } = await client.call('search.find', {
        text: query.text,
        treeId: query.where === 'tree' ? treeId : null,
        ranked: query.order === 'best',
        limit: MOST_PLACES,
        ...limitsOf(query),
      });
      if (clears === this.#clears) this.#show(hits, complete);
    } catch (error) {
      if (clears === this.#clears) this.#set({ places: null, active: -1, error: describeError(error) });
    }
    this.#isAsking = false;
    const isStale = this.#isStale || (clears !== this.#clears && this.#state.get().query.text !== '');
    if (isStale && this.#timer === undefined) return this.#ask();
    clearTimeout(this.#slowTimer);
    this.#set({ isSlow: false });
    if (!this.#goesWhenFound) return;
    this.#goesWhenFound = false;
    await this.goToActive();
  }
}

function limitsOf({ authorIds, fromDay, toDay, bookmarked }: SearchQuery) {
  const from = startOfDay(fromDay, 0);
  const until = startOfDay(toDay, 1);
  return {
    ...(authorIds === null ? {} : { authorIds }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(bookmarked ? { bookmarked } : {}),
  };
}

/** When a day begins here, or one so many days later; null for no day. */
function startOfDay(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(time) ? null : time;
}

/** Where in the text of its node the first match of a place begins; its end where the snippet is not to be found. */
function offsetOf({ snippet, highlights }: SearchResult, text: string): number {
  const match = highlights[0]?.from ?? 0;
  // The snippet may be cut at either end, or the text may have these dots itself.
  for (const start of snippet.startsWith('…') ? [0, 1] : [0]) {
    for (const end of snippet.endsWith('…') ? [0, 1] : [0]) {
      const at = text.indexOf(snippet.slice(start, snippet.length - end));
      if (at >= 0) return at + match - start;
    }
  }
  return text.length;
}
