/** Lines of a manuscript: a line is the text between two `\n`, a paragraph. Numbers are from 1, offsets in UTF-16 code units. */

/** Lines `first` to `last` of a text that has `of`. */
export interface LinesOf {
  readonly first: number;
  readonly last: number;
  readonly of: number;
}

/**
 * The lines that `[from, to)` of a text touches. A range that ends with a line break does not touch the line after it,
 * unless that is empty, so that it ends there as well.
 */
export function linesOf(text: string, from: number, to: number): LinesOf {
  const first = 1 + countBreaks(text, 0, from);
  const touched = first + countBreaks(text, from, to);
  const isBefore = to > from && text[to - 1] === '\n' && !isLineEnd(text, to);
  return {
    first,
    last: isBefore ? touched - 1 : touched,
    of: touched + countBreaks(text, to, text.length),
  };
}

/** The start of the line at `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line at `offset`, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function isLineEnd(text: string, offset: number): boolean {
  return offset === text.length || text[offset] === '\n';
}

/** The number of line breaks in `[from, to)` of a text. */
export function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
