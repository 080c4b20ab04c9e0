import type { PositionId, TreeId } from '../../../core/ids.ts';
import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import type { Client } from '../../client.ts';
import type { CaretSummary } from '../../surface.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import {
  type FilteredPositions,
  filterPositions,
  isFiltering,
  NO_FILTER,
  type OutlineFilter,
} from './outline-filter.ts';
import { OutlineLabels } from './outline-labels.ts';
import { OutlinePlaces } from './outline-places.ts';
import { OutlineReader } from './outline-reader.ts';
import type { OutlineState } from './outline-state.ts';
import { nearestListed, type OutlineView, viewOutline } from './outline-view.ts';
import { OutlineViewport } from './outline-viewport.ts';
import { PositionTable } from './position-table.ts';

/** A tree of no more positions than this begins open; of a larger one, what leads along the path. */
const SMALL = 300;

/** How it is shown: for as long as the tree is open. */
export interface OutlineOptions {
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
  /** How it was left when another tree was shown; null for a tree that is shown for the first time. */
  readonly memory?: OutlineState | null;
  onError(error: unknown): void;
}

/** Somewhere that the keyboard is wanted. */
export type OutlineFocusRequest = 'rows' | 'filter' | null;

/**
 * One tree as its outline and its map show it: every position without its text, and one selection for both. It is read
 * when one of them is first on the screen, and from then on only what changed is.
 */
export class OutlineSession {
  readonly labels: OutlineLabels;
  readonly reading: OutlineReader;
  readonly sight: OutlineViewport;
  readonly #options: OutlineSessionOptions;
  readonly #table: PositionTable;
  readonly #look = createStore<OutlineOptions>({
    as: 'outline',
    folds: false,
    showsPruned: true,
    showsFilter: false,
  });
  readonly #filter = createStore<OutlineFilter>(NO_FILTER);
  readonly #focusRequest: WritableStore<OutlineFocusRequest> = createStore<OutlineFocusRequest>(null);
  readonly #fits: WritableStore<number> = createStore(0);
  readonly #view: WritableStore<OutlineView>;
  readonly #places: OutlinePlaces;
  readonly #stop: readonly (() => void)[];
  #open = new Uint8Array(0);
  #onPath = new Uint8Array(0);
  #selected: PositionId | null = null;
  #top: PositionId | null = null;
  #currentId: PositionId | null = null;

  constructor(options: OutlineSessionOptions) {
    const { client, treeId, path, summary, onError } = options;
    this.#options = options;
    this.labels = new OutlineLabels({ client, treeId, onError });
    const memory = options.memory ?? null;
    this.sight = memory?.sight ?? new OutlineViewport();
    this.#table = memory?.table ?? new PositionTable();
    if (memory !== null) {
      this.#look.set(memory.look);
      this.#open = memory.open;
      this.#onPath = memory.onPath;
      this.#top = memory.top;
      this.#selected = memory.selected;
      this.#currentId = memory.current;
    }
    this.reading = new OutlineReader({
      client,
      treeId,
      table: this.#table,
      seq: memory?.seq ?? null,
      onGrown: () => this.#grow(),
      onChanged: (positions) => {
        this.labels.forget(Array.from(positions, (position) => this.#table.idOf(position)));
        this.#followPath();
      },
      onUpdate: () => this.#update(),
      onError,
    });
    this.#places = new OutlinePlaces({ client, treeId, onFound: () => this.#update(), onError });
    this.#view = createStore(this.#compute());
    this.#stop = [
      path.mirror.subscribe(() => this.reading.follow()),
      summary.subscribe(() => this.#followCaret()),
    ];
  }

  get view(): Store<OutlineView> {
    return this.#view;
  }

  get look(): Store<OutlineOptions> {
    return this.#look;
  }

  get filter(): Store<OutlineFilter> {
    return this.#filter;
  }

  /** Where the keyboard is wanted; whoever takes it there says `wishTaken`. */
  get focusRequest(): Store<OutlineFocusRequest> {
    return this.#focusRequest;
  }

  /** Another number each time that the map is to show all of it. */
  get fits(): Store<number> {
    return this.#fits;
  }

  /** How it is shown, and what was read of the tree; null while not all of it is here. */
  remember(): OutlineState | null {
    const { seq } = this.reading;
    if (seq === null) return null;
    return {
      table: this.#table,
      open: this.#open,
      onPath: this.#onPath,
      top: this.#top,
      selected: this.#selected,
      current: this.#currentId,
      seq,
      look: { ...this.#look.get(), showsFilter: false },
      sight: this.sight,
    };
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.reading.close();
    this.#places.close();
  }

  requestFocus(focusRequest: Exclude<OutlineFocusRequest, null>): void {
    if (focusRequest === 'filter') this.#look.set({ ...this.#look.get(), showsFilter: true });
    this.#focusRequest.set(focusRequest);
  }

  clearFocusRequest(): void {
    this.#focusRequest.set(null);
  }

  fit(): void {
    this.#fits.set(this.#fits.get() + 1);
  }

  setLook(patch: Partial<OutlineOptions>): void {
    this.#look.set({ ...this.#look.get(), ...patch });
    this.#update();
  }

  /** Narrows what is shown; a text is looked for in main, the rest is known here. */
  setFilter(patch: Partial<OutlineFilter>): void {
    const before = this.#filter.get();
    const filter = { ...before, ...patch };
    this.#filter.set(filter);
    const text = filter.text.trim();
    if (text !== before.text.trim()) this.#places.lookFor(text);
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
    this.requestFocus('rows');
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
    if (this.reading.isShown && this.#look.get().folds) this.#update();
    else if (this.reading.isShown) this.#updateSelection();
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
    const selected = nearestListed(this.#table, rowOf, this.#wanted(current), top);
    if (selected === view.selected && current === view.current) return;
    this.#view.set({ ...view, current, selected });
  }

  #findCurrent(root: number): number {
    return this.#currentId === null ? root : this.#table.find(this.#currentId);
  }

  #compute(): OutlineView {
    const { path } = this.#options;
    const table = this.#table;
    const { folds, showsPruned } = this.#look.get();
    const root = table.find(path.rootPositionId);
    const current = this.#findCurrent(root);
    return viewOutline({
      table,
      state: this.reading.state,
      isSlow: this.reading.isSlow,
      folds,
      showsPruned,
      filtered: this.#filterNow(),
      onPath: this.#onPath,
      open: this.#open,
      isComplete: this.#places.isComplete,
      current,
      wanted: this.#wanted(current),
      head: table.find(path.headId),
      hoisted: this.#top === null ? -1 : table.find(this.#top),
      root,
    });
  }

  /** Null while nothing is filtered, and while the places of a text are looked for. */
  #filterNow(): FilteredPositions | null {
    const filter = this.#filter.get();
    if (!isFiltering(filter)) return null;
    const { found } = this.#places;
    if (filter.text.trim() !== '' && found === null) return null;
    return filterPositions(this.#table, filter, filter.text.trim() === '' ? null : found);
  }

  /** What was chosen; else where the writer is. */
  #wanted(current: number): number {
    return this.#selected === null ? current : this.#table.find(this.#selected);
  }
}
