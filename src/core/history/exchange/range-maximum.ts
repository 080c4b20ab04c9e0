/** Numbers at 0 to `length - 1`, all 0 at first, of which ranges are raised; and the greatest of them. */
export class RangeMaximum {
  readonly #length: number;
  /** A binary tree: what was added to the whole range of a node, with the greatest below it. */
  readonly #greatest: Float64Array;
  readonly #added: Float64Array;

  constructor(length: number) {
    this.#length = Math.max(1, length);
    this.#greatest = new Float64Array(4 * this.#length);
    this.#added = new Float64Array(4 * this.#length);
  }

  get greatest(): number {
    return this.#greatest[1] ?? 0;
  }

  /** Adds `by` to the numbers in `[from, to)`. */
  add(from: number, to: number, by: number): void {
    if (from < to) this.#add(1, 0, this.#length, from, to, by);
  }

  #add(node: number, low: number, high: number, from: number, to: number, by: number): void {
    const { [node]: greatest = 0 } = this.#greatest;
    if (from <= low && high <= to) {
      this.#greatest[node] = greatest + by;
      this.#added[node] = (this.#added[node] ?? 0) + by;
      return;
    }
    const middle = (low + high) >> 1;
    if (from < middle) this.#add(2 * node, low, middle, from, to, by);
    if (to > middle) this.#add(2 * node + 1, middle, high, from, to, by);
    const below = Math.max(this.#greatest[2 * node] ?? 0, this.#greatest[2 * node + 1] ?? 0);
    this.#greatest[node] = below + (this.#added[node] ?? 0);
  }
}
