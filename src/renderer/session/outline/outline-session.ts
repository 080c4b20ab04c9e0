import type { PositionId, TreeId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { Client } from '../../client.ts';
import type { CurrentPlace } from '../../surface.ts';
import { FocusRequest } from '../focus-request.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import {
  type FilteredPositions,
  filterPositions,
  isFiltering,
  NO_FILTER,
  type OutlineFilter,
} from './outline-filter.ts';
import { createOutlineLabels, type OutlineLabels } from './outline-labels.ts';
import type { OutlineOptions } from './outline-options.ts';
import { OutlineReader } from './outline-reader.ts';
import { OutlineSearch } from './outline-search.ts';
import type { OutlineState } from './outline-state.ts';
import { nearestListed, type OutlineView, viewOutline } from './outline-view.ts';
import { OutlineViewport } from './outline-viewport.ts';
import { PositionTable } from './position-table.ts';

/** Trees up to this many positions start fully expanded; larger ones only along the path. */
const SMALL = 300;

export interface OutlineSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly place: Store<CurrentPlace | null>;
  /** The state in which the tree was left; null if it is shown for the first time. */
  readonly saved?: OutlineState | null;
  onError(error: unknown): void;
}

/**
 * The positions of one tree, without their texts, for its outline and its map, with one selection for both.
 * Reads the tree when one of them is first shown, and only changes from then on.
 */
export class OutlineSession {
  readonly labels: OutlineLabels;
  readonly reader: OutlineReader;
  readonly viewport: OutlineViewport;
  /** `rows` is whichever of the outline and the map is shown. */
  readonly focusRequest = new FocusRequest<'rows' | 'filter'>();
  readonly #options: OutlineSessionOptions;
  readonly #table: PositionTable;
  readonly #viewOptions = createStore<OutlineOptions>({
    as: 'outline',
    folds: false,
    showsPruned: true,
    showsFilter: false,
  });
  readonly #filter = createStore<OutlineFilter>(NO_FILTER);
  readonly #fitRequests: WritableStore<number> = createStore(0);
  readonly #view: WritableStore<OutlineView>;
  readonly #search: OutlineSearch;
  readonly #unsubscribe: readonly (() => void)[];
  #open = new Uint8Array(0);
  #onPath = new Uint8Array(0);
  #selected: PositionId | null = null;
  #top: PositionId | null = null;
  #currentId: PositionId | null = null;

  constructor(options: OutlineSessionOptions) {
    const { client, treeId, path, place, onError } = options;
    this.#options = options;
    this.labels = createOutlineLabels({ client, treeId, onError });
    const saved = options.saved ?? null;
    this.viewport = saved?.viewport ?? new OutlineViewport();
    this.#table = saved?.table ?? new PositionTable();
    if (saved !== null) {
      this.#viewOptions.set(saved.viewOptions);
      this.#open = saved.open;
      this.#onPath = saved.onPath;
      this.#top = saved.top;
      this.#selected = saved.selected;
      this.#currentId = saved.current;
    }
    this.reader = new OutlineReader({
      client,
      treeId,
      table: this.#table,
      seq: saved?.seq ?? null,
      onGrown: () => this.#grow(),
      onRead: (positions) =>
        this.labels.invalidate(Array.from(positions, (position) => this.#table.idOf(position))),
      onChanged: () => this.#followPath(),
      onUpdate: () => this.#update(),
      onError,
    });
    this.#search = new OutlineSearch({ client, treeId, onFound: () => this.#update(), onError });
    this.#view = createStore(this.#compute());
    this.#unsubscribe = [
      path.mirror.subscribe(() => this.reader.scheduleUpdate()),
      place.subscribe(() => this.#followCaret()),
    ];
  }

  get view(): Store<OutlineView> {
    return this.#view;
  }

  get viewOptions(): Store<OutlineOptions> {
    return this.#viewOptions;
  }

  get filter(): Store<OutlineFilter> {
    return this.#filter;
  }

  /** Increases each time the map should zoom to fit. */
  get fitRequests(): Store<number> {
    return this.#fitRequests;
  }

  /** The tree changed. */
  onTreeChange(update: TreeUpdate): void {
    const labels = new Map(update.labels.map((label) => [label.positionId, label]));
    this.labels.put(labels);
    this.labels.invalidate(update.changed.filter((positionId) => !labels.has(positionId)));
    this.reader.patch(update);
  }

  /** What to restore when the tree is shown again; null until the whole tree is loaded. */
  remember(): OutlineState | null {
    const { seq } = this.reader;
    if (seq === null) return null;
    return {
      table: this.#table,
      open: this.#open,
      onPath: this.#onPath,
      top: this.#top,
      selected: this.#selected,
      current: this.#currentId,
      seq,
      viewOptions: { ...this.#viewOptions.get(), showsFilter: false },
      viewport: this.viewport,
    };
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.reader.close();
    this.labels.close();
    this.#search.close();
  }

  /** Shows the filter, if hidden, and puts the keyboard there. */
  focusFilter(): void {
    this.#viewOptions.set({ ...this.#viewOptions.get(), showsFilter: true });
    this.focusRequest.request('filter');
  }

  fit(): void {
    this.#fitRequests.set(this.#fitRequests.get() + 1);
  }

  setViewOptions(patch: Partial<OutlineOptions>): void {
    this.#viewOptions.set({ ...this.#viewOptions.get(), ...patch });
    this.#update();
  }

  /** Changes the filter. Main searches for its text; everything else is filtered here. */
  setFilter(patch: Partial<OutlineFilter>): void {
    const before = this.#filter.get();
    const filter = { ...before, ...patch };
    this.#filter.set(filter);
    const text = filter.text.trim();
    if (text !== before.text.trim()) this.#search.start(text);
    this.#update();
  }

  clearFilter(): void {
    this.setFilter(NO_FILTER);
    this.#viewOptions.set({ ...this.#viewOptions.get(), showsFilter: false });
  }

  select(position: number): void {
    if (position < 0 || position >= this.#table.count) return;
    this.#selected = this.#table.idOf(position);
    this.#updateSelection();
  }

  /** The position selected in the outline and in the map. */
  get selectedId(): PositionId {
    return this.listedId(this.#selected ?? this.#currentId ?? this.#options.path.rootPositionId);
  }

  /** The position itself or, if it has no row, the one whose row shows its text. */
  listedId(positionId: PositionId): PositionId {
    const listed = this.#table.listedAt(this.#table.find(positionId));
    return listed < 0 ? positionId : this.#table.idOf(listed);
  }

  /** The position on the path that the row of a position shows; undefined if there is none. */
  findOnPath(positionId: PositionId): PositionId | undefined {
    const { headers } = this.#options.path.mirror.get();
    return headers.findLast((header) => this.listedId(header.positionId) === positionId)?.positionId;
  }

  /** Whether a position or an ancestor is pruned. */
  isPruned(positionId: PositionId): boolean {
    const { flags, parents } = this.#table;
    for (let at = this.#table.find(positionId); at >= 0; at = parents[at] ?? -1) {
      if (((flags[at] ?? 0) & OUTLINE_FLAGS.pruned) !== 0) return true;
    }
    return false;
  }

  /** Expands or collapses a position. */
  setOpen(position: number, isOpen: boolean): void {
    if (position < 0 || position >= this.#table.count) return;
    this.#open[position] = isOpen ? 1 : 0;
    this.#update();
  }

  /** Expands or collapses everything below the top position. */
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

  /** Shows only a position and its descendants; the root shows the whole tree again. */
  hoist(position: number): void {
    const id = position < 0 ? null : this.#table.idOf(position);
    this.#top = id === this.#options.path.rootPositionId ? null : id;
    if (position >= 0) this.#open[position] = 1;
    this.#update();
  }

  /**
   * Selects a position and expands its ancestors. Ends hoisting if the position is outside the hoisted part.
   */
  reveal(positionId: PositionId): void {
    const position = this.#table.find(positionId);
    if (position < 0) return;
    const top = this.#findTop();
    let isBelowTop = top < 0 || position === top;
    for (let at = this.#table.parents[position] ?? -1; at >= 0; at = this.#table.parents[at] ?? -1) {
      this.#open[at] = 1;
      if (at === top) isBelowTop = true;
    }
    if (!isBelowTop) this.#top = null;
    this.#selected = positionId;
    this.#update();
  }

  /** Selects the next position that was generated and not yet seen, and focuses the rows. */
  revealUnseen(): void {
    const positionId = this.findUnseen();
    if (positionId !== null) this.reveal(positionId);
    this.focusRequest.request('rows');
  }

  /**
   * The next position after the selected one that was generated and not yet seen, wrapping; null for none.
   */
  findUnseen(): PositionId | null {
    const { whole: listed, selected, unseenCount } = this.#view.get();
    if (unseenCount === 0) return null;
    const { rows: whole, rowOf } = listed();
    const from = rowOf[selected] ?? -1;
    for (let step = 1; step <= whole.count; step += 1) {
      const row = (from + step + whole.count) % whole.count;
      const [first, last] = [whole.positions[row] ?? 0, whole.ends[row] ?? 0];
      for (let at = last; at >= 0; at = this.#table.parents[at] ?? -1) {
        if (((this.#table.flags[at] ?? 0) & OUTLINE_FLAGS.unseen) !== 0) return this.#table.idOf(at);
        if (at === first) break;
      }
    }
    return null;
  }

  #grow(): void {
    const { count } = this.#table;
    if (count <= this.#open.length) return;
    const size = Math.max(1_024, 2 * count);
    const open = new Uint8Array(size);
    open.set(this.#open);
    this.#open = open;
  }

  /** Marks the path as seen, and expands the ancestors of positions that are new on it. */
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
    for (const { positionId, authorId } of path.mirror.get().headers) {
      const position = table.find(positionId);
      if (position < 0) continue;
      onPath[position] = 1;
      table.setAuthor(position, authorId);
      table.setFlag(position, OUTLINE_FLAGS.unseen, false);
      // What is read of a hidden split is shown by the text that it divides.
      const listed = table.listedAt(position);
      if (listed >= 0) onPath[listed] = 1;
      // In case it gets a row, its branch stays in sight.
      if (listed !== position) this.#open[position] = 1;
      if (before[position] === 1) continue;
      const parent = table.parents[position] ?? -1;
      if (parent >= 0) this.#open[parent] = 1;
    }
    this.#onPath = onPath;
  }

  /** The selection follows the caret. */
  #followCaret(): void {
    const currentId = this.#options.place.get()?.currentPositionId ?? null;
    if (currentId === this.#currentId) return;
    this.#currentId = currentId;
    this.#selected = null;
    // Chains are folded except at the caret.
    if (this.reader.isShown && this.#viewOptions.get().folds) this.#update();
    else if (this.reader.isShown) this.#updateSelection();
  }

  #update(): OutlineView {
    const view = this.#compute();
    this.#view.set(view);
    return view;
  }

  /** Updates the view when its rows have not changed. */
  #updateSelection(): void {
    const view = this.#view.get();
    const { rowOf, root, top } = view;
    const current = this.#findCurrent(root);
    const selected = nearestListed(this.#table, rowOf, this.#wanted(current), top);
    if (selected === view.selected && current === view.current) return;
    this.#view.set({ ...view, current, selected });
  }

  /** The hoisted position; -1 for none. It may have lost its row to the text that it divides. */
  #findTop(): number {
    return this.#top === null ? -1 : this.#table.listedAt(this.#table.find(this.#top));
  }

  #findCurrent(root: number): number {
    return this.#currentId === null ? root : this.#table.listedAt(this.#table.find(this.#currentId));
  }

  #compute(): OutlineView {
    const { path } = this.#options;
    const table = this.#table;
    const { folds, showsPruned } = this.#viewOptions.get();
    const root = table.find(path.rootPositionId);
    const current = this.#findCurrent(root);
    return viewOutline({
      table,
      state: this.reader.state,
      isSlow: this.reader.isSlow,
      folds,
      showsPruned,
      filtered: this.#applyFilter(),
      onPath: this.#onPath,
      open: this.#open,
      isComplete: this.#search.isComplete,
      current,
      wanted: this.#wanted(current),
      head: table.listedAt(table.find(path.headId)),
      hoisted: this.#findTop(),
      root,
    });
  }

  /** Null without a filter, and while its text is being searched for. */
  #applyFilter(): FilteredPositions | null {
    const filter = this.#filter.get();
    if (!isFiltering(filter)) return null;
    const { found } = this.#search;
    if (filter.text.trim() !== '' && found === null) return null;
    return filterPositions(this.#table, filter, filter.text.trim() === '' ? null : found);
  }

  /** The chosen position, or else the caret's. */
  #wanted(current: number): number {
    return this.#selected === null ? current : this.#table.find(this.#selected);
  }
}
