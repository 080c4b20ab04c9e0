import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { OpenSections } from './outline-sections.ts';
import type { PositionTable } from './position-table.ts';

/** The outline of a tree that was left: its rows, its expanded positions, and the viewport. */
export interface OutlineState {
  readonly table: PositionTable;
  /** Not 0 for expanded positions, and for positions on the path; both indexed by the table's numbers. */
  readonly open: Uint8Array<ArrayBuffer>;
  readonly onPath: Uint8Array<ArrayBuffer>;
  readonly openSections: OpenSections;
  /** The hoisted position, the one selected apart from the caret, and the caret's. */
  readonly top: PositionId | null;
  readonly selected: PositionId | null;
  readonly current: PositionId | null;
  /** The last log row the table reflects. */
  readonly seq: number;
  readonly viewOptions: OutlineOptions;
  readonly viewport: OutlineViewport;
}

/** The most positions kept, over all trees: about 80 bytes each. */
const MAX_POSITIONS = 300_000;

/** The outlines of the trees that were left. The one left last is always kept. */
export class OutlineStates {
  readonly #states = new Map<TreeId, OutlineState>();
  #lastOptions: Partial<OutlineOptions> = {};

  /** The options of the tree left last, for a tree that is not kept. */
  get lastOptions(): Partial<OutlineOptions> {
    return this.#lastOptions;
  }

  /** @param state null to keep only the options */
  save(treeId: TreeId, state: OutlineState | null, options: OutlineOptions): void {
    this.#lastOptions = { ...options, showsFilter: false, fillsWindow: false };
    if (state === null) return;
    this.#states.delete(treeId);
    let count = state.table.count;
    // The last ones are the newest.
    for (const [other, { table }] of [...this.#states].reverse()) {
      count += table.count;
      if (count > MAX_POSITIONS) this.#states.delete(other);
    }
    this.#states.set(treeId, state);
  }

  find(treeId: TreeId): OutlineState | null {
    return this.#states.get(treeId) ?? null;
  }

  clear(): void {
    this.#states.clear();
  }
}

/** Display options of the outline and the map of a tree. */
export interface OutlineOptions {
  readonly as: 'outline' | 'map';
  readonly folds: boolean;
  readonly showsPruned: boolean;
  readonly showsFilter: boolean;
  /** The map covers the window. */
  readonly fillsWindow: boolean;
}

/** The view of the map: the place and the level at its centre, and the size of a step. */
export interface MapViewport {
  readonly x: number;
  readonly level: number;
  readonly zoomX: number;
  readonly zoomY: number;
  /** Identifies the part of the tree it showed. */
  readonly part: string;
  readonly selectedId: PositionId;
}

/** The scroll position of a tree's outline, and the view of its map, when they were last on the screen. */
export class OutlineViewport {
  /** Scroll offset of the outline, in CSS pixels. */
  scrollTop = 0;
  /** The selection in the outline at that time; null before it was first shown. */
  selectedId: PositionId | null = null;
  /** Null before the map was first shown. */
  map: MapViewport | null = null;
}
