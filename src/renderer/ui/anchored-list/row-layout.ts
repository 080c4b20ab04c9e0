const NOWHERE = { first: 0, end: 0 };
const NO_INDEXES: ReadonlyMap<string, number> = new Map();

/** The heights of a list's rows and what they add up to, in CSS pixels from the top of the first row. */
export class RowLayout {
  readonly #keys: readonly string[];
  /** Indexes of the rows before `#sharedEnd`, in a map of an earlier layout; it may have others. */
  readonly #shared: ReadonlyMap<string, number>;
  readonly #sharedEnd: number;
  /** Indexes of the other keys: made when one is sought, because a switch replaces thousands and shows few. */
  #own: ReadonlyMap<string, number> | null = null;
  readonly #heights: Float64Array;
  /** A Fenwick tree: entry `i` is the sum of the `i & -i` heights before index `i`. */
  readonly #sums: Float64Array;

  /**
   * @param heightOf the height of a row, as far as it is known
   * @param before a layout of which the first rows may remain, which then cost little
   */
  constructor(
    count: number,
    keyOf: (index: number) => string,
    heightOf: (key: string, index: number) => number,
    before: RowLayout | null = null,
  ) {
    const keys: string[] = [];
    for (let index = 0; index < count; index++) keys.push(keyOf(index));
    this.#keys = keys;
    const same = before === null ? 0 : commonLength(keys, before.#keys);
    const known = before?.sharedIndexes() ?? { indexes: NO_INDEXES, end: 0 };
    const end = Math.min(same, known.end);
    const isShared = 2 * end > count;
    this.#shared = isShared ? known.indexes : NO_INDEXES;
    this.#sharedEnd = isShared ? end : 0;
    const heights = new Float64Array(count);
    const sums = new Float64Array(count + 1);
    this.#heights = heights;
    this.#sums = sums;
    if (before !== null) heights.set(before.#heights.subarray(0, same));
    for (let index = same; index < count; index++) heights[index] = heightOf(keys[index] ?? '', index);
    for (let entry = 1; entry <= count; entry++) {
      const sum = (sums[entry] ?? 0) + (heights[entry - 1] ?? 0);
      sums[entry] = sum;
      const next = entry + (entry & -entry);
      if (next <= count) sums[next] = (sums[next] ?? 0) + sum;
    }
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Height of all rows. */
  get height(): number {
    return this.topOf(this.count);
  }

  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** @param near looked through first, rows `[first, end)` */
  indexOf(key: string, near: { readonly first: number; readonly end: number } = NOWHERE): number | undefined {
    for (let index = near.first; index < near.end; index++) if (this.#keys[index] === key) return index;
    const shared = this.#shared.get(key);
    if (shared !== undefined && shared < this.#sharedEnd) return shared;
    this.#own ??= indexesFrom(this.#keys, this.#sharedEnd);
    return this.#own.get(key);
  }

  /** The indexes that a layout of the same first rows can use, and its number of rows. */
  sharedIndexes(): { readonly indexes: ReadonlyMap<string, number>; readonly end: number } {
    if (this.#sharedEnd === 0 && this.#own !== null) return { indexes: this.#own, end: this.count };
    return { indexes: this.#shared, end: this.#sharedEnd };
  }

  heightAt(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Start of a row; for the count of rows, the end of the last one. */
  topOf(index: number): number {
    let top = 0;
    for (let i = index; i > 0; i -= i & -i) top += this.#sumAt(i);
    return top;
  }

  /** The row that contains a point, or the first or last one if it lies outside; -1 without rows. */
  indexAt(y: number): number {
    let index = 0;
    let rest = y;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step >= 1; step /= 2) {
      const next = index + step;
      if (next > this.count || this.#sumAt(next) > rest) continue;
      index = next;
      rest -= this.#sumAt(next);
    }
    return Math.min(index, this.count - 1);
  }

  setHeight(index: number, height: number): void {
    const change = height - this.heightAt(index);
    if (change === 0) return;
    this.#heights[index] = height;
    for (let i = index + 1; i <= this.count; i += i & -i) this.#sums[i] = this.#sumAt(i) + change;
  }

  #sumAt(i: number): number {
    return this.#sums[i] ?? 0;
  }
}

/** Number of equal keys at the start. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function indexesFrom(keys: readonly string[], first: number): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (let index = first; index < keys.length; index++) indexes.set(keys[index] ?? '', index);
  return indexes;
}
