import type { Refused } from './refuse.ts';

/** A line of a hunk, without its mark and its line break. */
export interface HunkLine {
  readonly side: 'both' | 'old' | 'new';
  readonly text: string;
}

/** What an agent sent as one piece: lines it expects to find, and those it wants there. */
export interface Hunk {
  /** From 1, in the order of the answer. */
  readonly number: number;
  /** Its first line as it was sent; null if it began without one. */
  readonly header: string | null;
  /** The index from 0 of the line of the snapshot where it says that it begins; null if it does not say. */
  readonly line: number | null;
  readonly lines: readonly HunkLine[];
  /** Whether it says that the old side, or the new one, ends the text without a line break. */
  readonly endsOld: boolean;
  readonly endsNew: boolean;
  /** Whether its lines are those of a diff, each with its line break. */
  readonly isDiff: boolean;
}

/** What could be read of an answer. */
export interface ReadPatch {
  /** Those that could be read. */
  readonly hunks: readonly Hunk[];
  /** Whether it is, character by character, what `buildDiff` made: nothing in it is a slip. */
  readonly isBuilt: boolean;
  /** Why another part of the answer could not; null if there is none. */
  readonly refused: Refused | null;
}

/** The lines of the side that the hunk expects to find. */
export function oldSide(hunk: Hunk): readonly string[] {
  return hunk.lines.filter(({ side }) => side !== 'new').map(({ text }) => text);
}

/** The lines of the side that it wants there. */
export function newSide(hunk: Hunk): readonly string[] {
  return hunk.lines.filter(({ side }) => side !== 'old').map(({ text }) => text);
}

/** Whether both say the same, wherever it is. */
export function isSameHunk(one: Hunk, other: Hunk): boolean {
  const isSame = ({ side, text }: HunkLine, index: number) =>
    other.lines[index]?.side === side && other.lines[index].text === text;
  return one.lines.length === other.lines.length && one.lines.every(isSame);
}

export function isBlank(line: string): boolean {
  return !/\S/.test(line);
}
