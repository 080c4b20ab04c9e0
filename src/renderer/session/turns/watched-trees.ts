import type { TreeId } from '../../../core/ids.ts';
import { createStore, type Store } from '../store.ts';

export interface WatchedTreesOptions<T> {
  read(treeId: TreeId): Promise<T>;
  onError(error: unknown): void;
}

/** Shortest interval between reads of a watched tree, in milliseconds. */
const PAUSE = 250;

/** Main's data of trees beyond their texts: read while watched, and again when they may have changed. */
export class WatchedTrees<T> {
  readonly #options: WatchedTreesOptions<T>;
  readonly #values = createStore<ReadonlyMap<TreeId, T>>(new Map());
  /** The values of the trees that were read. */
  readonly values: Store<ReadonlyMap<TreeId, T>> = this.#values;
  /** Number of watchers of a tree. */
  readonly #watchers = new Map<TreeId, number>();
  readonly #timers = new Map<TreeId, ReturnType<typeof setTimeout>>();
  /** Numbers the reads, so that an old answer does not replace a newer one. */
  #reads = 0;
  readonly #shownReads = new Map<TreeId, number>();

  constructor(options: WatchedTreesOptions<T>) {
    this.#options = options;
  }

  /** Undefined until it was read. */
  find(treeId: TreeId): T | undefined {
    return this.#values.get().get(treeId);
  }

  /** Resolves to null after a failure, which is reported. */
  async read(treeId: TreeId): Promise<T | null> {
    const read = ++this.#reads;
    try {
      const value = await this.#options.read(treeId);
      if ((this.#shownReads.get(treeId) ?? 0) < read) {
        this.#shownReads.set(treeId, read);
        this.#values.set(new Map(this.#values.get()).set(treeId, value));
      }
      return value;
    } catch (error) {
      this.#options.onError(error);
      return null;
    }
  }

  /** Reads it now, and whenever it changes. @returns the function that ends this */
  watch(treeId: TreeId): () => void {
    this.#watchers.set(treeId, (this.#watchers.get(treeId) ?? 0) + 1);
    void this.read(treeId);
    return () => {
      this.#watchers.set(treeId, (this.#watchers.get(treeId) ?? 1) - 1);
    };
  }

  /** It may have changed. */
  onChange(treeId: TreeId): void {
    if ((this.#watchers.get(treeId) ?? 0) === 0 || this.#timers.has(treeId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(treeId);
      if ((this.#watchers.get(treeId) ?? 0) > 0) void this.read(treeId);
    }, PAUSE);
    this.#timers.set(treeId, timer);
  }

  /** Another grove is shown. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#values.set(new Map());
  }
}
