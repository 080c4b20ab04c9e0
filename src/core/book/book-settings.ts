import type { TagId, TreeId } from '../ids.ts';

/** The number before the words of a heading: none, 1, IV or Four. */
export type HeadingNumbers = 'none' | 'arabic' | 'roman' | 'words';

export type HeadingLook = 'plain' | 'centred' | 'smallCaps';

/** The headings of a level. */
export interface HeadingStyle {
  readonly numbers: HeadingNumbers;
  /** The word before the number, such as “Chapter”; may be empty. */
  readonly word: string;
  readonly look: HeadingLook;
  /** Each begins a page, where there are pages. */
  readonly startsPage: boolean;
}

export type BookFont = 'literata' | 'source-sans' | 'serif' | 'sans' | 'mono';

/**
 * The book of a story (`scenes.md`, *Book*), in the settings of its tree. Anything missing, or null, leaves exports as they
 * are without it.
 */
export interface BookSettings {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  /** A language tag, such as `en-GB`. */
  readonly language?: string;
  /** An ISBN, or another identifier. */
  readonly identifier?: string;
  /** The documents before and after the text, in order. Those that are gone are left out. */
  readonly front?: readonly TreeId[];
  readonly back?: readonly TreeId[];
  /** From the first level on, at most six. */
  readonly headings?: readonly HeadingStyle[];
  /** Stands between scenes; empty for white space only, null for what was typed. */
  readonly sceneMark?: string | null;
  /** Passages and documents with one of these tags are left out. */
  readonly leftOut?: readonly TagId[];
  readonly font?: BookFont | null;
  /** In points, where there are pages. */
  readonly size?: number | null;
  /** Spaced paragraphs instead of indented ones. */
  readonly isSpaced?: boolean;
  readonly isJustified?: boolean;
  /** Quotation marks, dashes, dots and spaces as the book's language prints them, instead of as they are typed. */
  readonly isTypeset?: boolean;
  /** Shows who wrote what, where there are colours; null for on web pages only. */
  readonly showsAuthors?: boolean | null;
}

export const PLAIN_HEADING: HeadingStyle = { numbers: 'none', word: '', look: 'plain', startsPage: false };

/** Returns true for settings that say nothing, with which exports are as without them. */
export function isPlainBook({
  headings = [],
  sceneMark = null,
  showsAuthors = null,
  ...others
}: BookSettings): boolean {
  const isPlain = ({ numbers, look, startsPage }: HeadingStyle) =>
    numbers === 'none' && look === 'plain' && !startsPage;
  const isEmpty = (value: (typeof others)[keyof typeof others]) =>
    value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
  const isMarked = sceneMark !== null || showsAuthors !== null;
  return !isMarked && headings.every(isPlain) && Object.values(others).every(isEmpty);
}
