import { createStore, type Store } from './store.ts';

/**
 * A request that a view take the keyboard. It stays pending until a view grants and clears it, so the target
 * may appear later; a new request replaces a pending one.
 */
export class FocusRequest<T> {
  readonly #pending = createStore<T | null>(null);
  /** The target that waits for the keyboard; null for none. */
  readonly pending: Store<T | null> = this.#pending;

  request(target: T): void {
    this.#pending.set(target);
  }

  clear(): void {
    this.#pending.set(null);
  }
}
