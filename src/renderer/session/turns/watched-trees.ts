import type { TreeId } from '../../../core/ids.ts';
import { LiveQuery } from '../live-query.ts';
import type { Notices } from '../notices.ts';
import type { Store } from '../store.ts';

/** Shortest interval between reads of a watched tree, in milliseconds. */
const PAUSE = 250;

/** Main's data of trees beyond their texts: a query for each tree. */
export class WatchedTrees<T> {
  readonly #notices: Notices;
  readonly #read: (treeId: TreeId) => Promise<T>;
  readonly #queries = new Map<TreeId, LiveQuery<T | undefined>>();
  #failures = 0;

  constructor(notices: Notices, read: (treeId: TreeId) => Promise<T>) {
    this.#notices = notices;
    this.#read = read;
  }

  /** Undefined until it was read. */
  of(treeId: TreeId): Store<T | undefined> {
    return this.#queryOf(treeId).value;
  }

  /** Resolves to null after a failure, which is reported. */
  async read(treeId: TreeId): Promise<T | null> {
    const before = this.#failures;
    await this.#queryOf(treeId).refresh();
    return before === this.#failures ? (this.of(treeId).get() ?? null) : null;
  }

  /** Reads it now, and whenever it changes. @returns the function that ends this */
  watch(treeId: TreeId): () => void {
    this.onChange(treeId);
    return this.#queryOf(treeId).watch();
  }

  /** It may have changed. */
  onChange(treeId: TreeId): void {
    this.#queryOf(treeId).invalidate();
  }

  /** Another grove is shown. */
  clear(): void {
    for (const query of this.#queries.values()) query.clear();
  }

  #queryOf(treeId: TreeId): LiveQuery<T | undefined> {
    const known = this.#queries.get(treeId);
    if (known !== undefined) return known;
    const query = new LiveQuery<T | undefined>({
      initial: undefined,
      delay: PAUSE,
      key: () => treeId,
      read: () => this.#read(treeId),
      onError: (error) => {
        this.#failures += 1;
        this.#notices.report(error);
      },
    });
    this.#queries.set(treeId, query);
    return query;
  }
}
