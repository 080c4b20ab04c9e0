/**
 * The algebra of splices, for any sequence: a text by its code units, a manuscript by its blocks (`layers.md`, *Tokens
 * and operations*).
 */
import { assert } from '../assert.ts';

/** The operations that the algebra needs of a sequence; strings and arrays have them. */
export interface Sequence<S> {
  readonly length: number;
  slice(from: number, to?: number): S;
  concat(other: S): S;
}

/** Replaces `[from, to)` of a sequence by `insert`. */
export interface SequenceSplice<S> {
  readonly from: number;
  readonly to: number;
  readonly insert: S;
}

/**
 * Splices of one sequence, sorted and not overlapping; all offsets refer to the sequence before any of them. In normal
 * form, which all functions here return, no two splices touch and none is a no-op.
 */
export type SequenceChange<S> = readonly SequenceSplice<S>[];

/** A section of the old sequence that is kept (`insert` null) or replaced. */
interface Section<S> {
  readonly length: number;
  readonly insert: S | null;
}

/** A change as consecutive sections. The last one is endless and keeps whatever remains. */
function sectionsOf<S extends Sequence<S>>(change: SequenceChange<S>): readonly Section<S>[] {
  const sections: Section<S>[] = [];
  let reached = 0;
  for (const { from, to, insert } of change) {
    assert(reached <= from && from <= to, `splice ${from} to ${to} after ${reached}`);
    if (from > reached) sections.push({ length: from - reached, insert: null });
    if (from < to || insert.length > 0) sections.push({ length: to - from, insert });
    reached = to;
  }
  sections.push({ length: Number.POSITIVE_INFINITY, insert: null });
  return sections;
}

interface Builder<S> {
  keep(length: number): void;
  replace(length: number, insert: S): void;
  finish(): SequenceChange<S>;
}

/** Builds a change in normal form from kept and replaced sections in order. */
function makeBuilder<S extends Sequence<S>>(): Builder<S> {
  const splices: SequenceSplice<S>[] = [];
  let at = 0;
  /** The last splice, which ends at `to`; its insertions are joined only when it is complete. */
  let from = 0;
  let to = -1;
  let first: S | undefined;
  let more: S[] | undefined;
  const complete = () => {
    if (first === undefined) return;
    // Nearly always there is one, and this runs on every keystroke.
    splices.push({ from, to, insert: more === undefined ? first : first.concat(joinPairs(more)) });
  };
  return {
    keep(length) {
      at += length;
    },
    replace(length, insert) {
      if (to === at) {
        if (insert.length > 0 && more === undefined) more = [insert];
        else if (insert.length > 0) more?.push(insert);
      } else if (length > 0 || insert.length > 0) {
        complete();
        from = at;
        first = insert;
        more = undefined;
      } else return;
      at += length;
      to = at;
    },
    finish() {
      complete();
      return splices;
    },
  };
}

/** Joins neighbours until one is left, so that no list is copied once for each of its parts. */
function joinPairs<S extends Sequence<S>>(parts: readonly S[]): S {
  let joined = parts;
  while (joined.length > 1) {
    const pairs: S[] = [];
    for (let index = 0; index < joined.length; index += 2) {
      const [one, other] = [joined[index], joined[index + 1]];
      if (one !== undefined) pairs.push(other === undefined ? one : one.concat(other));
    }
    joined = pairs;
  }
  const [whole] = joined;
  assert(whole !== undefined, 'nothing to join');
  return whole;
}

/** A cursor between two items: `done` items of section `index` have been passed. */
interface Cursor<S> {
  readonly sections: readonly Section<S>[];
  index: number;
  done: number;
}

function currentSection<S>(cursor: Cursor<S>): Section<S> {
  const section = cursor.sections[cursor.index];
  assert(section !== undefined, `no section ${cursor.index} of ${cursor.sections.length}`);
  return section;
}

/** Advances within a section of `length`, or to the next section once all of it has been passed. */
function advance<S>(cursor: Cursor<S>, by: number, length: number): void {
  cursor.done += by;
  if (cursor.done < length) return;
  cursor.index++;
  cursor.done = 0;
}

function startOf<S extends Sequence<S>>(change: SequenceChange<S>): Cursor<S> {
  return { sections: sectionsOf(change), index: 0, done: 0 };
}

/** Returns true if only the endless last section remains. */
function isAtEnd<S>(cursor: Cursor<S>): boolean {
  return cursor.index === cursor.sections.length - 1;
}

/** The same change in normal form: touching splices are joined and no-ops removed. */
export function normaliseSplices<S extends Sequence<S>>(change: SequenceChange<S>): SequenceChange<S> {
  const builder = makeBuilder<S>();
  for (const { length, insert } of sectionsOf(change)) {
    if (insert === null) builder.keep(length);
    else builder.replace(length, insert);
  }
  return builder.finish();
}

/**
 * Applies a change to a sequence.
 * @param join joins many sequences at once
 * @throws {BugError} when the change does not fit the sequence
 */
export function applySplices<S extends Sequence<S>>(
  sequence: S,
  change: SequenceChange<S>,
  join: (pieces: readonly S[]) => S,
): S {
  const pieces: S[] = [];
  let reached = 0;
  for (const { from, to, insert } of change) {
    assert(
      reached <= from && from <= to && to <= sequence.length,
      `splice ${from} to ${to} after ${reached}, in ${sequence.length}`,
    );
    pieces.push(sequence.slice(reached, from), insert);
    reached = to;
  }
  pieces.push(sequence.slice(reached));
  return join(pieces);
}

/**
 * Composes two changes into one; `second` refers to the sequence after `first`.
 * @throws {BugError} when either is not in order
 */
export function composeSplices<S extends Sequence<S>>(
  first: SequenceChange<S>,
  second: SequenceChange<S>,
): SequenceChange<S> {
  const a = startOf(first);
  const b = startOf(second);
  const builder = makeBuilder<S>();
  while (!isAtEnd(a) || !isAtEnd(b)) {
    const old = currentSection(a);
    const next = currentSection(b);
    if (old.insert !== null && old.insert.length === 0) {
      builder.replace(old.length, old.insert);
      advance(a, old.length, old.length);
    } else if (next.insert !== null && next.length === 0) {
      builder.replace(0, next.insert);
      advance(b, 0, 0);
    } else {
      // Part of the sequence between the two changes that lies in one section of each.
      const madeLength = old.insert === null ? old.length : old.insert.length;
      const length = Math.min(madeLength - a.done, next.length - b.done);
      const oldLength = old.insert === null ? length : a.done === 0 ? old.length : 0;
      if (next.insert !== null) {
        builder.replace(oldLength, b.done === 0 ? next.insert : next.insert.slice(0, 0));
      } else if (old.insert === null) builder.keep(length);
      else builder.replace(oldLength, old.insert.slice(a.done, a.done + length));
      advance(a, length, madeLength);
      advance(b, length, next.length);
    }
  }
  return builder.finish();
}

/**
 * Rebases `change` over `over`, both being changes of the same sequence. What both delete is deleted once.
 * Insertions at the same offset are ordered by the starts of their splices, then by the lengths deleted; on a
 * tie, those of `change` come first if `before` is true.
 * @throws {BugError} when either is not in order
 */
export function mapSplices<S extends Sequence<S>>(
  change: SequenceChange<S>,
  over: SequenceChange<S>,
  before: boolean,
): SequenceChange<S> {
  const a = startOf(change);
  const b = startOf(over);
  const builder = makeBuilder<S>();
  /** The last section of `change` whose insertion has been emitted. */
  let inserted = -1;
  while (!isAtEnd(a) || !isAtEnd(b)) {
    const mine = currentSection(a);
    const other = currentSection(b);
    const myRemaining = mine.length - a.done;
    const otherRemaining = other.length - b.done;
    const otherFirst =
      mine.insert === null ||
      inserted === a.index ||
      (a.done === 0 && (otherRemaining < myRemaining || (otherRemaining === myRemaining && !before)));
    if (mine.insert === null && other.insert === null) {
      const length = Math.min(myRemaining, otherRemaining);
      builder.keep(length);
      advance(a, length, mine.length);
      advance(b, length, other.length);
    } else if (other.insert !== null && otherFirst) {
      builder.keep(other.insert.length);
      inserted = skipDeleted(a, otherRemaining, inserted, builder);
      advance(b, otherRemaining, other.length);
    } else {
      assert(mine.insert !== null, 'expected a replaced section');
      const { kept, left } = advanceOver(b, myRemaining);
      builder.replace(kept, inserted < a.index ? mine.insert : mine.insert.slice(0, 0));
      inserted = a.index;
      advance(a, myRemaining - left, mine.length);
    }
  }
  return builder.finish();
}

/** Advances `a` over text that the other change deleted. Splices that end there still insert. */
function skipDeleted<S extends Sequence<S>>(
  a: Cursor<S>,
  length: number,
  inserted: number,
  builder: Builder<S>,
): number {
  let nowInserted = inserted;
  let remaining = length;
  while (remaining > 0) {
    const mine = currentSection(a);
    const myRemaining = mine.length - a.done;
    const piece = Math.min(myRemaining, remaining);
    if (mine.insert !== null && nowInserted < a.index && myRemaining <= piece) {
      builder.replace(0, mine.insert);
      nowInserted = a.index;
    }
    advance(a, piece, mine.length);
    remaining -= piece;
  }
  return nowInserted;
}

/** Advances `b` over as much of the next `length` items as it keeps or deletes entirely; stops where it inserts. */
function advanceOver<S extends Sequence<S>>(b: Cursor<S>, length: number): { kept: number; left: number } {
  let kept = 0;
  let left = length;
  while (left > 0) {
    const other = currentSection(b);
    const otherRemaining = other.length - b.done;
    const piece = Math.min(left, otherRemaining);
    if (other.insert === null) kept += piece;
    else if (other.insert.length > 0 || otherRemaining >= left) break;
    left -= piece;
    advance(b, piece, other.length);
  }
  return { kept, left };
}
