/** Returns true if `offset` splits a surrogate pair, where no boundary may fall (`domain.md`). */
export function isInsidePair(text: string, offset: number): boolean {
  // `codePointAt` returns undefined at -1, so neither the start nor the end of the text splits a pair.
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** The offset, or the start of the surrogate pair that it would split. */
export function snapToPairStart(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}

/** The offset, or the end of the surrogate pair that it would split. */
export function snapToPairEnd(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset + 1 : offset;
}
