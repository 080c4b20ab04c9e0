/** A link that is being typed. */
export interface OpenLink {
  /** The offset of its brackets, in UTF-16 code units. */
  readonly from: number;
  /** The text after `[[`, up to the caret. */
  readonly typed: string;
}

/** A longer one is no name. UTF-16 code units. */
const MAX_TYPED = 200;

const OPEN = new RegExp(String.raw`(?<!\\)\[\[([^[\]\n]{0,${MAX_TYPED}})$`);

/** The link that ends at a caret and has no end yet; null for none. */
export function findOpenLink(text: string, caret: number): OpenLink | null {
  const before = text.slice(Math.max(0, caret - MAX_TYPED - 3), caret);
  const typed = OPEN.exec(before)?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 2, typed };
}
