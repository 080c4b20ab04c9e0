import type { ChangeDesc } from '@codemirror/state';
import type { Found } from '../../../core/text/find-pattern.ts';
import type { SearchAnswer } from './find-matches.ts';

/** More changes than this since the text was looked through, and following each find through them costs too much. */
const MOST_CHANGES = 200;

/**
 * The finds of one look through the text. It stays as it was; what changed since is kept beside it, so that a keystroke
 * costs the same however many finds there are, and only those that are asked for are followed to where they are now.
 */
export class FindList {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #changes: ChangeDesc | null;

  constructor({ from, to }: Pick<SearchAnswer, 'from' | 'to'>, changes: ChangeDesc | null = null) {
    this.#from = from;
    this.#to = to;
    this.#changes = changes;
  }

  get count(): number {
    return this.#from.length;
  }

  /** Whether the text is the one that was looked through. */
  get isFresh(): boolean {
    return this.#changes === null;
  }

  /** The list after a change; null when too much changed. */
  after(changes: ChangeDesc): FindList | null {
    const all = this.#changes === null ? changes : this.#changes.composeDesc(changes);
    let count = 0;
    all.iterChangedRanges(() => {
      count += 1;
    });
    return count > MOST_CHANGES ? null : new FindList({ from: this.#from, to: this.#to }, all);
  }

  /** Where a find is now; undefined where there is none, or where something in it or beside it changed. */
  at(index: number): Found | undefined {
    const from = this.#from[index];
    const to = this.#to[index];
    if (from === undefined || to === undefined) return undefined;
    if (this.#changes === null) return { from, to };
    if (this.#changes.touchesRange(from, to) !== false) return undefined;
    return { from: this.#changes.mapPos(from, 1), to: this.#changes.mapPos(to, -1) };
  }

  /** Index of the first find that begins at or after an offset; `count` where none does. */
  firstFrom(offset: number): number {
    let low = 0;
    let high = this.#from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const from = this.#from[middle] ?? 0;
      if ((this.#changes?.mapPos(from, 1) ?? from) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the find that is exactly this range; -1 for none. */
  indexOf({ from, to }: Found): number {
    const index = this.firstFrom(from);
    const found = this.at(index);
    return found?.from === from && found.to === to ? index : -1;
  }

  /** Those that touch `[from, to]`, in text order. */
  *touching(from: number, to: number): Generator<Found> {
    // One find may begin before and reach in; none overlaps another.
    for (let index = Math.max(0, this.firstFrom(from) - 1); index < this.count; index++) {
      const found = this.at(index);
      if (found === undefined) continue;
      if (found.from > to) return;
      if (found.to >= from) yield found;
    }
  }
}
