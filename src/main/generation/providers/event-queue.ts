/** An asynchronous queue: one side adds items, the other reads them in order as they arrive. */
export class EventQueue<T> {
  #items: T[] = [];
  #end: { readonly error: unknown } | 'ended' | undefined;
  #wake: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the queue; nothing may be added after this. */
  end(): void {
    this.#end ??= 'ended';
    this.#wake?.();
  }

  /** The reader still receives earlier items; then `error` is thrown. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Yields all items in order. @throws the reason of `signal` as soon as it aborts, and the error given to `fail` */
  async *read(signal: AbortSignal): AsyncGenerator<T> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        const items = this.#items;
        this.#items = [];
        for (const item of items) {
          signal.throwIfAborted();
          yield item;
        }
        signal.throwIfAborted();
        if (this.#items.length > 0) continue;
        if (this.#end === 'ended') return;
        if (this.#end !== undefined) throw this.#end.error;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }
}
