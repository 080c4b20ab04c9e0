import type { TextRange } from '../text/span.ts';
import type { SuggestionText } from './proposal.ts';

/** The state of an undecided suggestion. `away` and decided ones do not show in the text. */
export type SuggestionState = 'open' | 'done' | 'conflict';

/** A text that need not be copied to be read: a string, or a document. */
export interface ReadableText {
  readonly length: number;
  /** The text of `[from, to)`, with both in the text and in order. */
  slice(from: number, to: number): string;
}

/**
 * Compares the text at the place of a suggestion with what it was made for, and nowhere else: another copy of the same
 * words is none of its business. `open` if its footprint is unchanged; `done` if what it inserts is there already, in
 * its place; otherwise `conflict`.
 */
export function suggestionState(
  { removed, inserted, before, after }: SuggestionText,
  { from, to }: TextRange,
  text: ReadableText,
): SuggestionState {
  if (hasAt(text, from - before.length, to + after.length, before + removed + after)) return 'open';
  const done = before + inserted + after;
  // Text written at an empty place is after it, or before it if the replaced text was deleted afterwards. A longer
  // place has more than that in it, which may only begin or end like it.
  const isThere =
    to - from <= inserted.length &&
    (hasAt(text, from - before.length, from + inserted.length + after.length, done) ||
      hasAt(text, to - inserted.length - before.length, to + after.length, done));
  return isThere ? 'done' : 'conflict';
}

/**
 * The words of a suggestion around what is left of its place, after a deletion was undone or in another version; with
 * its footprint, if that is there. Null if they are nowhere there, or more than once.
 */
export function findRestored(
  { removed, before, after }: SuggestionText,
  place: TextRange,
  text: ReadableText,
): TextRange | null {
  return findAround(before, removed, after, place, text) ?? findAround('', removed, '', place, text);
}

function findAround(
  before: string,
  removed: string,
  after: string,
  { from, to }: TextRange,
  text: ReadableText,
): TextRange | null {
  const wanted = before + removed + after;
  const start = Math.max(0, to - removed.length - before.length);
  const end = Math.min(text.length, from + removed.length + after.length);
  if (removed === '' || end - start < wanted.length) return null;
  const around = text.slice(start, end);
  const index = around.indexOf(wanted);
  if (index === -1 || around.includes(wanted, index + 1)) return null;
  const restored = start + index + before.length;
  return { from: restored, to: restored + removed.length };
}

function hasAt(text: ReadableText, from: number, to: number, expected: string): boolean {
  const isInText = 0 <= from && to <= text.length && to - from === expected.length;
  return isInText && text.slice(from, to) === expected;
}
