/** The longest text that one element has, in UTF-16 code units, so far as its words allow. */
export const MAX_PIECE = 1_000;

/** A code unit that belongs to the character before it. */
const JOINED = /\p{M}|\u200d|[\udc00-\udfff]/u;

/** A part of a text, and where it begins. */
export interface Piece {
  readonly from: number;
  readonly text: string;
}

/**
 * Divides a text at its spaces: the browser shapes again only the element that changes, so that a paragraph of any length can
 * stream. What is added to a text changes only its last piece.
 */
export function piecesOf(text: string, from: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (text.length - at > MAX_PIECE) {
    const space = text.lastIndexOf(' ', at + MAX_PIECE - 1);
    let end = space < at ? at + MAX_PIECE : space + 1;
    // Without spaces, at least not within what is one character.
    while (JOINED.test(text[end] ?? '') && end > at + 1) end -= 1;
    pieces.push({ from: from + at, text: text.slice(at, end) });
    at = end;
  }
  return [...pieces, { from: from + at, text: text.slice(at) }];
}
