/** Finds many sequences in one, in a single pass (the automaton of Aho and Corasick). */

/** How many places are enough to know that there is more than one. */
const ENOUGH = 2;

/**
 * Where each pattern begins in `items`: its first two places, in order. The cost is that of reading `items` once and
 * all patterns, however much they repeat one another. An empty pattern is nowhere.
 */
export function findSequences<Item>(
  items: readonly Item[],
  patterns: readonly (readonly Item[])[],
): readonly (readonly number[])[] {
  const machine = new Machine<Item>(patterns);
  machine.read(items);
  return patterns.map((pattern, index) => machine.endsOf(index).map((end) => end - pattern.length + 1));
}

class Machine<Item> {
  /** Whether a line of this length occurs in a pattern: few do. */
  readonly #lengths: boolean[] = [];
  /** A number for each item that occurs in a pattern, from 1. */
  readonly #ids = new Map<Item, number>();
  /** The state after a state and an item. */
  readonly #next = new Map<number, number>();
  /** For each state, the longest other one that ends in the same way. */
  readonly #fallback: number[] = [0];
  /** For each state, the nearest one by fallbacks at which a pattern ends that is still looked for; 0 if none. */
  readonly #shorter: number[] = [0];
  /** Where the pattern that ends at a state was found to end. Equal patterns share it. */
  readonly #found = new Map<number, number[]>();
  readonly #endStates: number[] = [];
  readonly #width: number;

  constructor(patterns: readonly (readonly Item[])[]) {
    for (const pattern of patterns) {
      for (const item of pattern) {
        if (typeof item === 'string') this.#lengths[item.length] = true;
        if (!this.#ids.has(item)) this.#ids.set(item, this.#ids.size + 1);
      }
    }
    this.#width = this.#ids.size + 1;
    /** The item and the state before each state; states are numbered so that shorter ones may come later. */
    const levels: { readonly state: number; readonly before: number; readonly id: number }[][] = [];
    for (const pattern of patterns) {
      let state = 0;
      for (const [depth, item] of pattern.entries()) {
        const id = this.#ids.get(item) ?? 0;
        const key = state * this.#width + id;
        let next = this.#next.get(key);
        if (next === undefined) {
          next = this.#fallback.length;
          this.#next.set(key, next);
          this.#fallback.push(0);
          this.#shorter.push(0);
          const level = levels[depth] ?? [];
          levels[depth] = level;
          level.push({ state: next, before: state, id });
        }
        state = next;
      }
      this.#endStates.push(state);
      if (state !== 0) this.#found.set(state, []);
    }
    for (const level of levels) {
      for (const { state, before, id } of level) {
        const fallback = before === 0 ? 0 : this.#step(this.#fallback[before] ?? 0, id);
        this.#fallback[state] = fallback;
        this.#shorter[state] = this.#found.has(fallback) ? fallback : (this.#shorter[fallback] ?? 0);
      }
    }
  }

  /** Where the pattern was found to end. */
  endsOf(pattern: number): readonly number[] {
    return this.#found.get(this.#endStates[pattern] ?? 0) ?? [];
  }

  read(items: readonly Item[]): void {
    let state = 0;
    for (let at = 0; at < items.length; at++) {
      const item = items[at];
      const isKnown = typeof item === 'string' ? this.#lengths[item.length] === true : item !== undefined;
      const id = isKnown ? this.#ids.get(item as Item) : undefined;
      if (id === undefined) {
        state = 0;
        continue;
      }
      state = this.#step(state, id);
      let end = this.#found.has(state) ? state : this.#nextEnd(state);
      for (; end !== 0; end = this.#nextEnd(end)) {
        const ends = this.#found.get(end);
        if (ends !== undefined && ends.length < ENOUGH) ends.push(at);
      }
    }
  }

  #step(from: number, id: number): number {
    let state = from;
    for (;;) {
      const next = this.#next.get(state * this.#width + id);
      if (next !== undefined) return next;
      if (state === 0) return 0;
      state = this.#fallback[state] ?? 0;
    }
  }

  /** The next shorter pattern that ends here too; those found often enough are skipped from then on. */
  #nextEnd(state: number): number {
    let end = this.#shorter[state] ?? 0;
    while (end !== 0 && (this.#found.get(end)?.length ?? 0) >= ENOUGH) end = this.#shorter[end] ?? 0;
    this.#shorter[state] = end;
    return end;
  }
}
