/** Whether `offset` lies between the two halves of a surrogate pair, where no boundary may fall (`domain.md`). */
export function isInsidePair(text: string, offset: number): boolean {
  // At index -1 there is no code point, so that the beginning and the end of the text are inside none.
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** The offset, or where it lies inside a surrogate pair, the pair's beginning. */
export function wholeBefore(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}

/** The offset, or where it lies inside a surrogate pair, the pair's end. */
export function wholeAfter(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset + 1 : offset;
}
