/** Line ends of an answer (`agents.md`): CRLF, LF or CR. Quoting knows more (`quote-text.ts`). */

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

/** Finds line ends from left to right, in time linear in the text however few of either kind it has. */
export class LineEnds {
  readonly #text: string;
  #lineFeed: number;
  #carriageReturn: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineFeed = indexOrEnd(text, '\n', 0);
    this.#carriageReturn = indexOrEnd(text, '\r', 0);
  }

  /** The end of the line that contains `from`: the offset of its line end, or of the end of the text. */
  next(from: number): number {
    if (this.#lineFeed < from) this.#lineFeed = indexOrEnd(this.#text, '\n', from);
    if (this.#carriageReturn < from) this.#carriageReturn = indexOrEnd(this.#text, '\r', from);
    return Math.min(this.#lineFeed, this.#carriageReturn);
  }
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index < 0 ? text.length : index;
}

/** Number of trailing line feeds. A regular expression would try each run of them again from each of its places. */
export function lineFeedsAtEnd(text: string): number {
  let from = text.length;
  while (from > 0 && text.charCodeAt(from - 1) === LINE_FEED) from -= 1;
  return text.length - from;
}
