/**
 * A message's text read as Markdown (`dialogue.md`, *The screen*): blocks with what is in them. All offsets are UTF-16 code
 * units into the text, ranges half-open and in the order of the text.
 */

/** Characters that are shown. */
export interface MarkdownText {
  readonly kind: 'text';
  readonly from: number;
  readonly to: number;
  /**
   * The shown form of the range. If it is as long as the range, each character stands for that of the same place in the
   * range; otherwise all of it stands for all of the range, as `é` for `&eacute;`.
   */
  readonly text: string;
}

/** Inlines that are shown in a style. */
export interface MarkdownStyled {
  readonly kind: 'emphasis' | 'strong' | 'strikethrough' | 'code';
  readonly from: number;
  readonly to: number;
  readonly children: readonly MarkdownInline[];
}

/** A link, or a picture, which is only ever a link to it. */
export interface MarkdownLink {
  readonly kind: 'link';
  readonly from: number;
  readonly to: number;
  /** An https or mailto address. */
  readonly address: string;
  /** The target, for people: the host, or the recipient of the mail. */
  readonly host: string;
  /** The text of the link is its address, so that `host` need not be shown. */
  readonly isBare: boolean;
  readonly isPicture: boolean;
  /** Empty for a picture without a description. */
  readonly children: readonly MarkdownInline[];
}

export type MarkdownInline = MarkdownText | MarkdownStyled | MarkdownLink;

/** Text in which each line break is kept, as people and models type them. */
export interface MarkdownParagraph {
  readonly kind: 'paragraph';
  readonly from: number;
  readonly to: number;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownHeading {
  readonly kind: 'heading';
  readonly from: number;
  readonly to: number;
  /** From 1 to 6. */
  readonly level: number;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownCode {
  readonly kind: 'code-block';
  readonly from: number;
  readonly to: number;
  /** Text after the opening fence, such as the name of a language; may be empty. */
  readonly info: string;
  /** The lines with their separators. */
  readonly children: readonly MarkdownText[];
}

export interface MarkdownRule {
  readonly kind: 'rule';
  readonly from: number;
  readonly to: number;
}

export interface MarkdownQuote {
  readonly kind: 'quote';
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownItem {
  readonly kind: 'item';
  readonly from: number;
  readonly to: number;
  /** True for a task that is done; null for an item that is not a task. */
  readonly isDone: boolean | null;
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownList {
  readonly kind: 'list';
  readonly from: number;
  readonly to: number;
  /** The number of the first item; null for a list without numbers. */
  readonly start: number | null;
  readonly items: readonly MarkdownItem[];
}

export interface MarkdownCell {
  readonly from: number;
  readonly to: number;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownRow {
  readonly from: number;
  readonly to: number;
  /** No more than the table has columns; cells are missing at the end. */
  readonly cells: readonly MarkdownCell[];
}

export interface MarkdownTable {
  readonly kind: 'table';
  readonly from: number;
  readonly to: number;
  /** Alignment of each column. */
  readonly columns: readonly ('start' | 'center' | 'end' | null)[];
  readonly head: MarkdownRow;
  readonly rows: readonly MarkdownRow[];
}

export type MarkdownBlock =
  | MarkdownParagraph
  | MarkdownHeading
  | MarkdownCode
  | MarkdownRule
  | MarkdownQuote
  | MarkdownList
  | MarkdownTable;
