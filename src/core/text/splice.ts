import { assert } from '../assert.ts';
import { AspenError } from '../errors.ts';
import { type Spans, spansLength, spliceSpans } from './span.ts';
import type { SpannedText } from './spanned-text.ts';

/** Replaces `[from, to)` of a text by `insert`; offsets in UTF-16 code units. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Splices of one text, sorted and not overlapping; all offsets refer to the text before any of them. In
 * normal form, which all functions here return, no two splices touch and none is a no-op.
 */
export type Change = readonly Splice[];

/** A splice that carries the authors of its inserted text; `spans` add up to the length of `insert`. */
export interface DraftSplice extends Splice {
  readonly spans: Spans;
}

/** A section of the old text that is kept (`insert` null) or replaced. */
interface Section {
  readonly length: number;
  readonly insert: string | null;
}

/** A change as consecutive sections. The last one is endless and keeps whatever remains. */
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

/** Builds a change in normal form from kept and replaced sections in order. */
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

/** A cursor between two code units: `done` code units of section `index` have been passed. */
interface Cursor {
  readonly sections: readonly Section[];
  index: number;
  done: number;
}

function currentSection(cursor: Cursor): Section {
  const section = cursor.sections[cursor.index];
  assert(section !== undefined, `no section ${cursor.index} of ${cursor.sections.length}`);
  return section;
}

/** Advances within a section of `length`, or to the next section once all of it has been passed. */
function advance(cursor: Cursor, by: number, length: number): void {
  cursor.done += by;
  if (cursor.done < length) return;
  cursor.index++;
  cursor.done = 0;
}

function startOf(change: Change): Cursor {
  return { sections: sectionsOf(change), index: 0, done: 0 };
}

/** Whether only the endless last section remains. */
function isAtEnd(cursor: Cursor): boolean {
  return cursor.index === cursor.sections.length - 1;
}

/** The same change in normal form: touching splices are joined and no-ops removed. */
export function normaliseChange(change: Change): Change {
  const builder = makeBuilder();
  for (const { length, insert } of sectionsOf(change)) {
    if (insert === null) builder.keep(length);
    else builder.replace(length, insert);
  }
  return builder.splices;
}

/**
 * Applies a change to a text.
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
 * Composes two changes into one; `second` refers to the text after `first`.
 * @throws {BugError} when either is not in order
 */
export function composeChanges(first: Change, second: Change): Change {
  const a = startOf(first);
  const b = startOf(second);
  const builder = makeBuilder();
  while (!isAtEnd(a) || !isAtEnd(b)) {
    const old = currentSection(a);
    const next = currentSection(b);
    if (old.insert === '') {
      builder.replace(old.length, '');
      advance(a, old.length, old.length);
    } else if (next.length === 0) {
      builder.replace(0, next.insert ?? '');
      advance(b, 0, 0);
    } else {
      // Part of the text between the two changes that lies in one section of each.
      const madeLength = old.insert === null ? old.length : old.insert.length;
      const length = Math.min(madeLength - a.done, next.length - b.done);
      const oldLength = old.insert === null ? length : a.done === 0 ? old.length : 0;
      if (next.insert !== null) builder.replace(oldLength, b.done === 0 ? next.insert : '');
      else if (old.insert === null) builder.keep(length);
      else builder.replace(oldLength, old.insert.slice(a.done, a.done + length));
      advance(a, length, madeLength);
      advance(b, length, next.length);
    }
  }
  return builder.splices;
}

/**
 * The inverse of `change`, which turns the text after it back into `text`.
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
 * Rebases `change` over `over`, both being changes of the same text. What both delete is deleted once.
 * Insertions at the same offset are ordered by the starts of their splices, then by the lengths deleted; on a
 * tie, those of `change` come first if `before` is true.
 * @throws {BugError} when either is not in order
 */
export function mapChange(change: Change, over: Change, before = false): Change {
  const a = startOf(change);
  const b = startOf(over);
  const builder = makeBuilder();
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
      builder.replace(kept, inserted < a.index ? mine.insert : '');
      inserted = a.index;
      advance(a, myRemaining - left, mine.length);
    }
  }
  return builder.splices;
}

/** Advances `a` over text that the other change deleted. Splices that end there still insert. */
function skipDeleted(
  a: Cursor,
  length: number,
  inserted: number,
  builder: ReturnType<typeof makeBuilder>,
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

/**
 * Advances `b` over as much of the next `length` code units as it keeps or deletes entirely; stops where it
 * inserts.
 */
function advanceOver(b: Cursor, length: number): { kept: number; left: number } {
  let kept = 0;
  let left = length;
  while (left > 0) {
    const other = currentSection(b);
    const otherRemaining = other.length - b.done;
    const piece = Math.min(left, otherRemaining);
    if (other.insert === null) kept += piece;
    else if (other.insert !== '' || otherRemaining >= left) break;
    left -= piece;
    advance(b, piece, other.length);
  }
  return { kept, left };
}

/**
 * Applies a splice to a text with spans.
 * @throws {AspenError} INVALID_ARGUMENT when the range is not in the text, or the spans do not fit the
 *   inserted text
 */
export function applySplice(text: SpannedText, splice: DraftSplice): SpannedText {
  const { from, to, insert, spans } = splice;
  requireSpliceFits(splice, text.text.length);
  return {
    text: text.text.slice(0, from) + insert + text.text.slice(to),
    spans: spliceSpans(text.spans, from, to, spans),
  };
}

/**
 * Rejects a splice that does not fit a text of `length` code units.
 * @throws {AspenError} INVALID_ARGUMENT as `applySplice`
 */
export function requireSpliceFits({ from, to, insert, spans }: DraftSplice, length: number): void {
  const inRange = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to;
  if (!inRange || to > length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `Cannot replace ${from} to ${to} in a text of ${length} code units.`,
    );
  }
  requireSpansFit(spans, insert);
}

/**
 * Rejects spans that do not add up to the length of the text.
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
