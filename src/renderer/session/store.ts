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

/** The same store, for those who only read it. */
export function readableOf<T>(store: WritableStore<T>): Store<T> {
  return store;
}

type ValuesOf<S extends readonly Store<unknown>[]> = {
  [I in keyof S]: S[I] extends Store<infer V> ? V : never;
};

/**
 * A store computed from others. It subscribes to them only while it is watched itself, computes again only when a value of
 * theirs is another, and does not announce a result that is the same.
 */
export function derive<const S extends readonly Store<unknown>[], T>(
  stores: S,
  read: (...values: ValuesOf<S>) => T,
): Store<T> {
  let known: { readonly values: readonly unknown[]; readonly result: T } | null = null;
  const get = (): T => {
    const values = stores.map((store) => store.get());
    if (known === null || values.some((value, index) => !Object.is(value, known?.values[index])))
      known = { values, result: read(...(values as ValuesOf<S>)) };
    return known.result;
  };
  return {
    get,
    subscribe: (listener) => {
      let shown = get();
      const notify = () => {
        const before = shown;
        shown = get();
        if (!Object.is(shown, before)) listener();
      };
      const stops = stores.map((store) => store.subscribe(notify));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Notifies its subscribers, in the order they subscribed. Unlike a `Store`, it keeps no value. */
export interface Signal<T> {
  /** Returns the function that unsubscribes. */
  subscribe(listener: (value: T) => void): () => void;
}

export interface WritableSignal<T> extends Signal<T> {
  emit(value: T): void;
}

export function createSignal<T>(): WritableSignal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit: (value) => {
      for (const listener of [...listeners]) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
