import { assert } from '../assert.ts';
import type { SpannedText } from '../buffer/draft.ts';
import { AspenError } from '../errors.ts';
import { type Spans, spansLength, spliceSpans } from './span.ts';

/** `[from, to)` of a text is replaced by `insert`; UTF-16 code units. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Splices against one text, sorted, not overlapping: all offsets are of the text before any of them. In normal form,
 * which is what the functions here return, no two touch and none does nothing.
 */
export type Change = readonly Splice[];

/** A splice that brings the authors of what it inserts; `spans` add up to the length of `insert`. */
export interface DraftSplice extends Splice {
  readonly spans: Spans;
}

/** A stretch of the old text that is kept (`insert` null) or replaced. */
interface Section {
  readonly length: number;
  readonly insert: string | null;
}

/** A change as sections that follow one another; the last keeps whatever there is. */
function sectionsOf(change: Change): readonly Section[] {
  const sections: Section[] = [];
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

/** Collects kept and replaced stretches in order and gives the change in normal form. */
function makeBuilder() {
  const splices: Splice[] = [];
  let at = 0;
  return {
    splices,
    keep(length: number): void {
      at += length;
    },
    replace(length: number, insert: string): void {
      const last = splices.at(-1);
      if (last?.to === at) {
        splices[splices.length - 1] = { from: last.from, to: at + length, insert: last.insert + insert };
      } else if (length > 0 || insert.length > 0) splices.push({ from: at, to: at + length, insert });
      at += length;
    },
  };
}

/** A place between two code units of the sections, `done` of them in section `index` being behind it. */
interface Cursor {
  readonly sections: readonly Section[];
  index: number;
  done: number;
}

function sectionAt(cursor: Cursor): Section {
  const section = cursor.sections[cursor.index];
  assert(section !== undefined, `no section ${cursor.index} of ${cursor.sections.length}`);
  return section;
}

/** Moves on within a section of `length`, or to the next when it is all behind. */
function forward(cursor: Cursor, by: number, length: number): void {
  cursor.done += by;
  if (cursor.done < length) return;
  cursor.index++;
  cursor.done = 0;
}

function startOf(change: Change): Cursor {
  return { sections: sectionsOf(change), index: 0, done: 0 };
}

/** Whether nothing but the endless rest is left. */
function isPast(cursor: Cursor): boolean {
  return cursor.index === cursor.sections.length - 1;
}

/** The same change in normal form: touching splices joined, those that do nothing left out. */
export function normaliseChange(change: Change): Change {
  const builder = makeBuilder();
  for (const { length, insert } of sectionsOf(change)) {
    if (insert === null) builder.keep(length);
    else builder.replace(length, insert);
  }
  return builder.splices;
}

/**
 * The text after the change.
 * @throws {BugError} when the change does not fit the text
 */
export function applyChange(text: string, change: Change): string {
  const pieces: string[] = [];
  let reached = 0;
  for (const { from, to, insert } of change) {
    assert(
      reached <= from && from <= to && to <= text.length,
      `splice ${from} to ${to} after ${reached}, in ${text.length}`,
    );
    pieces.push(text.slice(reached, from), insert);
    reached = to;
  }
  return pieces.join('') + text.slice(reached);
}

/**
 * One change that does what `first` and then `second` do; `second` is against the text after `first`.
 * @throws {BugError} when either is not in order
 */
export function composeChanges(first: Change, second: Change): Change {
  const a = startOf(first);
  const b = startOf(second);
  const builder = makeBuilder();
  while (!isPast(a) || !isPast(b)) {
    const old = sectionAt(a);
    const next = sectionAt(b);
    if (old.insert === '') {
      builder.replace(old.length, '');
      forward(a, old.length, old.length);
    } else if (next.length === 0) {
      builder.replace(0, next.insert ?? '');
      forward(b, 0, 0);
    } else {
      // A stretch of the text between the two changes, of one kind on both sides.
      const madeLength = old.insert === null ? old.length : old.insert.length;
      const length = Math.min(madeLength - a.done, next.length - b.done);
      const oldLength = old.insert === null ? length : a.done === 0 ? old.length : 0;
      if (next.insert !== null) builder.replace(oldLength, b.done === 0 ? next.insert : '');
      else if (old.insert === null) builder.keep(length);
      else builder.replace(oldLength, old.insert.slice(a.done, a.done + length));
      forward(a, length, madeLength);
      forward(b, length, next.length);
    }
  }
  return builder.splices;
}

/**
 * The change that takes the text after `change` back to `text`, the one before it.
 * @throws {BugError} when the change does not fit the text
 */
export function invertChange(change: Change, text: string): Change {
  const builder = makeBuilder();
  let reached = 0;
  for (const { from, to, insert } of normaliseChange(change)) {
    assert(to <= text.length, `splice ${from} to ${to} in ${text.length}`);
    builder.keep(from - reached);
    builder.replace(insert.length, text.slice(from, to));
    reached = to;
  }
  return builder.splices;
}

/**
 * `change` as it applies after `over`, both being against the same text. What both delete is deleted once. Insertions
 * at one place stand in the order of their splices' starts, then of the lengths deleted; of equals, those of `change`
 * come first when `before` is true.
 * @throws {BugError} when either is not in order
 */
export function mapChange(change: Change, over: Change, before = false): Change {
  const a = startOf(change);
  const b = startOf(over);
  const builder = makeBuilder();
  /** The section of `change` whose insertion has been placed already. */
  let placed = -1;
  while (!isPast(a) || !isPast(b)) {
    const mine = sectionAt(a);
    const other = sectionAt(b);
    const myRest = mine.length - a.done;
    const otherRest = other.length - b.done;
    const otherFirst =
      mine.insert === null ||
      placed === a.index ||
      (a.done === 0 && (otherRest < myRest || (otherRest === myRest && !before)));
    if (mine.insert === null && other.insert === null) {
      const length = Math.min(myRest, otherRest);
      builder.keep(length);
      forward(a, length, mine.length);
      forward(b, length, other.length);
    } else if (other.insert !== null && otherFirst) {
      builder.keep(other.insert.length);
      placed = passDeleted(a, otherRest, placed, builder);
      forward(b, otherRest, other.length);
    } else {
      assert(mine.insert !== null, 'a kept stretch was taken for a replaced one');
      const { kept, left } = passOver(b, myRest);
      builder.replace(kept, placed < a.index ? mine.insert : '');
      placed = a.index;
      forward(a, myRest - left, mine.length);
    }
  }
  return builder.splices;
}

/** Moves `a` over a stretch that the other change deleted; splices that end in it still insert. */
function passDeleted(
  a: Cursor,
  length: number,
  placed: number,
  builder: ReturnType<typeof makeBuilder>,
): number {
  let nowPlaced = placed;
  let rest = length;
  while (rest > 0) {
    const mine = sectionAt(a);
    const myRest = mine.length - a.done;
    const piece = Math.min(myRest, rest);
    if (mine.insert !== null && nowPlaced < a.index && myRest <= piece) {
      builder.replace(0, mine.insert);
      nowPlaced = a.index;
    }
    forward(a, piece, mine.length);
    rest -= piece;
  }
  return nowPlaced;
}

/** Moves `b` over as much of the next `length` units as it keeps or deletes whole; stops where it inserts. */
function passOver(b: Cursor, length: number): { kept: number; left: number } {
  let kept = 0;
  let left = length;
  while (left > 0) {
    const other = sectionAt(b);
    const otherRest = other.length - b.done;
    const piece = Math.min(left, otherRest);
    if (other.insert === null) kept += piece;
    else if (other.insert !== '' || otherRest >= left) break;
    left -= piece;
    forward(b, piece, other.length);
  }
  return { kept, left };
}

/**
 * The text with the splice made in it, and who wrote each part of that.
 * @throws {AspenError} INVALID_ARGUMENT when the range is not in the text, or the spans do not fit what is inserted
 */
export function applySplice(text: SpannedText, splice: DraftSplice): SpannedText {
  const { from, to, insert, spans } = splice;
  const inRange = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to;
  if (!inRange || to > text.text.length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `Cannot replace ${from} to ${to} in a text of ${text.text.length} code units.`,
    );
  }
  requireSpansFit(spans, insert);
  return {
    text: text.text.slice(0, from) + insert + text.text.slice(to),
    spans: spliceSpans(text.spans, from, to, spans),
  };
}

/**
 * Refuses spans that are not those of a text of this length.
 * @throws {AspenError} INVALID_ARGUMENT
 */
export function requireSpansFit(spans: Spans, text: string): void {
  const wellFormed = spans.every(({ length }) => Number.isInteger(length) && length > 0);
  if (!wellFormed || spansLength(spans) !== text.length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `The spans do not add up to a text of ${text.length} code units.`,
    );
  }
}
