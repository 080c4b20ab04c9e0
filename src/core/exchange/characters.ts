/** Counts the characters of a text as its readers do: as grapheme clusters, each of one or more UTF-16 code units. */

/** Characters of a line of only these are code units. */
const SIMPLE = /^[\t\x20-\x7e]*$/;

interface Line {
  /** Its offset in UTF-16 code units. */
  readonly from: number;
  /** The number of characters before it. */
  readonly before: number;
  /** The offsets in the line at which its characters begin; null if each is one code unit. */
  readonly starts: readonly number[] | null;
}

/** Translates between offsets of a text and the numbers of characters before them. */
export class Characters {
  /** The number of characters of the text. */
  readonly count: number;
  readonly #length: number;
  readonly #lines: readonly Line[];

  constructor(text: string) {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const lines: Line[] = [];
    let [from, before] = [0, 0];
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      const to = end < 0 ? text.length : end + 1;
      const line = text.slice(from, to);
      // Nothing combines with a line end.
      const isSimple = SIMPLE.test(end < 0 ? line : line.slice(0, -1));
      const starts = isSimple ? null : Array.from(segmenter.segment(line), ({ index }) => index);
      lines.push({ from, before, starts });
      before += starts?.length ?? line.length;
      from = to;
    }
    this.count = before;
    this.#length = text.length;
    this.#lines = lines;
  }

  /** The number of characters that begin before an offset. */
  before(offset: number): number {
    const line = this.#lines[countWhile(this.#lines, ({ from }) => from < offset) - 1];
    if (line === undefined) return 0;
    const { from, before, starts } = line;
    return before + (starts === null ? offset - from : countWhile(starts, (start) => start < offset - from));
  }

  /** The offset of a character; the end of the text for a number that is too large. */
  offsetOf(character: number): number {
    if (character >= this.count) return this.#length;
    const line = this.#lines[countWhile(this.#lines, ({ before }) => before <= character) - 1];
    if (line === undefined) return 0;
    const { from, before, starts } = line;
    return from + (starts === null ? character - before : (starts[character - before] ?? 0));
  }
}

/** The number of items for which a test holds, which holds for all before the first for which it does not. */
function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
