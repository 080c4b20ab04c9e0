/** Finds the place of each hunk (`edits.md`, *Reading a patch*). */
import { fold, foldWords } from './fold-words.ts';
import { type Hunk, isBlank, oldSide } from './hunk.ts';
import type { SnapshotLines } from './snapshot-lines.ts';

const RUNGS = ['exact', 'ends', 'folded', 'blanks', 'flow'] as const;
export type Rung = (typeof RUNGS)[number];

/** The place of a hunk. */
export interface HunkPlace {
  readonly rung: Rung;
  /** For *exact* and *ends*, the index of its first line; otherwise 0. */
  readonly line: number;
  /** The text of its old side, without the line break after it. */
  readonly from: number;
  readonly to: number;
}

export type Located = HunkPlace | 'nowhere' | 'ambiguous';

/** A side of a hunk that is looked for. */
export interface Sought {
  readonly lines: readonly string[];
  /** The index of the line at which it claims to begin; null if it claims none. */
  readonly line: number | null;
  /** The text must end with it, perhaps with a line break; null if it may be anywhere. */
  readonly end: 'text' | 'line' | null;
}

/** @returns the place of each hunk’s old side, in the same order */
export function locateHunks(snapshot: SnapshotLines, hunks: readonly Hunk[]): readonly Located[] {
  const sought = hunks.map((hunk) => ({
    lines: oldSide(hunk),
    line: hunk.line,
    end: hunk.endsOld ? ('text' as const) : hunk.endsNew ? ('line' as const) : null,
  }));
  return locate(snapshot, sought);
}

/** @returns the place of each, by the first rung that finds it */
export function locate(snapshot: SnapshotLines, sought: readonly Sought[]): readonly Located[] {
  const located: Located[] = sought.map(() => 'nowhere');
  for (const rung of RUNGS) {
    const open = [...located.keys()].filter((index) => located[index] === 'nowhere');
    if (open.length === 0) break;
    const found = new RungSearch(snapshot, rung).find(open.flatMap((index) => sought[index] ?? []));
    for (const [order, index] of open.entries()) located[index] = found[order] ?? 'nowhere';
  }
  return located;
}

/** Lines, or hashes of words. */
type Items = readonly (string | number)[];

/** One rung: the compared form, and the meaning of a place in the text. */
class RungSearch {
  readonly snapshot: SnapshotLines;
  readonly rung: Rung;

  constructor(snapshot: SnapshotLines, rung: Rung) {
    this.snapshot = snapshot;
    this.rung = rung;
  }

  find(sought: readonly Sought[]): readonly Located[] {
    const patterns = sought.map(({ lines }) => this.#patternOf(lines));
    const known = sought.map((one, index) => this.#findByLine(one, patterns[index] ?? []));
    const open = [...known.keys()].filter((index) => known[index] === null);
    const searched = open.map((index) => patterns[index] ?? []);
    const places = searched.some(({ length }) => length > 0) ? findSequences(this.#items, searched) : [];
    for (const [order, index] of open.entries()) {
      const [first, second] = places[order] ?? [];
      const length = patterns[index]?.length ?? 0;
      if (first === undefined) known[index] = 'nowhere';
      else if (second !== undefined) known[index] = 'ambiguous';
      else known[index] = this.#placeOf(first, length);
    }
    return known.map((place) => place ?? 'nowhere');
  }

  /** True if a place may be chosen by its line number. */
  get #isByLine(): boolean {
    return this.rung === 'exact' || this.rung === 'ends';
  }

  get #items(): Items {
    const { rung, snapshot } = this;
    if (rung === 'exact') return snapshot.lines;
    if (rung === 'ends') return snapshot.trimmed;
    if (rung === 'folded') return snapshot.folded;
    return rung === 'blanks' ? snapshot.filled.keys : snapshot.words.keys;
  }

  /** The pattern sought; empty if there is too little to find below *ends*. */
  #patternOf(lines: readonly string[]): Items {
    if (this.rung === 'exact') return lines;
    if (this.rung === 'ends') return lines.map((line) => line.trimEnd());
    if (lines.every(isBlank)) return [];
    if (this.rung === 'flow') return foldWords(lines.join('\n')).keys;
    const shown = this.rung === 'blanks' ? lines.filter((line) => !isBlank(line)) : lines;
    return shown.map((line) => fold(line));
  }

  /** The place at the end of the text, or at the line that the header names; null if it is still to be searched for. */
  #findByLine({ line, end }: Sought, pattern: Items): Located | null {
    if (pattern.length === 0) return 'nowhere';
    const items = this.#items;
    if (end !== null) {
      const at = items.length - pattern.length;
      const hasBreak = this.snapshot.text.endsWith('\n');
      if (end === 'text' && hasBreak && (this.rung === 'blanks' || this.rung === 'flow')) return 'nowhere';
      const places = end === 'line' && items.at(-1) === '' ? [at - 1, at] : [at];
      const place = places.find((from) => this.#isAt(items, pattern, from));
      return place === undefined ? 'nowhere' : this.#placeOf(place, pattern.length);
    }
    if (line === null || !this.#isByLine) return null;
    return this.#isAt(items, pattern, line) ? this.#placeOf(line, pattern.length) : null;
  }

  #isAt(items: Items, pattern: Items, from: number): boolean {
    return from >= 0 && pattern.every((item, index) => items[from + index] === item);
  }

  #placeOf(at: number, length: number): HunkPlace {
    const { rung, snapshot } = this;
    if (rung === 'flow') {
      const { starts, ends } = snapshot.words;
      return { rung, line: 0, from: starts[at] ?? 0, to: ends[at + length - 1] ?? 0 };
    }
    const lineAt = (index: number) => (rung === 'blanks' ? (snapshot.filled.indexes[index] ?? 0) : index);
    const [first, last] = [lineAt(at), lineAt(at + length - 1)];
    return {
      rung,
      line: this.#isByLine ? first : 0,
      from: snapshot.startOf(first),
      to: snapshot.endOf(last),
    };
  }
}

// Finds many sequences in one, in a single pass (the automaton of Aho and Corasick).

/** Number of places that proves there is more than one. */
const ENOUGH = 2;

/**
 * The first two places of each pattern in `items`, in order. The cost is that of reading `items` once and all patterns,
 * however much they repeat one another. An empty pattern is nowhere.
 */
function findSequences<Item>(
  items: readonly Item[],
  patterns: readonly (readonly Item[])[],
): readonly (readonly number[])[] {
  const machine = new Machine<Item>(patterns);
  machine.read(items);
  return patterns.map((pattern, index) => machine.endsOf(index).map((end) => end - pattern.length + 1));
}

class Machine<Item> {
  /** True at the lengths of lines that occur in a pattern: few do. */
  readonly #lengths: boolean[] = [];
  /** A number for each item that occurs in a pattern, from 1. */
  readonly #ids = new Map<Item, number>();
  /** The state after a state and an item. */
  readonly #next = new Map<number, number>();
  /** For each state, the longest other one that ends in the same way. */
  readonly #fallback: number[] = [0];
  /** For each state, the nearest one by fallbacks at which a pattern ends that is still looked for; 0 if none. */
  readonly #shorter: number[] = [0];
  /** Ends found of the pattern that ends at a state. Equal patterns share them. */
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

  /** The ends found of a pattern. */
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
