import type { PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import type { PositionLabel } from '../../../ipc/wire/position.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import { LiveQueries } from '../live-query.ts';
import type { PathAuthors } from '../path/path-authors.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import type { TreeTags } from '../tree/tree-tags.ts';
import type { MapRoom } from './map-overview.ts';
import { OutlineReader } from './outline-reader.ts';
import { addSections, keysOf, OpenSections } from './outline-sections.ts';
import { type OutlineOptions, type OutlineState, OutlineViewport } from './outline-state.ts';
import {
  applyFilter,
  hereIn,
  NO_FILTER,
  nearestListed,
  nextUnseen,
  type OutlineFilter,
  type OutlineView,
  sectionAt,
  viewOutline,
} from './outline-view.ts';
import { PositionTable } from './position-table.ts';

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
  readonly #scope: TreeScope;
  readonly #tags: Pick<TreeTags, 'filtered'>;
  /** The chapters and scenes of the text. */
  readonly #sections: Store<readonly TextSection[]>;
  readonly #table: PositionTable;
  readonly #viewOptions = createStore<OutlineOptions>({
    as: 'outline',
    folds: false,
    showsPruned: false,
    showsFilter: false,
    fillsWindow: false,
  });
  readonly viewOptions: Store<OutlineOptions> = this.#viewOptions;
  readonly #filter = createStore<OutlineFilter>(NO_FILTER);
  readonly filter: Store<OutlineFilter> = this.#filter;
  readonly #fitRequests: WritableStore<number> = createStore(0);
  /** Increases each time the map should zoom to fit. */
  readonly fitRequests: Store<number> = this.#fitRequests;
  readonly #view: WritableStore<OutlineView>;
  readonly #search: OutlineSearch;
  readonly #unsubscribe: readonly (() => void)[];
  #open = new Uint8Array(0);
  #onPath = new Uint8Array(0);
  readonly #openSections: OpenSections;
  #overview: MapRoom | null = null;
  #selected: PositionId | null = null;
  /** The section selected instead, by its key. */
  #selectedSection: string | null = null;
  #top: PositionId | null = null;
  #currentId: PositionId | null = null;
  /** The section with the caret. */
  #sectionIndex = -1;

  /**
   * @param tags of the tree: the filter by one is applied here, too
   * @param saved the state in which the tree was left; null if it is shown for the first time
   */
  constructor(
    scope: TreeScope,
    sections: Store<readonly TextSection[]>,
    tags: Pick<TreeTags, 'filtered'>,
    saved: OutlineState | null,
  ) {
    this.#scope = scope;
    this.#tags = tags;
    this.#sections = sections;
    this.labels = createOutlineLabels(scope);
    this.viewport = saved?.viewport ?? new OutlineViewport();
    this.#table = saved?.table ?? new PositionTable();
    this.#openSections = saved?.openSections ?? new OpenSections();
    if (saved !== null) {
      this.#viewOptions.set(saved.viewOptions);
      this.#open = saved.open;
      this.#onPath = saved.onPath;
      this.#top = saved.top;
      this.#selected = saved.selected;
      this.#currentId = saved.current;
    }
    this.reader = new OutlineReader({
      ...scope,
      table: this.#table,
      seq: saved?.seq ?? null,
      onGrown: () => this.#grow(),
      onRead: (positions) =>
        this.labels.invalidate(Array.from(positions, (position) => this.#table.idOf(position))),
      onChanged: () => this.#followPath(),
      onUpdate: () => this.#update(),
    });
    this.#search = createOutlineSearch(scope, () => this.#update());
    this.#view = createStore(this.#compute());
    this.#unsubscribe = [
      scope.path.mirror.subscribe(() => this.reader.scheduleUpdate()),
      scope.authors.typed.subscribe(() => this.reader.scheduleUpdate()),
      scope.surface.summary.subscribe(() => this.#followCaret()),
      sections.subscribe(() => this.reader.scheduleUpdate()),
      tags.filtered.subscribe(() => this.reader.scheduleUpdate()),
    ];
  }

  get view(): Store<OutlineView> {
    return this.#view;
  }

  /** The tree changed. */
  onTreeChange(update: TreeUpdate): void {
    const labels = new Map(update.labels.map((label) => [label.positionId, label]));
    this.labels.put(labels);
    this.labels.invalidate(update.changed.filter((positionId) => !labels.has(positionId)));
    this.reader.patch(update);
  }

  /** The state to restore when the tree is shown again; null until the whole tree is loaded. */
  remember(): OutlineState | null {
    const { seq } = this.reader;
    if (seq === null) return null;
    return {
      table: this.#table,
      open: this.#open,
      openSections: this.#openSections,
      onPath: this.#onPath,
      top: this.#top,
      selected: this.#selected,
      current: this.#currentId,
      seq,
      viewOptions: { ...this.#viewOptions.get(), showsFilter: false, fillsWindow: false },
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

  /**
   * Has the map show an overview of the tree that is legible in this room or (null) what is expanded. Whatever expands,
   * collapses or hoists ends it.
   */
  setOverview(room: MapRoom | null): void {
    this.#overview = room;
    this.#update();
  }

  setViewOptions(patch: Partial<OutlineOptions>): void {
    const before = this.#viewOptions.get();
    this.#viewOptions.set({ ...before, ...patch });
    if (before.folds !== this.#viewOptions.get().folds) this.#overview = null;
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

  /** Selects a position, or a section by its number in the view. */
  select(number: number): void {
    const view = this.#view.get();
    const section = sectionAt(view, number);
    if (number < 0 || (number >= this.#table.count && section === undefined)) return;
    this.#selectedSection = keysOf(view.sections)[number - this.#table.count] ?? null;
    const { headId } = this.#scope.path;
    this.#selected = section === undefined ? this.#table.idOf(number) : (section.positionId ?? headId);
    this.#updateSelection();
  }

  /** The section selected in the outline; undefined if a position is. */
  get selectedSection(): TextSection | undefined {
    const view = this.#view.get();
    return sectionAt(view, view.selected);
  }

  /** The position selected in the outline and in the map. */
  get selectedId(): PositionId {
    return this.listedId(this.#selected ?? this.#currentId ?? this.#scope.path.rootPositionId);
  }

  /** The position itself or, if it has no row, the one whose row shows its text. */
  listedId(positionId: PositionId): PositionId {
    const listed = this.#table.listedAt(this.#table.find(positionId));
    return listed < 0 ? positionId : this.#table.idOf(listed);
  }

  /** The position on the path that the row of a position shows; undefined if there is none. */
  findOnPath(positionId: PositionId): PositionId | undefined {
    const { headers } = this.#scope.path.mirror.get();
    return headers.findLast((header) => this.listedId(header.positionId) === positionId)?.positionId;
  }

  /** Returns true if a position or an ancestor is pruned. */
  isPruned(positionId: PositionId): boolean {
    return this.#table.isGhost(this.#table.find(positionId));
  }

  /** Expands or collapses a position or a section. */
  setOpen(position: number, isOpen: boolean): void {
    const { sections } = this.#view.get();
    const section = position - this.#table.count;
    if (position < 0 || section >= sections.length) return;
    this.#overview = null;
    if (section >= 0) this.#openSections.set(sections, section, isOpen);
    else this.#open[position] = isOpen ? 1 : 0;
    this.#update();
  }

  /** Expands or collapses everything below the top position. */
  setAllOpen(isOpen: boolean): void {
    const { whole: listed, top } = this.#view.get();
    this.#overview = null;
    const { rows: whole } = listed();
    for (let row = 0; row < whole.count; row += 1) {
      this.#open[whole.ends[row] ?? 0] = isOpen ? 1 : 0;
      this.#open[whole.positions[row] ?? 0] = isOpen ? 1 : 0;
    }
    if (isOpen) this.#open.fill(1, 0, this.#table.count);
    this.#openSections.setAll(isOpen);
    this.#open[top] = 1;
    const { rowOf, selected } = this.#update();
    if ((rowOf[selected] ?? -1) < 0) this.select(top);
  }

  /** Shows only a position and its descendants; the root shows the whole tree again. */
  hoist(position: number): void {
    if (position >= this.#table.count) return;
    const id = position < 0 ? null : this.#table.idOf(position);
    this.#top = id === this.#scope.path.rootPositionId ? null : id;
    if (position >= 0) this.#open[position] = 1;
    this.#overview = null;
    this.#update();
  }

  /** Selects a position and expands its ancestors. Ends hoisting if the position is outside the hoisted part. */
  reveal(positionId: PositionId): void {
    const position = this.#table.find(positionId);
    if (position < 0) return;
    const top = this.#findTop();
    const { shape, sections } = this.#view.get();
    for (let at = this.#table.parents[position] ?? -1; at >= 0; at = this.#table.parents[at] ?? -1)
      this.#open[at] = 1;
    this.#openSections.openAround(sections, shape.parents, this.#table.count, position);
    if (top >= 0 && !this.#table.isBelow(position, top)) this.#top = null;
    if (this.#table.isGhost(position))
      this.#viewOptions.set({ ...this.#viewOptions.get(), showsPruned: true });
    this.#selected = positionId;
    this.#selectedSection = null;
    this.#update();
  }

  /** Selects the next position that was generated and not yet seen, and focuses the rows. */
  revealUnseen(): void {
    const positionId = this.findUnseen();
    if (positionId !== null) this.reveal(positionId);
    this.focusRequest.request('rows');
  }

  /** The next position after the selected one that was generated and not yet seen, wrapping; null for none. */
  findUnseen(): PositionId | null {
    const unseen = nextUnseen(this.#view.get());
    return unseen < 0 ? null : this.#table.idOf(unseen);
  }

  #grow(): void {
    const { count } = this.#table;
    if (count <= this.#open.length) return;
    const size = Math.max(1_024, 2 * count);
    const open = new Uint8Array(size);
    open.set(this.#open);
    this.#open = open;
  }

  #followPath(): void {
    const { path, authors } = this.#scope;
    const root = this.#table.find(path.rootPositionId);
    const { headers } = path.mirror.get();
    this.#onPath = followPath(this.#table, root, headers, authors, this.#open, this.#onPath);
  }

  /** The selection follows the caret. */
  #followCaret(): void {
    const { currentPositionId = null, sectionIndex = -1 } = this.#scope.surface.summary.get() ?? {};
    if (currentPositionId === this.#currentId && sectionIndex === this.#sectionIndex) return;
    this.#currentId = currentPositionId;
    this.#sectionIndex = sectionIndex;
    this.#selected = null;
    this.#selectedSection = null;
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
    const { rowOf, root, top, shape, sections } = view;
    const current = this.#findCurrent(root);
    const here = hereIn(view, current, this.#sectionIndex);
    const selected = nearestListed(shape, rowOf, this.#wanted(here, sections), top);
    const position = this.#findPosition(current);
    if (selected === view.selected && here === view.here && position === view.position) return;
    this.#view.set({ ...view, current, here, selected, position });
  }

  /** The hoisted position; -1 for none. It may have lost its row to the text that it divides. */
  #findTop(): number {
    return this.#top === null ? -1 : this.#table.listedAt(this.#table.find(this.#top));
  }

  #findCurrent(root: number): number {
    return this.#currentId === null ? root : this.#table.listedAt(this.#table.find(this.#currentId));
  }

  #compute(): OutlineView {
    const { path } = this.#scope;
    const table = this.#table;
    const { folds, showsPruned } = this.#viewOptions.get();
    const root = table.find(path.rootPositionId);
    const current = this.#findCurrent(root);
    const filtered = applyFilter(
      this.#table,
      this.#filter.get(),
      this.#search.found,
      this.#tags.filtered.get(),
    );
    const isWhole = filtered === null && this.#top === null;
    const { shape, sections } = addSections(
      table,
      root,
      path.mirror.get().headers,
      isWhole ? this.#sections.get() : [],
    );
    const here = hereIn({ shape, table, sections }, current, this.#sectionIndex);
    return viewOutline({
      table,
      shape,
      sections,
      state: this.reader.state,
      isSlow: this.reader.isSlow,
      folds,
      showsPruned,
      overview: this.#overview,
      allSections: this.#sections.get(),
      filtered,
      onPath: this.#onPath,
      open: sections.length === 0 ? this.#open : this.#openSections.flags(this.#open, table, sections),
      isComplete: this.#search.isComplete,
      current,
      here,
      wanted: this.#wanted(here, sections),
      position: this.#findPosition(current),
      head: table.listedAt(table.find(path.headId)),
      hoisted: this.#findTop(),
      root,
    });
  }

  /** The chosen section or position, or else where the caret is. */
  #wanted(here: number, sections: readonly TextSection[]): number {
    const section = this.#selectedSection === null ? -1 : keysOf(sections).indexOf(this.#selectedSection);
    if (section >= 0) return this.#table.count + section;
    return this.#findPosition(here);
  }

  #findPosition(current: number): number {
    return this.#selected === null ? current : this.#table.find(this.#selected);
  }
}

/** Trees up to this many positions start fully expanded; larger ones only along the path. */
const SMALL = 300;

/**
 * Marks the path as seen, and expands the ancestors of positions that are new on it. Returns which positions are on the
 * path.
 * @param headers the path, without the root
 * @param authors who wrote what it shows
 * @param open which positions are expanded: written to
 * @param before what this returned last; empty the first time
 */
function followPath(
  table: PositionTable,
  root: number,
  headers: readonly { readonly positionId: PositionId }[],
  authors: Pick<PathAuthors, 'at'>,
  open: Uint8Array,
  before: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const onPath = new Uint8Array(table.count);
  if (root >= 0) onPath[root] = 1;
  if (before.length === 0) {
    if (table.count <= SMALL) open.fill(1, 0, table.count);
    if (root >= 0) open[root] = 1;
  }
  for (const { positionId } of headers) {
    const position = table.find(positionId);
    if (position < 0) continue;
    onPath[position] = 1;
    const writtenBy = authors.at(positionId);
    if (writtenBy !== undefined) table.setAuthors(position, writtenBy);
    table.setFlag(position, OUTLINE_FLAGS.unseen, false);
    // Text read of a hidden split is shown by the text that it divides.
    const listed = table.listedAt(position);
    if (listed >= 0) onPath[listed] = 1;
    // In case it gets a row, its branch stays in sight.
    if (listed !== position) open[position] = 1;
    if (before[position] === 1) continue;
    const parent = table.parents[position] ?? -1;
    if (parent >= 0) open[parent] = 1;
  }
  return onPath;
}

/** Milliseconds between the last change of the text and the search. */
const DEBOUNCE = 80;
/** The most hits a search returns. */
const MAX_HITS = 1_000;

/** Searches the tree, in main, for the text the outline is filtered by. */
function createOutlineSearch({ client, treeId, notices }: TreeScope, onFound: () => void) {
  let found: readonly PositionId[] | null = null;
  let isComplete = true;
  /** Numbers the searches, so that a late answer to an earlier one is ignored. */
  let searches = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function find(text: string, search: number): Promise<void> {
    try {
      const query = { text, treeId, ranked: false, limit: MAX_HITS, firstOnly: true };
      const { hits, complete } = await client.call('search.find', query);
      if (search !== searches) return;
      // Text typed after the last node is in no row.
      const inRows = hits.filter(({ nodeId }) => nodeId !== null);
      found = inRows.map(({ positionId, noteOn }) => noteOn?.positionId ?? positionId);
      isComplete = complete;
      onFound();
    } catch (error) {
      notices.report(error);
    }
  }

  return {
    /** The positions that contain the text; null without a text, and during the search. */
    get found(): readonly PositionId[] | null {
      return found;
    },

    /** True if `found` has every match. */
    get isComplete(): boolean {
      return isComplete;
    },

    /** Starts a search; an empty text clears the matches. */
    start(text: string): void {
      clearTimeout(timer);
      searches += 1;
      found = null;
      isComplete = true;
      if (text === '') return;
      const search = searches;
      timer = setTimeout(() => void find(text, search), DEBOUNCE);
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}

type OutlineSearch = ReturnType<typeof createOutlineSearch>;

/** The most labels in one request (`tree.labels`). */
const BATCH = 500;
/** Labels that are kept after they leave the screen. */
const KEPT = 20_000;

/** The labels of positions, read as they become visible. */
export type OutlineLabels = LiveQueries<PositionId, PositionLabel>;

/** Reads labels of one tree in batches. */
export function createOutlineLabels({ client, treeId, notices }: TreeScope): OutlineLabels {
  return new LiveQueries({
    batch: BATCH,
    kept: KEPT,
    read: async (positionIds) => {
      const labels = await client.call('tree.labels', { treeId, positionIds });
      return labels.map((label) => [label.positionId, label] as const);
    },
    onError: notices.report,
  });
}
