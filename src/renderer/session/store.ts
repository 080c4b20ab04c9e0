/** A value that is replaced, never changed, and tells when it was. `session/hooks.ts` reads it with React. */
export interface Store<T> {
  get(): T;
  /** Returns the function that stops listening. */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<T> extends Store<T> {
  /** Tells the listeners unless the value is the same. */
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
