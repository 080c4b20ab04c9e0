/**
 * One tree as its outline and its map show it: every position without its text, and one selection for both. It is read
 * when one of them is first on the screen, and from then on only what changed is.
 */
import type { PositionId, TreeId } from '../../core/ids.ts';
import { listOutline, type OutlineRows, rowsByPosition } from '../../core/tree/outline.ts';
import { LOOK_FLAGS } from '../../core/tree/position-rows.ts';
import type { Client } from '../client.ts';
import type { CaretSummary } from './manuscript-face.ts';
import {
  type FilteredPositions,
  filterPositions,
  isFiltering,
  NO_FILTER,
  type OutlineFilter,
} from './outline-filter.ts';
import { OutlineLabels } from './outline-labels.ts';
import type { PathSession } from './path-session.ts';
import { PositionTable } from './position-table.ts';
import { createStore, type Store, type WritableStore } from './store.ts';

export { isFiltering } from './outline-filter.ts';

/** What takes longer than this says that it is under way. Milliseconds. */
const SLOW_AFTER = 300;
/** What changes within this time is read together, and what is typed into the filter looked for. Milliseconds. */
const THROTTLE = 80;
/** A tree of no more positions than this begins open; of a larger one, what leads along the path. */
const SMALL = 300;
/** As many places as a search names. */
const MOST_PLACES = 1_000;

/** Lines, and the line of each position: -1 where it is not listed. */
export interface ListedPositions {
  readonly rows: OutlineRows;
  readonly rowOf: Int32Array;
}

/** What the outline and the map show. */
export interface OutlineView extends ListedPositions {
  readonly table: PositionTable;
  /** `reading` until the whole tree is here, `stopped` where the writer had enough of waiting. */
  readonly state: 'reading' | 'ready' | 'stopped' | 'failed';
  /** It takes long enough to say so. */
  readonly isSlow: boolean;
  /** Everything that is not hidden, whether open or not: what the map lays out. Listed when it is first asked for. */
  whole(): ListedPositions;
  /** Not 0 for positions on the path. */
  readonly onPath: Uint8Array;
  /** Not 0 where what is below is listed. */
  readonly open: Uint8Array;
  /** Not 0 for what the filter looks for; null without one. */
  readonly found: Uint8Array | null;
  readonly foundCount: number;
  /** Every place of the text looked for is among them. */
  readonly isComplete: boolean;
  /** Number of the position that the caret is in; the root before the first one. */
  readonly current: number;
  readonly head: number;
  readonly selected: number;
  /** The hoisted position; the root where none is. */
  readonly top: number;
  readonly root: number;
  readonly unseenCount: number;
}

/** How it is shown: for as long as the tree is open. */
export interface OutlineLook {
  readonly as: 'outline' | 'map';
  readonly folds: boolean;
  readonly showsPruned: boolean;
  readonly showsFilter: boolean;
}

export interface OutlineSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly summary: Store<CaretSummary | null>;
  onError(error: unknown): void;
}

/** Somewhere that the keyboard is wanted. */
export type OutlineWish = 'rows' | 'filter' | null;

export class OutlineSession {
  readonly labels: OutlineLabels;
  readonly #options: OutlineSessionOptions;
  readonly #table = new PositionTable();
  readonly #look = createStore<OutlineLook>({
    as: 'outline',
    folds: false,
    showsPruned: true,
    showsFilter: false,
  });
  readonly #filter = createStore<OutlineFilter>(NO_FILTER);
  readonly #wish: WritableStore<OutlineWish> = createStore<OutlineWish>(null);
  readonly #fits: WritableStore<number> = createStore(0);
  readonly #view: WritableStore<OutlineView>;
  readonly #stop: readonly (() => void)[];
  #open = new Uint8Array(0);
  #onPath = new Uint8Array(0);
  #state: OutlineView['state'] = 'reading';
  #isSlow = false;
  /** Places of the filter's text; null without one, and while they are looked for. */
  #places: readonly PositionId[] | null = null;
  #isComplete = true;
  #looks = 0;
  #filterTimer: ReturnType<typeof setTimeout> | undefined;
  #selected: PositionId | null = null;
  #top: PositionId | null = null;
  /** The last row of the log that is taken over; null before the tree was read. */
  #seq: number | null = null;
  /** Where the next page begins; null behind the last. */
  #next: number | null = 0;
  #isShown = false;
  #isStale = false;
  #isBusy = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #currentId: PositionId | null = null;

  constructor(options: OutlineSessionOptions) {
    const { client, treeId, path, summary, onError } = options;
    this.#options = options;
    this.labels = new OutlineLabels({ client, treeId, onError });
    this.#view = createStore(this.#compute());
    this.#stop = [path.mirror.subscribe(() => this.follow()), summary.subscribe(() => this.#followCaret())];
  }

  get view(): Store<OutlineView> {
    return this.#view;
  }

  get look(): Store<OutlineLook> {
    return this.#look;
  }

  get filter(): Store<OutlineFilter> {
    return this.#filter;
  }

  /** Where the keyboard is wanted; whoever takes it there says `wishTaken`. */
  get wish(): Store<OutlineWish> {
    return this.#wish;
  }

  /** Another number each time that the map is to show all of it. */
  get fits(): Store<number> {
    return this.#fits;
  }

  close(): void {
    for (const stop of this.#stop) stop();
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#filterTimer);
    this.#isShown = false;
  }

  /** The outline or the map is on the screen, or no longer. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && (this.#seq === null || this.#isStale)) void this.#read();
  }

  wishFor(wish: Exclude<OutlineWish, null>): void {
    if (wish === 'filter') this.#look.set({ ...this.#look.get(), showsFilter: true });
    this.#wish.set(wish);
  }

  wishTaken(): void {
    this.#wish.set(null);
  }

  fit(): void {
    this.#fits.set(this.#fits.get() + 1);
  }

  /** The tree changed, or the path: what was written is read once nothing else is under way. */
  follow(): void {
    this.#isStale = true;
    if (this.#isShown) this.#refreshTimer ??= setTimeout(() => void this.#read(), THROTTLE);
  }

  /** The writer does not want to wait for the rest of a large tree. */
  stopReading(): void {
    if (this.#state === 'reading') this.#state = 'stopped';
    this.#update();
  }

  readOn(): void {
    this.#state = 'reading';
    void this.#read();
  }

  setLook(patch: Partial<OutlineLook>): void {
    this.#look.set({ ...this.#look.get(), ...patch });
    this.#update();
  }

  /** Narrows what is shown; a text is looked for in main, the rest is known here. */
  setFilter(patch: Partial<OutlineFilter>): void {
    const before = this.#filter.get();
    const filter = { ...before, ...patch };
    this.#filter.set(filter);
    if (filter.text.trim() !== before.text.trim()) this.#lookForText();
    this.#update();
  }

  clearFilter(): void {
    this.setFilter(NO_FILTER);
    this.#look.set({ ...this.#look.get(), showsFilter: false });
  }

  select(position: number): void {
    if (position < 0 || position >= this.#table.count) return;
    this.#selected = this.#table.idOf(position);
    this.#updateSelection();
  }

  /** The position selected in the outline and in the map. */
  get selectedId(): PositionId {
    return this.#selected ?? this.#currentId ?? this.#options.path.rootPositionId;
  }

  /** Whether a position, or one above it, is pruned. */
  isPruned(positionId: PositionId): boolean {
    const { flags, parents } = this.#table;
    for (let at = this.#table.find(positionId); at >= 0; at = parents[at] ?? -1) {
      if (((flags[at] ?? 0) & LOOK_FLAGS.pruned) !== 0) return true;
    }
    return false;
  }

  /** Shows or hides what is below a position. */
  setOpen(position: number, isOpen: boolean): void {
    if (position < 0 || position >= this.#table.count) return;
    this.#open[position] = isOpen ? 1 : 0;
    this.#update();
  }

  /** Shows or hides everything below the position that is at the top. */
  setAllOpen(isOpen: boolean): void {
    const { whole: listed, top } = this.#view.get();
    const { rows: whole } = listed();
    for (let row = 0; row < whole.count; row += 1) {
      this.#open[whole.ends[row] ?? 0] = isOpen ? 1 : 0;
      this.#open[whole.positions[row] ?? 0] = isOpen ? 1 : 0;
    }
    if (isOpen) this.#open.fill(1, 0, this.#table.count);
    this.#open[top] = 1;
    const { rowOf, selected } = this.#update();
    if ((rowOf[selected] ?? -1) < 0) this.select(top);
  }

  /** Shows a position with what is below it, and nothing else; the root shows the whole tree again. */
  hoist(position: number): void {
    const id = position < 0 ? null : this.#table.idOf(position);
    this.#top = id === this.#options.path.rootPositionId ? null : id;
    if (position >= 0) this.#open[position] = 1;
    this.#update();
  }

  /** Opens everything above a position, and leaves a hoisted part that it is not in. */
  reveal(positionId: PositionId): void {
    const position = this.#table.find(positionId);
    if (position < 0) return;
    const top = this.#top === null ? -1 : this.#table.find(this.#top);
    let isBelowTop = top < 0 || position === top;
    for (let at = this.#table.parents[position] ?? -1; at >= 0; at = this.#table.parents[at] ?? -1) {
      this.#open[at] = 1;
      if (at === top) isBelowTop = true;
    }
    if (!isBelowTop) this.#top = null;
    this.#selected = positionId;
    this.#update();
  }

  /** Selects what was generated and not yet seen, the next after the selected one. */
  revealUnseen(): void {
    const positionId = this.findUnseen();
    if (positionId !== null) this.reveal(positionId);
    this.wishFor('rows');
  }

  /** The next position after the selected one that was generated and not yet seen, round and round; null for none. */
  findUnseen(): PositionId | null {
    const { whole: listed, selected, unseenCount } = this.#view.get();
    if (unseenCount === 0) return null;
    const { rows: whole, rowOf } = listed();
    const from = rowOf[selected] ?? -1;
    for (let step = 1; step <= whole.count; step += 1) {
      const row = (from + step + whole.count) % whole.count;
      const [first, last] = [whole.positions[row] ?? 0, whole.ends[row] ?? 0];
      for (let at = last; at >= 0; at = this.#table.parents[at] ?? -1) {
        if (((this.#table.flags[at] ?? 0) & LOOK_FLAGS.unseen) !== 0) return this.#table.idOf(at);
        if (at === first) break;
      }
    }
    return null;
  }

  async #read(): Promise<void> {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    if (this.#isBusy) return;
    this.#isBusy = true;
    const slow = setTimeout(() => {
      this.#isSlow = true;
      this.#update();
    }, SLOW_AFTER);
    try {
      if (this.#state !== 'ready') await this.#readPages();
      while (this.#isStale && this.#state === 'ready') await this.#readChanges();
    } catch (error) {
      if (this.#state === 'reading') this.#state = 'failed';
      this.#isStale = false;
      this.#options.onError(error);
    } finally {
      clearTimeout(slow);
      this.#isSlow = false;
      this.#isBusy = false;
    }
    this.#update();
  }

  async #readPages(): Promise<void> {
    const { client, treeId } = this.#options;
    this.#state = 'reading';
    while (this.#next !== null && this.#state === 'reading') {
      const page = await client.call('tree.positions', { treeId, after: this.#next });
      this.#seq ??= page.seq;
      this.#table.take(page.positions);
      this.#next = page.next;
      this.#grow();
      if (this.#isSlow) this.#update();
    }
    if (this.#next !== null) return;
    this.#state = 'ready';
    // What was written while the pages came is in none of them, or in one as it was before.
    this.#isStale = true;
  }

  async #readChanges(): Promise<void> {
    const { client, treeId } = this.#options;
    this.#isStale = false;
    const since = this.#seq ?? 0;
    const { seq, positions } = await client.call('tree.changes', { treeId, since });
    this.#seq = seq;
    const changed = this.#table.take(positions);
    this.#grow();
    this.labels.forget(Array.from(changed, (position) => this.#table.idOf(position)));
    this.#followPath();
    this.#update();
  }

  #grow(): void {
    const { count } = this.#table;
    if (count <= this.#open.length) return;
    const size = Math.max(1_024, 2 * count);
    const open = new Uint8Array(size);
    open.set(this.#open);
    this.#open = open;
  }

  /** What is on the path is seen; where it leads anew is opened. */
  #followPath(): void {
    const { path } = this.#options;
    const table = this.#table;
    const before = this.#onPath;
    const onPath = new Uint8Array(table.count);
    const root = table.find(path.rootPositionId);
    if (root >= 0) onPath[root] = 1;
    if (before.length === 0) {
      if (table.count <= SMALL) this.#open.fill(1, 0, table.count);
      if (root >= 0) this.#open[root] = 1;
    }
    for (const { positionId, authorId, versionCount } of path.mirror.get().headers) {
      const position = table.find(positionId);
      if (position < 0) continue;
      onPath[position] = 1;
      table.setAuthor(position, authorId);
      // Another version may be shown, which no log tells of.
      if (versionCount > 1) this.labels.forget([positionId]);
      table.setFlag(position, LOOK_FLAGS.unseen, false);
      if (before[position] === 1) continue;
      const parent = table.parents[position] ?? -1;
      if (parent >= 0) this.#open[parent] = 1;
    }
    this.#onPath = onPath;
  }

  /** The selection goes where the writer goes. */
  #followCaret(): void {
    const currentId = this.#options.summary.get()?.currentPositionId ?? null;
    if (currentId === this.#currentId) return;
    this.#currentId = currentId;
    this.#selected = null;
    // A chain is folded except where the writer is.
    if (this.#isShown && this.#look.get().folds) this.#update();
    else if (this.#isShown) this.#updateSelection();
  }

  #lookForText(): void {
    clearTimeout(this.#filterTimer);
    this.#looks += 1;
    this.#places = null;
    this.#isComplete = true;
    const text = this.#filter.get().text.trim();
    if (text === '') return;
    const look = this.#looks;
    this.#filterTimer = setTimeout(() => void this.#findPlaces(text, look), THROTTLE);
  }

  async #findPlaces(text: string, look: number): Promise<void> {
    const { client, treeId, onError } = this.#options;
    try {
      const wanted = { text, treeId, ranked: false, limit: MOST_PLACES };
      const { hits, complete } = await client.call('search.find', wanted);
      if (look !== this.#looks) return;
      this.#places = hits.map(({ positionId, noteOn }) => noteOn?.positionId ?? positionId);
      this.#isComplete = complete;
      this.#update();
    } catch (error) {
      onError(error);
    }
  }

  #update(): OutlineView {
    const view = this.#compute();
    this.#view.set(view);
    return view;
  }

  /** The lines are as they were. */
  #updateSelection(): void {
    const view = this.#view.get();
    const { rowOf, root, top } = view;
    const current = this.#findCurrent(root);
    const selected = this.#selectedIn(rowOf, current, top);
    if (selected === view.selected && current === view.current) return;
    this.#view.set({ ...view, current, selected });
  }

  #findCurrent(root: number): number {
    return this.#currentId === null ? root : this.#table.find(this.#currentId);
  }

  #compute(): OutlineView {
    const { path } = this.#options;
    const table = this.#table;
    const look = this.#look.get();
    const filter = this.#filter.get();
    const root = table.find(path.rootPositionId);
    const current = this.#findCurrent(root);
    const filtered = this.#filterNow(filter);
    const hidden = filtered?.hidden ?? (look.showsPruned ? null : prunedOf(table));
    if (filtered !== null && !look.showsPruned) hidePruned(table, filtered.hidden);
    const wanted = this.#top === null ? -1 : table.find(this.#top);
    const top = wanted < 0 ? root : wanted;
    const stops = look.folds ? stopsOf(table, current) : null;
    const list = (open: Uint8Array | null): ListedPositions => {
      const rows = listOutline(table, { top, open, hidden, stops });
      return { rows, rowOf: rowsByPosition(rows, table) };
    };
    // What a filter leaves is all in sight.
    const listed = list(filtered === null ? this.#open : null);
    let everything = filtered === null ? null : listed;
    return {
      table,
      state: this.#state,
      isSlow: this.#isSlow,
      ...listed,
      whole: () => {
        everything ??= list(null);
        return everything;
      },
      onPath: this.#onPath,
      open: this.#open,
      found: filtered?.found ?? null,
      foundCount: filtered?.count ?? 0,
      isComplete: this.#isComplete,
      current,
      head: table.find(path.headId),
      selected: this.#selectedIn(listed.rowOf, current, top),
      top,
      root,
      unseenCount: countUnseen(table),
    };
  }

  /** Null while nothing is filtered, and while the places of a text are looked for. */
  #filterNow(filter: OutlineFilter): FilteredPositions | null {
    if (!isFiltering(filter)) return null;
    if (filter.text.trim() !== '' && this.#places === null) return null;
    return filterPositions(this.#table, filter, filter.text.trim() === '' ? null : this.#places);
  }

  /** The nearest of it that is listed: what is folded away or filtered out is selected by what it is below. */
  #selectedIn(rowOf: Int32Array, current: number, top: number): number {
    const wanted = this.#selected === null ? current : this.#table.find(this.#selected);
    let at = wanted;
    while (at >= 0 && (rowOf[at] ?? -1) < 0) at = this.#table.parents[at] ?? -1;
    return at < 0 ? top : at;
  }
}

function prunedOf({ count, flags }: PositionTable): Uint8Array {
  const pruned = new Uint8Array(count);
  for (let position = 0; position < count; position += 1) {
    pruned[position] = (flags[position] ?? 0) & LOOK_FLAGS.pruned;
  }
  return pruned;
}

function hidePruned({ count, flags }: PositionTable, hidden: Uint8Array): void {
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & LOOK_FLAGS.pruned) !== 0) hidden[position] = 1;
  }
}

/** A chain shows what is bookmarked, pruned or where the writer is on lines of their own. */
function stopsOf({ count, flags, parents }: PositionTable, current: number): Uint8Array {
  const stops = new Uint8Array(count);
  const own = LOOK_FLAGS.bookmarked | LOOK_FLAGS.pruned;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & own) !== 0 || (parents[position] ?? -1) < 0) stops[position] = 1;
  }
  if (current >= 0) stops[current] = 1;
  return stops;
}

function countUnseen({ count, flags }: PositionTable): number {
  let unseen = 0;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & LOOK_FLAGS.unseen) !== 0) unseen += 1;
  }
  return unseen;
}
