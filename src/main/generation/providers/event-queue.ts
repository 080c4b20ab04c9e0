/** What one side puts in and the other takes out, in order, as it comes. */
export class EventQueue<T> {
  #items: T[] = [];
  #end: { readonly error: unknown } | 'ended' | undefined;
  #wake: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Nothing comes after this. */
  end(): void {
    this.#end ??= 'ended';
    this.#wake?.();
  }

  /** What was put in before is still taken out; then `error` is thrown. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Takes everything out, in order. @throws the reason of `signal` as soon as it aborts, and what `fail` was given */
  async *take(signal: AbortSignal): AsyncGenerator<T> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        const items = this.#items;
        this.#items = [];
        yield* items;
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
