import { type Pacing, ReadLoop } from './read-loop.ts';
import { createStore, type Store, type WritableStore } from './store.ts';

/** The key of a query. Keys with the same fields are the same key. */
export type QueryKey = string | Readonly<Record<string, string | number | null>>;

export interface LiveQueryOptions<T, K extends QueryKey> extends Pacing {
  /** The value before the first answer. */
  readonly initial: T;
  /** The key to read now; null for none, e.g. during a commit: the value stays. */
  key(): K | null;
  read(key: K): Promise<T>;
  /** A read failed, and no other follows it. The value stays; the next change, or watcher, reads again. */
  onError(error: unknown): void;
}

/**
 * A value of main, read while it is watched and when it changed, one request at a time (`house.md`, *Seams*).
 * An answer is dropped if the key or the value changed since its request.
 */
export class LiveQuery<T, K extends QueryKey = QueryKey> {
  readonly #options: LiveQueryOptions<T, K>;
  readonly #loop: ReadLoop;
  readonly #value: WritableStore<T>;
  #watchers = 0;
  /** Calls of `refresh` in progress, which read even without watchers. */
  #refreshers = 0;
  /** The key of the last read; null if that failed, or if what it read has changed. */
  #readKey: K | null = null;
  /** The key of the value; null for the initial one. */
  #valueKey: K | null = null;
  /** Counts the changes of the value that make answers on their way too old. */
  #changes = 0;

  constructor(options: LiveQueryOptions<T, K>) {
    this.#options = options;
    this.#value = createStore(options.initial);
    this.#loop = new ReadLoop(() => this.#read(), options);
  }

  get value(): Store<T> {
    return this.#value;
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** True while a read is in progress or scheduled. */
  get isPending(): boolean {
    return this.#loop.isPending;
  }

  /** True if the read in progress has taken long enough to show it. */
  get isSlow(): Store<boolean> {
    return this.#loop.isSlow;
  }

  /**
   * Reads at once what is missing, and from then on what changes. A value of another key is not shown.
   * Returns the function that stops it.
   */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#valueKey !== null && !isSameKey(this.#valueKey, this.#options.key())) this.#reset();
    if (this.#findMissing() !== null) this.#loop.readNow();
    return () => {
      this.#watchers -= 1;
    };
  }

  /** The key may have changed: schedules a read if it has. */
  follow(): void {
    if (this.#findMissing() !== null) this.#loop.readSoon();
  }

  /** Schedules another read, because the value may have changed. */
  invalidate(): void {
    this.#readKey = null;
    if (this.#isNeeded) this.#loop.readSoon();
  }

  /** Reads again at once, even without watchers; resolves when nothing is left to read. */
  async refresh(): Promise<void> {
    this.#refreshers += 1;
    this.#readKey = null;
    this.#loop.readNow();
    await this.#loop.untilSettled();
    this.#refreshers -= 1;
  }

  /** Changes the value without a request. If one is on its way, its answer is dropped and read again. */
  patch(change: (value: T) => T): void {
    this.#changes += 1;
    this.#value.set(change(this.#value.get()));
  }

  /** Returns to the initial value, and drops an answer on its way. */
  clear(): void {
    this.#loop.cancel();
    this.#reset();
  }

  /** Resolves when no read is in progress or scheduled. */
  untilSettled(): Promise<void> {
    return this.#loop.untilSettled();
  }

  close(): void {
    this.#changes += 1;
    this.#loop.close();
  }

  #reset(): void {
    this.#changes += 1;
    this.#readKey = null;
    this.#valueKey = null;
    this.#value.set(this.#options.initial);
  }

  get #isNeeded(): boolean {
    return this.#watchers + this.#refreshers > 0;
  }

  /** The key to read; null without watchers, or if it has been read. */
  #findMissing(): K | null {
    if (!this.#isNeeded) return null;
    const key = this.#options.key();
    return key === null || isSameKey(key, this.#readKey) ? null : key;
  }

  #read(): Promise<void> | null {
    const key = this.#findMissing();
    return key === null ? null : this.#load(key);
  }

  async #load(key: K): Promise<void> {
    const { read, onError } = this.#options;
    const before = this.#changes;
    this.#readKey = key;
    try {
      const value = await read(key);
      if (this.#isCurrent(key, before)) {
        this.#valueKey = key;
        this.#value.set(value);
        return;
      }
    } catch (error) {
      this.#readKey = null;
      if (this.#isCurrent(key, before)) {
        if (!this.#loop.isRequested) onError(error);
        return;
      }
    }
    this.invalidate();
  }

  /** Returns true if an answer to a request for `key` may be shown. */
  #isCurrent(key: K, before: number): boolean {
    return before === this.#changes && isSameKey(key, this.#options.key());
  }
}

function isSameKey(one: QueryKey | null, other: QueryKey | null): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string')
    return one === other;
  const fields = Object.keys(one);
  return fields.length === Object.keys(other).length && fields.every((field) => one[field] === other[field]);
}

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
