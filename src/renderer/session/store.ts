/**
 * An immutable value that is replaced, and notifies listeners when it is. React reads it through `session/hooks.ts`.
 */
export interface Store<T> {
  get(): T;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<T> extends Store<T> {
  /** Notifies listeners unless the value is the same (`Object.is`). */
  set(value: T): void;
}

export function createStore<T>(initial: T): WritableStore<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
