import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { OutlineOptions } from './outline-session.ts';
import type { OutlineViewport } from './outline-viewport.ts';
import type { PositionTable } from './position-table.ts';

/** The outline of a tree as it was left: what was read of the tree, what was folded open, and where it was looked at. */
export interface OutlineState {
  readonly table: PositionTable;
  /** Not 0 where what is below is listed, and for positions on the path; both by the table's numbers. */
  readonly open: Uint8Array<ArrayBuffer>;
  readonly onPath: Uint8Array<ArrayBuffer>;
  /** The hoisted position, the one selected other than by the caret, and the caret's. */
  readonly top: PositionId | null;
  readonly selected: PositionId | null;
  readonly current: PositionId | null;
  /** The last row of the log that the table has. */
  readonly seq: number;
  readonly look: OutlineOptions;
  readonly sight: OutlineViewport;
}

/** Positions that are remembered at most, of all trees together: some 80 bytes each. */
const MOST = 300_000;

/** The outlines of trees that were left, the one left last always among them. */
export class OutlineStates {
  readonly #memories = new Map<TreeId, OutlineState>();
  #look: Partial<OutlineOptions> = {};

  /** How a tree is to be shown that is not among them: as the one left last was. */
  get look(): Partial<OutlineOptions> {
    return this.#look;
  }

  /** @param memory null where there is nothing to remember but the look */
  keep(treeId: TreeId, memory: OutlineState | null, look: OutlineOptions): void {
    this.#look = { ...look, showsFilter: false };
    if (memory === null) return;
    this.#memories.delete(treeId);
    let count = memory.table.count;
    // The newest last.
    for (const [other, { table }] of [...this.#memories].reverse()) {
      count += table.count;
      if (count > MOST) this.#memories.delete(other);
    }
    this.#memories.set(treeId, memory);
  }

  find(treeId: TreeId): OutlineState | null {
    return this.#memories.get(treeId) ?? null;
  }

  forget(): void {
    this.#memories.clear();
  }
}
