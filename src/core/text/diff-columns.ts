/** A word diff as two columns, for people to read side by side. */
import type { WordDiffPart } from './word-diff.ts';

/** A piece of one column: whether the other column has it too. */
export interface ColumnPart {
  readonly differs: boolean;
  readonly text: string;
}

/** What stands at the same height: the paragraphs of both texts from one line break that they share to the next. */
export interface ColumnRow {
  readonly left: readonly ColumnPart[];
  readonly right: readonly ColumnPart[];
}

/** The left columns together are the old text, the right ones the new. A row ends behind a line break that both have. */
export function columnsOf(parts: readonly WordDiffPart[]): readonly ColumnRow[] {
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

/** How much of both texts together is the same, from 0 to 1. */
export function shareOf(parts: readonly WordDiffPart[]): number {
  let same = 0;
  let all = 0;
  for (const { change, text } of parts) {
    const weight = change === 'same' ? 2 : 1;
    all += weight * text.length;
    if (change === 'same') same += weight * text.length;
  }
  return all === 0 ? 1 : same / all;
}
