import { createStore, type Store } from './store.ts';

/** The element that the window focused because the focused one was gone, until the writer does something there. */
let standIn: Element | null = null;

/** The window gave the keyboard to an element; null: the writer uses it. */
export function noteStandIn(element: Element | null): void {
  standIn = element;
}

/** Returns true if the writer has not moved the keyboard since the element that had it was gone. */
export function isFocusUnclaimed(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === standIn;
}

/**
 * Notes which element has the focus, for a command that moves it later: the writer may have gone to a field
 * meanwhile, and what they type there must not end up in the text.
 * @returns a function that returns whether the focus is still there, or was lost together with its element
 */
export function rememberFocus(): () => boolean {
  const before = document.activeElement;
  return () => document.activeElement === before || isFocusUnclaimed();
}

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
