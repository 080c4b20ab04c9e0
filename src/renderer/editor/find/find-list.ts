import type { ChangeDesc } from '@codemirror/state';
import type { FindMatch } from '../../../core/text/find-pattern.ts';
import type { SearchMatches } from './find-matches.ts';

/** With more changes than this since the search, mapping each match through them costs too much. */
const MAX_CHANGES = 200;

/**
 * The matches of one search. The list itself never changes: later changes are stored beside it, so that the
 * cost of a keystroke does not depend on the number of matches, and a match is mapped only when it is read.
 */
export class FindList {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #changes: ChangeDesc | null;

  constructor({ from, to }: Pick<SearchMatches, 'from' | 'to'>, changes: ChangeDesc | null = null) {
    this.#from = from;
    this.#to = to;
    this.#changes = changes;
  }

  get count(): number {
    return this.#from.length;
  }

  /** Whether the text is unchanged since the search. */
  get isFresh(): boolean {
    return this.#changes === null;
  }

  /** The list after a change; null if there were too many changes. */
  map(changes: ChangeDesc): FindList | null {
    const all = this.#changes === null ? changes : this.#changes.composeDesc(changes);
    let count = 0;
    all.iterChangedRanges(() => {
      count += 1;
    });
    return count > MAX_CHANGES ? null : new FindList({ from: this.#from, to: this.#to }, all);
  }

  /**
   * The current range of a match; undefined if there is none at this index, or if text in it or beside it
   * changed.
   */
  at(index: number): FindMatch | undefined {
    const from = this.#from[index];
    const to = this.#to[index];
    if (from === undefined || to === undefined) return undefined;
    if (this.#changes === null) return { from, to };
    if (this.#changes.touchesRange(from, to) !== false) return undefined;
    return { from: this.#changes.mapPos(from, 1), to: this.#changes.mapPos(to, -1) };
  }

  /** Index of the first match that begins at or after an offset; `count` if none does. */
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

  /** Index of the match with exactly this range; -1 if there is none. */
  indexOf({ from, to }: FindMatch): number {
    const index = this.firstFrom(from);
    const found = this.at(index);
    return found?.from === from && found.to === to ? index : -1;
  }

  /** The matches that touch `[from, to]`, in text order. */
  *touching(from: number, to: number): Generator<FindMatch> {
    // Matches do not overlap, so at most one begins before `from` and reaches in.
    for (let index = Math.max(0, this.firstFrom(from) - 1); index < this.count; index++) {
      const found = this.at(index);
      if (found === undefined) continue;
      if (found.from > to) return;
      if (found.to >= from) yield found;
    }
  }
}
