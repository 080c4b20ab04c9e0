/** Notifies its subscribers, in the order they subscribed. Unlike a `Store`, it keeps no value. */
export interface Signal<T> {
  /** Returns the function that unsubscribes. */
  subscribe(listener: (news: T) => void): () => void;
}

export interface WritableSignal<T> extends Signal<T> {
  emit(news: T): void;
}

export function createSignal<T>(): WritableSignal<T> {
  const listeners = new Set<(news: T) => void>();
  return {
    emit: (news) => {
      for (const listener of [...listeners]) listener(news);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
