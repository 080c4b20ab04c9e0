import { assert } from '../assert.ts';
import { concatSpans, type SpannedText, SpanReader } from '../text/span.ts';
import { applySplice, type DraftSplice, requireSpliceFits } from '../text/splice.ts';

/** Fewer splices are applied to the whole text one by one. */
const FEW = 32;

/** About how long a piece of the text is. UTF-16 code units. */
const PIECE = 2_048;

/**
 * Applies splices one after another, each to the text that the one before left. The cost is proportional to
 * the text and to the number of splices, not to their product.
 * @throws {AspenError} INVALID_ARGUMENT when a range is not in the text, or spans do not fit
 */
export function applySplices(text: SpannedText, splices: readonly DraftSplice[]): SpannedText {
  if (splices.length < FEW) return splices.reduce(applySplice, text);
  const pieces = new Pieces(text);
  for (const splice of splices) pieces.apply(splice);
  return pieces.joined();
}

/** A text in pieces, so that a splice copies only those that it touches. */
class Pieces {
  readonly #pieces: SpannedText[];
  #length: number;
  /** The current piece, and where it starts. */
  #index = 0;
  #start = 0;

  constructor(text: SpannedText) {
    this.#pieces = divide(text);
    this.#length = text.text.length;
  }

  apply(splice: DraftSplice): void {
    requireSpliceFits(splice, this.#length);
    const { from, to, insert, spans } = splice;
    this.#moveTo(from);
    let last = this.#index;
    for (let end = this.#start + this.#lengthAt(last); end < to; end += this.#lengthAt(last)) last += 1;
    const touched = join(this.#pieces.slice(this.#index, last + 1));
    const local = { from: from - this.#start, to: to - this.#start, insert, spans };
    this.#pieces.splice(this.#index, last + 1 - this.#index, ...divide(applySplice(touched, local)));
    this.#length += insert.length - (to - from);
  }

  joined(): SpannedText {
    return join(this.#pieces);
  }

  /** Moves to a piece that contains `offset` or ends there; the next splice is rarely far from the last. */
  #moveTo(offset: number): void {
    while (this.#start > offset) {
      this.#index -= 1;
      this.#start -= this.#lengthAt(this.#index);
    }
    while (this.#start + this.#lengthAt(this.#index) < offset) {
      this.#start += this.#lengthAt(this.#index);
      this.#index += 1;
    }
  }

  #lengthAt(index: number): number {
    const piece = this.#pieces[index];
    assert(piece !== undefined, () => `no piece ${index} of ${this.#pieces.length}`);
    return piece.text.length;
  }
}

/** Pieces of at most twice `PIECE`; an empty text is one piece. */
function divide({ text, spans }: SpannedText): SpannedText[] {
  if (text.length <= 2 * PIECE) return [{ text, spans }];
  const pieces: SpannedText[] = [];
  const reader = new SpanReader(spans);
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    pieces.push({ text: piece, spans: reader.take(piece.length) });
  }
  return pieces;
}

function join(pieces: readonly SpannedText[]): SpannedText {
  return {
    text: pieces.map(({ text }) => text).join(''),
    spans: concatSpans(...pieces.map(({ spans }) => spans)),
  };
}
