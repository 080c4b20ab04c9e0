/** `[from, to)` of a text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}
