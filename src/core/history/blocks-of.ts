import {
  closesFence,
  type FenceLine,
  findFenceLine,
  type LineKind,
  lineKind,
} from '../text/markdown-scan.ts';
import type { Block, BlockKind } from './block.ts';

/**
 * The blocks of a text. Nothing is lost: `joinBlocks` returns the text. What separates two blocks belongs to the later
 * one, so appending a line changes no earlier block but a `blank` at the end, and those after the opening of a fence that
 * the line closes. An unclosed fence is ordinary lines (`layers.md`, *Tokens and operations*).
 */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = linesOf(text);
  const closings = closingLines(lines);
  /** The end of the last block. */
  let from = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const closing = closings.get(index);
    const kind = closing === undefined ? KINDS[lineKind(text.slice(line.from, line.to))] : 'fence';
    if (kind === null) continue;
    index = closing ?? index;
    const to = lines[index]?.to ?? line.to;
    blocks.push({ kind, text: text.slice(from, to) });
    from = to;
  }
  if (from < text.length) blocks.push({ kind: 'blank', text: text.slice(from) });
  return blocks;
}

/** The kind of block that a line is; null if it only separates blocks. */
const KINDS: Readonly<Record<LineKind, BlockKind | null>> = {
  blank: null,
  prose: 'paragraph',
  break: 'break',
  heading: 'heading',
};

interface Line {
  /** Offsets in the text; the line end is at `to`. */
  readonly from: number;
  readonly to: number;
  readonly fence: FenceLine | undefined;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    lines.push({ from, to, fence: findFenceLine(text.slice(from, to)) });
    from = to + 1;
  }
  return lines;
}

/** The line that closes each fence, by the line that opens it. */
function closingLines(lines: readonly Line[]): ReadonlyMap<number, number> {
  const marks = lines.flatMap(({ fence }, line) => (fence === undefined ? [] : [{ fence, line }]));
  const closings = findClosings(marks.map(({ fence }) => fence));
  return new Map(
    [...closings].map(([opening, closing]) => [marks[opening]?.line ?? 0, marks[closing]?.line ?? 0]),
  );
}

/**
 * Pairs the lines that open and close fences (`layers.md`, *Tokens and operations*).
 * @param marks all such lines of a text, in order
 * @returns by the index of the line that opens a fence, that of the line that closes it
 */
export function findClosings(marks: readonly FenceLine[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  /** Length from which a fence of each character is never closed, so that only few search to the end. */
  const unclosed = { '`': Number.POSITIVE_INFINITY, '~': Number.POSITIVE_INFINITY };
  for (let index = 0; index < marks.length; index++) {
    const opener = marks[index];
    if (opener === undefined) break;
    const { character, length, opens } = opener;
    if (!opens || length >= unclosed[character]) continue;
    const closing = indexOfClosing(marks, index, opener);
    if (closing === marks.length) unclosed[character] = length;
    else {
      closings.set(index, closing);
      index = closing;
    }
  }
  return closings;
}

/** The first of `marks` that closes the one at `from`; as many as there are if none does. */
function indexOfClosing(marks: readonly FenceLine[], from: number, opener: FenceLine): number {
  let index = from + 1;
  for (; index < marks.length; index++) {
    const mark = marks[index];
    if (mark !== undefined && closesFence(mark, opener)) break;
  }
  return index;
}
