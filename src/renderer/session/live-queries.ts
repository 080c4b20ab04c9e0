import { ReadLoop } from './read-loop.ts';
import { createStore, type Store } from './store.ts';

export interface LiveQueriesOptions<K extends string, V> {
  /** The most keys in one request. */
  readonly batch: number;
  /** Number of values kept, besides those that are wanted. */
  readonly kept: number;
  /** Reads the values of these keys; those that have none are left out. */
  read(keys: readonly K[]): Promise<Iterable<readonly [K, V]>>;
  /** A read failed, and no other follows it. The values stay; wanting other keys, or a change, reads again. */
  onError(error: unknown): void;
}

/**
 * Values of main by key, read while they are wanted and when they changed, one request at a time: `LiveQuery`
 * for many of a kind.
 */
export class LiveQueries<K extends string, V> {
  readonly #options: LiveQueriesOptions<K, V>;
  readonly #loop: ReadLoop;
  /** Oldest first. */
  readonly #values = new Map<K, V>();
  /** Keys that were read, or are being read, and have not changed since. */
  readonly #current = new Set<K>();
  readonly #revision = createStore(0);
  /** Increases whenever values arrive, or are changed here. */
  readonly revision: Store<number> = this.#revision;
  #wanted: ReadonlySet<K> = new Set();
  /** Keys of the request in progress whose values were not changed here since. */
  #reading = new Set<K>();

  constructor(options: LiveQueriesOptions<K, V>) {
    this.#options = options;
    this.#loop = new ReadLoop(() => this.#read(), {});
  }

  find(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Reads these, and reads them again when they change, instead of those wanted before. */
  want(keys: readonly K[]): void {
    const before = this.#wanted;
    this.#wanted = new Set(keys);
    if (before.size === this.#wanted.size && keys.every((key) => before.has(key))) return;
    for (const key of before) if (!this.#current.has(key)) this.#drop(key);
    this.#evict();
    this.#loop.readSoon();
  }

  /** These may have changed: reads the wanted ones again, and drops the others. */
  invalidate(keys: Iterable<K> = [...this.#current]): void {
    for (const key of keys) this.#drop(key);
    this.#loop.readSoon();
  }

  /** Main sent these values: no request for them is needed, and answers to one on its way are dropped. */
  put(values: Iterable<readonly [K, V]>): void {
    for (const [key, value] of values) {
      this.#reading.delete(key);
      this.#current.add(key);
      this.#values.set(key, value);
    }
    this.#evict();
    this.#increaseRevision();
  }

  close(): void {
    this.#loop.close();
    this.#wanted = new Set();
  }

  #read(): Promise<void> | null {
    const keys = [...this.#wanted].filter((key) => !this.#current.has(key)).slice(0, this.#options.batch);
    return keys.length === 0 ? null : this.#load(keys);
  }

  async #load(keys: readonly K[]): Promise<void> {
    const { read, onError } = this.#options;
    for (const key of keys) this.#current.add(key);
    this.#reading = new Set(keys);
    try {
      const answers = await read(keys);
      if (this.#loop.isClosed) return;
      for (const [key, value] of answers) if (this.#reading.has(key)) this.#values.set(key, value);
      for (const key of keys) if (!this.#current.has(key)) this.#drop(key);
      this.#evict();
      this.#increaseRevision();
      this.#loop.readSoon();
    } catch (error) {
      for (const key of this.#reading) this.#drop(key);
      if (!this.#loop.isRequested && !this.#loop.isClosed) onError(error);
    } finally {
      this.#reading.clear();
    }
  }

  /** The value is out of date. It is kept only until a wanted one is read again. */
  #drop(key: K): void {
    this.#current.delete(key);
    if (!this.#wanted.has(key)) this.#values.delete(key);
  }

  #evict(): void {
    for (const key of this.#values.keys()) {
      if (this.#values.size <= this.#options.kept + this.#wanted.size) return;
      if (this.#wanted.has(key)) continue;
      this.#values.delete(key);
      this.#current.delete(key);
    }
  }

  #increaseRevision(): void {
    this.#revision.set(this.#revision.get() + 1);
  }
}
