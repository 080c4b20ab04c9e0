/** Finds the place of each hunk (`edits.md`, *Reading a patch*). */
import { findSequences } from './find-sequences.ts';
import { foldLine } from './fold-line.ts';
import { foldWords } from './fold-words.ts';
import { type Hunk, isBlank, oldSide } from './hunk.ts';
import type { Leniency, Without } from './leniency.ts';
import type { SnapshotLines } from './snapshot-lines.ts';

export type Rung = 'exact' | Extract<Leniency, 'ends' | 'folded' | 'blanks' | 'flow'>;

const RUNGS: readonly Rung[] = ['exact', 'ends', 'folded', 'blanks', 'flow'];

/** Where a hunk is. */
export interface Place {
  readonly rung: Rung;
  /** For *exact* and *ends*, the index of its first line; otherwise 0. */
  readonly line: number;
  /** The text of its old side, without the line break after it. */
  readonly from: number;
  readonly to: number;
}

export type Located = Place | 'nowhere' | 'ambiguous';

/** A side of a hunk that is looked for. */
export interface Sought {
  readonly lines: readonly string[];
  /** The index of the line where it is said to begin; null if nothing is said. */
  readonly line: number | null;
  /** Whether the text has to end with it, or with it and a line break at most; null if it may be anywhere. */
  readonly end: 'text' | 'line' | null;
}

/** @returns the place of each hunk’s old side, in the same order */
export function locateHunks(
  snapshot: SnapshotLines,
  hunks: readonly Hunk[],
  without: Without,
): readonly Located[] {
  const sought = hunks.map((hunk) => ({
    lines: oldSide(hunk),
    line: hunk.line,
    end: hunk.endsOld ? ('text' as const) : hunk.endsNew ? ('line' as const) : null,
  }));
  return locate(snapshot, sought, without);
}

/** @returns the place of each, by the first rung that finds it */
export function locate(
  snapshot: SnapshotLines,
  sought: readonly Sought[],
  without: Without,
): readonly Located[] {
  const located: Located[] = sought.map(() => 'nowhere');
  for (const rung of RUNGS) {
    if (rung !== 'exact' && without.has(rung)) continue;
    const open = [...located.keys()].filter((index) => located[index] === 'nowhere');
    if (open.length === 0) break;
    const found = new RungSearch(snapshot, rung, without).find(open.flatMap((index) => sought[index] ?? []));
    for (const [order, index] of open.entries()) located[index] = found[order] ?? 'nowhere';
  }
  return located;
}

/** Lines, or hashes of words. */
type Items = readonly (string | number)[];

/** One rung: what is compared, and what a place in it means in the text. */
class RungSearch {
  readonly snapshot: SnapshotLines;
  readonly rung: Rung;
  readonly without: Without;

  constructor(snapshot: SnapshotLines, rung: Rung, without: Without) {
    this.snapshot = snapshot;
    this.rung = rung;
    this.without = without;
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

  /** Whether a place may be chosen by the number of its line. */
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

  /** What is looked for; nothing if there is too little to find below *ends*. */
  #patternOf(lines: readonly string[]): Items {
    if (this.rung === 'exact') return lines;
    if (this.rung === 'ends') return lines.map((line) => line.trimEnd());
    if (lines.every(isBlank)) return [];
    if (this.rung === 'flow') return foldWords(lines.join('\n'), this.without).keys;
    const shown = this.rung === 'blanks' ? lines.filter((line) => !isBlank(line)) : lines;
    return shown.map((line) => foldLine(line, this.without));
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
    if (line === null || !this.#isByLine || this.without.has('header_line')) return null;
    return this.#isAt(items, pattern, line) ? this.#placeOf(line, pattern.length) : null;
  }

  #isAt(items: Items, pattern: Items, from: number): boolean {
    return from >= 0 && pattern.every((item, index) => items[from + index] === item);
  }

  #placeOf(at: number, length: number): Place {
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
