/** A word diff as two columns, for people to read side by side. */
import type { WordDiffPart } from './word-diff.ts';

/** A piece of text in one column. */
export interface ColumnPart {
  /** The other column lacks this text. */
  readonly differs: boolean;
  readonly text: string;
}

/** One row: the paragraphs of both texts between two line breaks that both texts share. */
export interface ColumnRow {
  readonly left: readonly ColumnPart[];
  readonly right: readonly ColumnPart[];
}

/**
 * Divides a word diff into rows. The left columns joined are the old text, the right columns the new text.
 * Each row ends after a line break that both texts have.
 */
export function diffColumns(parts: readonly WordDiffPart[]): readonly ColumnRow[] {
  const rows: ColumnRow[] = [];
  let left: ColumnPart[] = [];
  let right: ColumnPart[] = [];
  const close = () => {
    if (left.length + right.length > 0) rows.push({ left, right });
    left = [];
    right = [];
  };
  for (const { change, text } of parts) {
    if (change === 'removed') left.push({ differs: true, text });
    else if (change === 'added') right.push({ differs: true, text });
    else {
      for (const piece of text.split(/(?<=\n)/u)) {
        left.push({ differs: false, text: piece });
        right.push({ differs: false, text: piece });
        if (piece.endsWith('\n')) close();
      }
    }
  }
  close();
  return rows;
}

/** The share of both texts together that is unchanged, from 0 to 1. */
export function unchangedShare(parts: readonly WordDiffPart[]): number {
  let same = 0;
  let total = 0;
  for (const { change, text } of parts) {
    const weight = change === 'same' ? 2 : 1;
    total += weight * text.length;
    if (change === 'same') same += weight * text.length;
  }
  return total === 0 ? 1 : same / total;
}
