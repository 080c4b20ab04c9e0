/** The text of a suggestion; offsets and lengths in UTF-16 code units (`edits.md`, *Where suggestions are*). */
export interface SuggestionText {
  /** Text that it replaces; empty for an insertion. */
  readonly removed: string;
  /** Text that it puts there; empty for a deletion. Never equal to `removed`. */
  readonly inserted: string;
  /** The text of its footprint before it and after it. */
  readonly before: string;
  readonly after: string;
}

/** One replacement that the writer accepts or rejects, in the text of the snapshot. */
export interface PlannedSuggestion extends SuggestionText {
  /** The hunk it is from, from 1; the first if there are several. */
  readonly hunk: number;
  /** It replaces `[from, to)` of the snapshot. */
  readonly from: number;
  readonly to: number;
}

/** Amounts that suggestions change. */
export interface ChangeCounts {
  readonly suggestions: number;
  /** UTF-16 code units inserted and removed. */
  readonly added: number;
  readonly removed: number;
}

export function countChanges(
  suggestions: readonly Pick<SuggestionText, 'inserted' | 'removed'>[],
): ChangeCounts {
  return {
    suggestions: suggestions.length,
    added: suggestions.reduce((sum, { inserted }) => sum + inserted.length, 0),
    removed: suggestions.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}
