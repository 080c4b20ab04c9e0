import { cutText } from '../../text/limits.ts';
import type { PatchRefusal, RefusalReason } from '../proposal.ts';

/** A line of a hunk, without its mark and its line break. */
export interface HunkLine {
  readonly side: 'both' | 'old' | 'new';
  readonly text: string;
}

/** One piece of an agent's patch: the lines expected, and those that replace them. */
export interface Hunk {
  /** From 1, in the order of the answer. */
  readonly number: number;
  /** Its first line as it was sent; null if it began without one. */
  readonly header: string | null;
  /** The index from 0 of the snapshot's line at which it claims to begin; null if it claims none. */
  readonly line: number | null;
  readonly lines: readonly HunkLine[];
  /** The old or the new side ends the text without a line break. */
  readonly endsOld: boolean;
  readonly endsNew: boolean;
  /** Its lines are those of a diff, each with its line break. */
  readonly isDiff: boolean;
}

/** The readable part of an answer. */
export interface ReadPatch {
  /** The readable hunks. */
  readonly hunks: readonly Hunk[];
  /** It is exactly the output of `buildDiff`, without slips. */
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

/** Returns true if both have the same lines, wherever they are. */
export function isSameHunk(one: Hunk, other: Hunk): boolean {
  const isSame = ({ side, text }: HunkLine, index: number) =>
    other.lines[index]?.side === side && other.lines[index].text === text;
  return one.lines.length === other.lines.length && one.lines.every(isSame);
}

export function isBlank(line: string): boolean {
  return !/\S/.test(line);
}

/** The longest text that a refusal quotes, in UTF-16 code units. */
export const LONGEST_QUOTE = 300;

/** A refusal as it arises; `planPatch` adds the rest. */
export interface Refused {
  readonly reason: RefusalReason;
  readonly hunk?: number | undefined;
  readonly header?: string | null | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | null | undefined;
}

export function isRefused(value: object): value is Refused {
  return 'reason' in value;
}

/** @param hunks how many hunks the answer has; 0 if it could not be divided into hunks */
export function makeRefusal(refused: Refused, hunks: number): PatchRefusal {
  const { reason, hunk = null, header = null, expected, actual = null } = refused;
  return {
    reason,
    hunk,
    hunks: Math.max(hunks, hunk ?? 0),
    header,
    expected: expected === undefined || expected === '' ? null : cutText(expected, LONGEST_QUOTE),
    actual,
  };
}
