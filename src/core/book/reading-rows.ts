import { rangesNotRead } from '../fences/levels.ts';
import { headingLevel, lineKind } from '../text/markdown-scan.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import type { HeadingStyle } from './book-settings.ts';
import { headingCounter } from './heading-number.ts';

/** A row of a text that is only read: a paragraph or a part of a very long one, a heading, or a scene break. */
export interface ReadingRow {
  readonly kind: 'prose' | 'heading' | 'break';
  /** In UTF-16 code units of the whole text. */
  readonly from: number;
  readonly to: number;
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number;
  /** Before the words of a heading; may be empty. */
  readonly number: string;
  /** A paragraph that follows a blank line, a heading or a break. */
  readonly isOpening: boolean;
  /** The row before has the beginning of its paragraph. */
  readonly continues: boolean;
}

/** Rows are laid out whole, so that a paragraph that is longer is read in parts. UTF-16 code units. */
const MAX_ROW = 8_000;

/** The rows of a normalised text, without blank lines and prompts. Linear in the text. */
export function readingRows(text: string, headings: readonly HeadingStyle[] = []): readonly ReadingRow[] {
  const numberOf = headingCounter(headings);
  const hidden = rangesNotRead(text);
  const rows: ReadingRow[] = [];
  let nextHidden = 0;
  let isOpening = true;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    while ((hidden[nextHidden]?.to ?? text.length) <= from) nextHidden += 1;
    const isHidden = (hidden[nextHidden]?.from ?? text.length) <= from;
    const line = text.slice(from, to);
    const kind = isHidden ? 'blank' : lineKind(line);
    if (kind === 'prose')
      for (const [start, stop] of partsOf(text, from, to)) {
        const continues = start > from;
        rows.push({
          kind,
          from: start,
          to: stop,
          level: 0,
          number: '',
          isOpening: isOpening && !continues,
          continues,
        });
      }
    else if (kind !== 'blank') {
      const level = kind === 'heading' ? headingLevel(line) : 0;
      const number = kind === 'heading' ? numberOf(level) : '';
      rows.push({ kind, from, to, level, number, isOpening: false, continues: false });
    }
    isOpening = kind !== 'prose';
    from = to + 1;
  }
  return rows;
}

/** A paragraph in parts that end after a space, if there is one. */
function* partsOf(text: string, from: number, to: number): Generator<readonly [number, number]> {
  let start = from;
  while (to - start > MAX_ROW) {
    const space = text.lastIndexOf(' ', start + MAX_ROW);
    const wanted = space > start ? space + 1 : start + MAX_ROW;
    const stop = isInsidePair(text, wanted) ? wanted - 1 : wanted;
    yield [start, stop];
    start = stop;
  }
  yield [start, to];
}

/** The index of the row at an offset, or the next one; the last at the end, -1 without rows. */
export function rowAt(rows: readonly ReadingRow[], offset: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.to ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return rows.length === 0 ? -1 : low;
}
