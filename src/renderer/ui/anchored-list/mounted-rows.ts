/** The rows of a list that have an element, by key, and the heights of all that ever had one, in CSS pixels. */
export class MountedRows {
  /** Rows have the height they had when they return. */
  readonly #heights = new Map<string, number>();
  readonly #elements = new Map<string, HTMLElement>();
  readonly #keys = new Map<Element, string>();
  /** Rows mounted since the last `measureNew`. */
  readonly #unmeasured = new Set<string>();
  #observer: ResizeObserver | null = null;

  /** Observes the size of every row from now on; with null, of none. */
  observeWith(observer: ResizeObserver | null): void {
    this.#observer = observer;
    if (observer !== null) for (const element of this.#elements.values()) observer.observe(element);
  }

  /** Adds a row; returns what removes it. */
  mount(key: string, element: HTMLElement): () => void {
    this.#elements.set(key, element);
    this.#keys.set(element, key);
    this.#unmeasured.add(key);
    this.#observer?.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#keys.delete(element);
      if (this.#elements.get(key) !== element) return;
      this.#elements.delete(key);
      this.#unmeasured.delete(key);
    };
  }

  find(key: string): HTMLElement | undefined {
    return this.#elements.get(key);
  }

  keyOf(element: Element): string | undefined {
    return this.#keys.get(element);
  }

  /** The height that a row had when it was last measured; undefined if it never was. */
  heightOf(key: string): number | undefined {
    return this.#heights.get(key);
  }

  /** Measures the rows that are new, before they are painted. */
  measureNew(onHeight: (key: string, height: number) => void): void {
    for (const key of this.#unmeasured) {
      const element = this.#elements.get(key);
      if (element === undefined) continue;
      const { height } = element.getBoundingClientRect();
      this.#heights.set(key, height);
      onHeight(key, height);
    }
    this.#unmeasured.clear();
  }

  /** Takes the heights that a `ResizeObserver` reports. */
  resize(entries: readonly ResizeObserverEntry[], onHeight: (key: string, height: number) => void): void {
    for (const { target, borderBoxSize } of entries) {
      const key = this.#keys.get(target);
      const height = borderBoxSize[0]?.blockSize;
      if (key === undefined || height === undefined) continue;
      this.#heights.set(key, height);
      onHeight(key, height);
    }
  }
}
