import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionLabel } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';

/** The most labels in one request (`tree.labels`). */
const BATCH = 500;
/** The cache is cleared beyond this many: only labels on the screen are needed. */
const MAX_CACHED = 20_000;

export interface OutlineLabelsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** A cache of the labels of positions, loaded in batches as they become visible. */
export class OutlineLabels {
  readonly #options: OutlineLabelsOptions;
  readonly #cache = new Map<PositionId, PositionLabel>();
  readonly #revision = createStore(0);
  #wanted: readonly PositionId[] = [];
  #isLoading = false;

  constructor(options: OutlineLabelsOptions) {
    this.#options = options;
  }

  /** Increases whenever labels arrive. */
  get revision(): Store<number> {
    return this.#revision;
  }

  find(positionId: PositionId): PositionLabel | undefined {
    return this.#cache.get(positionId);
  }

  /** Loads the labels of the visible positions, instead of earlier ones that are not being loaded yet. */
  want(positionIds: readonly PositionId[]): void {
    this.#wanted = positionIds.filter((positionId) => !this.#cache.has(positionId));
    if (this.#wanted.length > 0 && !this.#isLoading) void this.#loadAll();
  }

  /** Drops labels that are stale; they are loaded again when visible. */
  forget(positionIds: Iterable<PositionId>): void {
    for (const positionId of positionIds) this.#cache.delete(positionId);
  }

  /** Adds labels that main sent. */
  add(labels: readonly PositionLabel[]): void {
    for (const label of labels) this.#cache.set(label.positionId, label);
    if (labels.length > 0) this.#revision.set(this.#revision.get() + 1);
  }

  async #loadAll(): Promise<void> {
    const { client, treeId, onError } = this.#options;
    this.#isLoading = true;
    while (this.#wanted.length > 0) {
      const positionIds = this.#wanted.slice(0, BATCH);
      this.#wanted = this.#wanted.slice(BATCH);
      try {
        const labels = await client.call('tree.labels', { treeId, positionIds });
        if (this.#cache.size > MAX_CACHED) this.#cache.clear();
        for (const label of labels) this.#cache.set(label.positionId, label);
        this.#wanted = this.#wanted.filter((positionId) => !this.#cache.has(positionId));
        this.#revision.set(this.#revision.get() + 1);
      } catch (error) {
        this.#wanted = [];
        onError(error);
      }
    }
    this.#isLoading = false;
  }
}
