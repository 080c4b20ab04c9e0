/** Headings of prose, with and without Markdown, and the sections between them. */
import { headingLevel, type LineKind, lineKind } from '../text/markdown-scan.ts';

/** Length of a line needed to classify it, in UTF-16 code units. */
const LINE_START = 80;

/** A chapter heading in plain text, on a line of its own. */
const CHAPTER =
  /^[ \t]*(?:(?:chapter|part|book|act|scene|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|parte)[ \t]+(?:[\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty\S*|thirty\S*)|prologue|epilogue|prolog|epilog)[ \t]*(?:[.:–—-][ \t]*(?:\S.{0,60}[^.,;\s])?)?[ \t]*$/iu;
/** Headings of divisions that contain chapters, and of those that chapters contain. */
const ABOVE_CHAPTERS = /^[ \t]*(?:part|book|act|teil|partie|parte)\b/iu;
const BELOW_CHAPTERS = /^[ \t]*scene\b/iu;
/** An underline, which makes the line above it a heading. */
export const UNDERLINE = /^(?:=+|-{2,})[ \t]*$/;

/** A line that may begin a section. */
export interface SectionMark {
  readonly kind: 'heading' | 'break';
  /** The line, or its beginning. */
  readonly line: string;
  /** The words of a heading without `#`; null for others. */
  readonly title: string | null;
}

/**
 * The offsets at which the sections of a text begin, the first being 0, in UTF-16 code units. A section of only headings
 * and breaks is merged into the next one.
 * @param text normalised (`normaliseText`)
 * @param begins whether a section begins at such a line. Called for each, in order
 */
export function sectionStarts(text: string, begins: (mark: SectionMark) => boolean): readonly number[] {
  const starts = [0];
  /** The current section contains prose already. */
  let hasProse = false;
  let previousKind: LineKind = 'blank';
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + ROLE_START));
    const nextLine = end < 0 ? '' : text.slice(end + 1, endOfLine(text, end + 1));
    const { kind, title, isUnderlined } = roleOf(line, previousKind, nextLine);
    if (kind === 'heading' || kind === 'break') {
      if (begins({ kind, line, title })) {
        if (hasProse) starts.push(from);
        hasProse = false;
      }
    } else if (kind === 'prose') hasProse = true;
    previousKind = kind;
    from = (isUnderlined ? endOfLine(text, to + 1) : to) + 1;
  }
  return starts;
}

/** The end of the line that starts at `from`. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The role of a line among others. */
export interface LineRole {
  readonly kind: LineKind;
  /** The words of a heading without `#`; null for others. */
  readonly title: string | null;
  /** The next line underlines this heading, and is part of it. */
  readonly isUnderlined: boolean;
}

/**
 * Classifies a line.
 * @param line the line, or its beginning (`ROLE_START`)
 * @param previousKind of the line before; `blank` for the first
 * @param nextLine empty after the last
 */
export function roleOf(line: string, previousKind: LineKind, nextLine: string): LineRole {
  const title = previousKind === 'blank' ? plainHeading(line, nextLine) : null;
  if (title === null) return { kind: lineKind(line.slice(0, LINE_START)), title, isUnderlined: false };
  return { kind: 'heading', title, isUnderlined: UNDERLINE.test(nextLine) };
}

/** Length of a line that `roleOf` reads, in UTF-16 code units. */
export const ROLE_START = 4 * LINE_START;

/** The level of a heading: 1 to 6, as in Markdown; a chapter without `#` is 2. */
export function levelOfHeading(line: string, { title }: LineRole, nextLine: string): number {
  if (title === null) return headingLevel(line);
  if (ABOVE_CHAPTERS.test(line)) return 1;
  if (BELOW_CHAPTERS.test(line)) return 3;
  return nextLine.startsWith('=') ? 1 : 2;
}

/**
 * The words of a heading without `#`: underlined, or a chapter heading followed by a blank line; null if it
 * is not a heading.
 */
function plainHeading(line: string, nextLine: string): string | null {
  if (line.length > LINE_START || lineKind(line) !== 'prose') return null;
  const isHeading = UNDERLINE.test(nextLine) || (CHAPTER.test(line) && nextLine.trim() === '');
  return isHeading ? line.trim() : null;
}
