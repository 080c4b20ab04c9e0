/** Places of the alternatives that fill the window: in rows of as many columns as can be read. Pure. */

/** The narrowest column in which prose reads well, in CSS pixels. */
const MIN_COLUMN = 300;

/** Number of columns that fit: all alternatives in one row if there is room; one below the other in a narrow window. */
export function columnsIn(width: number, count: number): number {
  return Math.max(1, Math.min(count, Math.floor(width / MIN_COLUMN)));
}

export function rowsOf<T>(items: readonly T[], columns: number): readonly (readonly T[])[] {
  const rows: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += columns) rows.push(items.slice(from, from + columns));
  return rows;
}

/**
 * The index that a key leads to from another; null if the key does not move. Up and down move from row to row; of a
 * single row they scroll the page.
 */
export function stepInGrid(key: string, index: number, count: number, columns: number): number | null {
  const last = count - 1;
  if (last < 0) return null;
  if (key === 'ArrowRight') return Math.min(index + 1, last);
  if (key === 'ArrowLeft') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (count <= columns) return null;
  if (key === 'ArrowDown') return index + columns <= last ? index + columns : index;
  if (key === 'ArrowUp') return index - columns >= 0 ? index - columns : index;
  return null;
}
