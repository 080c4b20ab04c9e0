/** Where a text that comes from outside is cut into positions. */
import { kindOf, type LineKind } from '../text/markdown-scan.ts';
import { cutNear } from './cut-near.ts';
import { headingWords } from './plain-text.ts';

/** The most that an imported position holds, in UTF-16 code units. */
export const LONGEST_PART = 8_000;

/** A file of more sections than these is one of short entries: neighbours are put together. */
const MOST_SECTIONS = 2_000;

/** Of a longer line only its beginning says what it is. */
const HEAD = 80;

export interface Division {
  /** The text cut up: joined they are the text, none is empty, none is longer than `LONGEST_PART`. */
  readonly parts: readonly string[];
  /** The words of the first heading; null where there is none. */
  readonly heading: string | null;
}

/** A chapter's heading as it stands in plain text, on a line of its own. */
const CHAPTER =
  /^[ \t]*(?:(?:chapter|part|book|act|scene|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|parte)[ \t]+(?:[\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty\S*|thirty\S*)|prologue|epilogue|prolog|epilog)[ \t]*(?:[.:–—-][ \t]*(?:\S.{0,60}[^.,;\s])?)?[ \t]*$/iu;
/** What makes the line above it a heading. */
const UNDERLINE = /^(?:=+|-{2,})[ \t]*$/;

/**
 * Cuts a text at headings and scene breaks, and where what is between them is still too long, at paragraphs, else lines,
 * sentences, words, and at last between characters. A heading stands with what follows it.
 * @param text normalised (`normaliseText`)
 */
export function divideText(text: string, longest: number = LONGEST_PART): Division {
  const { starts, heading } = sectionsOf(text);
  const parts: string[] = [];
  const sections = starts.length > MOST_SECTIONS ? packed(starts, text.length, longest) : starts;
  for (const [index, from] of sections.entries()) {
    const to = sections[index + 1] ?? text.length;
    let at = from;
    while (to - at > longest) {
      const left = to - at;
      const cut = cutNear(text, at, at + longest, at + Math.ceil(left / Math.ceil(left / longest)));
      parts.push(text.slice(at, cut));
      at = cut;
    }
    if (at < to) parts.push(text.slice(at, to));
  }
  return { parts, heading };
}

/** Where sections begin, the first at 0; one of nothing but headings and breaks goes on into the next. */
function sectionsOf(text: string): { readonly starts: readonly number[]; readonly heading: string | null } {
  const starts = [0];
  let heading: string | null = null;
  /** Whether the section that is read has prose yet. */
  let hasProse = false;
  let before: LineKind = 'blank';
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + 4 * HEAD));
    const below = end < 0 ? '' : text.slice(end + 1, endOfLine(text, end + 1));
    const title: string | null = before === 'blank' ? plainHeading(line, below) : null;
    const kind: LineKind = title === null ? kindOf(line.slice(0, HEAD)) : 'heading';
    if (kind === 'heading' || kind === 'break') {
      if (hasProse) starts.push(from);
      hasProse = false;
      if (kind === 'heading') heading ??= title ?? headingWords(line);
    } else if (kind === 'prose') hasProse = true;
    // The line under a heading is part of it.
    const isUnderlined = title !== null && UNDERLINE.test(below);
    before = kind;
    from = (isUnderlined ? endOfLine(text, to + 1) : to) + 1;
  }
  return { starts, heading: heading === '' ? null : heading };
}

/** At most so much of a line as an underline has to be looked at. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The words of a heading without a `#`: underlined, or a chapter's with a blank line after it. */
function plainHeading(line: string, below: string): string | null {
  if (line.length > HEAD || kindOf(line) !== 'prose') return null;
  const isHeading = UNDERLINE.test(below) || (CHAPTER.test(line) && below.trim() === '');
  return isHeading ? line.trim() : null;
}

/** As many neighbours together as fit. */
function packed(starts: readonly number[], length: number, longest: number): readonly number[] {
  const kept: number[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? length;
    const last = kept.at(-1);
    if (last === undefined || end - last > longest) kept.push(start);
  }
  return kept;
}
