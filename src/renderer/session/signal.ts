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
