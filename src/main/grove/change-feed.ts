import { EventEmitter } from 'node:events';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { TreeChange } from '../../core/tree/tree-change.ts';
import { MARK_NAMES } from '../../core/tree/tree-marks.ts';

/** A change that is in the file. */
export interface WrittenChange {
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  readonly change: TreeChange;
  /** Agents whose paths the change moved, but for its author's own moves. */
  readonly moved: readonly AgentId[];
}

interface FeedEvents {
  written: [WrittenChange];
  everything: [TreeId];
  layers: [TreeId];
}

/** Announces each change to the trees of an open grove once, after it is written (`house.md`, *Seams*). */
export class ChangeFeed {
  readonly #events = new EventEmitter<FeedEvents>();

  /** `TreeTransactions` wrote a change. One that wrote nothing is not announced. */
  publish(written: WrittenChange): void {
    const { nodes, metadata, relisted = [], path } = written.change;
    const isEmpty =
      written.moved.length === 0 &&
      nodes.length +
        metadata.length +
        MARK_NAMES.reduce((count, name) => count + (written.change[name]?.length ?? 0), 0) +
        relisted.length +
        path.selected.length +
        path.lastChild.length ===
        0 &&
      path.head === undefined;
    if (!isEmpty) this.#events.emit('written', written);
  }

  /** Something else wrote a tree (a rescue, a merge): all of it may have changed. */
  publishEverything(treeId: TreeId): void {
    this.#events.emit('everything', treeId);
  }

  /** Layers of a tree were added, rewritten, labelled, counted or removed (`layers.md`). */
  publishLayers(treeId: TreeId): void {
    this.#events.emit('layers', treeId);
  }

  onLayers(listener: (treeId: TreeId) => void): void {
    this.#events.on('layers', listener);
  }

  onWritten(listener: (written: WrittenChange) => void): void {
    this.#events.on('written', listener);
  }

  onEverything(listener: (treeId: TreeId) => void): void {
    this.#events.on('everything', listener);
  }
}
