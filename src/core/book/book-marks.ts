/** Notes on a text and changes suggested for it, by their places in it, for its exports (`books.md`, *Notes and suggestions*). */
import { applySplices } from '../buffer/apply-splices.ts';
import type { AgentId } from '../ids.ts';
import { mapOffset, mapRange } from '../proposals/places.ts';
import { type SpannedText, type TextRange, wholeSpans } from '../text/span.ts';
import type { Change, Splice } from '../text/splice.ts';

interface Remark extends TextRange {
  /** The name of whose it is. */
  readonly author: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

export interface BookNote extends Remark {
  readonly text: string;
}

export interface BookSuggestion extends Remark {
  readonly agent: AgentId;
  /** Inside its range. */
  readonly change: Change;
}

export interface BookMarks {
  readonly notes: readonly BookNote[];
  /** In text order, not overlapping. */
  readonly suggestions: readonly BookSuggestion[];
  /** Suggestions that the text can no longer show: conflicts, and those of which a part is left out. */
  readonly leftOut: number;
}

/** The marks after a change of the text. What it removes whole is gone, and of suggestions also what it removes in part. */
export function followMarks(marks: BookMarks, change: Change): BookMarks {
  const covers = ({ from, to }: TextRange) =>
    change.some((splice) =>
      from === to
        ? splice.from < from && from < splice.to
        : splice.from < splice.to && splice.from <= from && to <= splice.to,
    );
  const divides = ({ from, to }: TextRange) =>
    change.some((splice) => splice.from < splice.to && splice.from < to && splice.to > from);
  const left = marks.suggestions.filter((one) => !covers(one));
  const whole = left.filter((one) => !divides(one));
  return {
    notes: marks.notes
      .filter((note) => !covers(note))
      .map((note) => ({ ...note, ...mapRange(note, change) })),
    suggestions: whole.map((one) => ({
      ...one,
      ...mapRange(one, change),
      change: one.change.map((splice) => ({ ...splice, ...mapRange(splice, change) })),
    })),
    leftOut: marks.leftOut + left.length - whole.length,
  };
}

/** The marks of a text that stands `by` UTF-16 code units further on. */
export function shiftMarks(marks: BookMarks, by: number): BookMarks {
  const shift = <T extends TextRange>(range: T): T => ({
    ...range,
    from: range.from + by,
    to: range.to + by,
  });
  const suggestions = marks.suggestions.map((one) => ({ ...shift(one), change: one.change.map(shift) }));
  return { ...marks, notes: marks.notes.map(shift), suggestions };
}

/** A replacement that a suggestion makes, and its range in the text that has all of them. */
export interface SuggestedEdit extends Splice, Omit<BookSuggestion, 'change'> {
  readonly fromNow: number;
  readonly toNow: number;
}

/** The replacements of all suggestions, in text order. */
export function editsOf({ suggestions }: BookMarks): readonly SuggestedEdit[] {
  let shift = 0;
  return suggestions.flatMap(({ change, ...remark }) =>
    change.map((splice) => {
      const { from, to, insert } = splice;
      const fromNow = from + shift;
      shift += insert.length - (to - from);
      return { ...remark, ...splice, fromNow, toNow: fromNow + insert.length };
    }),
  );
}

/** A text, which may be bound as a book. */
interface BoundText extends SpannedText {
  readonly book?: { readonly pages: readonly number[]; readonly story: TextRange };
}

/** The text as it is with all suggestions used. */
export function withEdits<Path extends BoundText>(path: Path, edits: readonly SuggestedEdit[]): Path {
  // From the end, so that none moves another.
  const splices = edits
    .map(({ agent, from, to, insert }) => ({ from, to, insert, spans: wholeSpans(agent, insert.length) }))
    .toReversed();
  const suggested = { ...path, ...applySplices(path, splices) };
  if (path.book === undefined) return suggested;
  const { pages, story } = path.book;
  const from = mapOffset(story.from, edits, 'before');
  return {
    ...suggested,
    book: {
      ...path.book,
      // Text inserted at an end of the story is in it.
      pages: pages.map((page) => (page <= story.from ? page : mapOffset(page, edits, 'after'))),
      story: { from, to: Math.max(from, mapOffset(story.to, edits, 'after')) },
    },
  };
}
