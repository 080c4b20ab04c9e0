import type { Splice } from '../text/splice.ts';

/**
 * One change that a directive makes to the text of its snapshot (`edits.md`, *Reading a patch*). Offsets are in that
 * text, in UTF-16 code units.
 */
export interface PlannedEdit extends Splice {
  /** The hunk that makes it, from 1 in the order of the answer; 1 for `insert` and `replace`. */
  readonly hunk: number;
}

/** The changes of a directive, sorted by offset, not overlapping; none replaces a text by itself. */
export type PlannedEdits = readonly PlannedEdit[];
