/** Divides imported text into positions. */
import { type LineKind, lineKind } from '../text/markdown-scan.ts';
import { cutNear } from './cut-near.ts';
import { headingWords } from './plain-text.ts';

/** The maximum length of an imported position, in UTF-16 code units. */
export const LONGEST_PART = 8_000;

/** A file with more sections than this consists of short entries: neighbours are merged. */
const MAX_SECTIONS = 2_000;

/** How much of a line is needed to classify it, in UTF-16 code units. */
const LINE_START = 80;

export interface Division {
  /**
   * The divided text: joined, the parts are the text; none is empty or longer than the limit (`LONGEST_PART`
   * by default).
   */
  readonly parts: readonly string[];
  /** The words of the first heading; null if there is none. */
  readonly heading: string | null;
}

/** A chapter heading in plain text, on a line of its own. */
const CHAPTER =
  /^[ \t]*(?:(?:chapter|part|book|act|scene|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|parte)[ \t]+(?:[\divxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty\S*|thirty\S*)|prologue|epilogue|prolog|epilog)[ \t]*(?:[.:–—-][ \t]*(?:\S.{0,60}[^.,;\s])?)?[ \t]*$/iu;
/** An underline, which makes the line above it a heading. */
const UNDERLINE = /^(?:=+|-{2,})[ \t]*$/;

/**
 * Divides a text at headings and scene breaks. A section that is still too long is cut between paragraphs, or
 * else between lines, sentences, words and finally characters. A heading stays with the text that follows it.
 * @param text normalised (`normaliseText`)
 */
export function divideText(text: string, longest: number = LONGEST_PART): Division {
  const { starts, heading } = sectionsOf(text);
  const parts: string[] = [];
  const sections = starts.length > MAX_SECTIONS ? mergeSections(starts, text.length, longest) : starts;
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

/**
 * The offsets at which sections start, the first being 0. A section of only headings and breaks is merged
 * into the next one.
 */
function sectionsOf(text: string): { readonly starts: readonly number[]; readonly heading: string | null } {
  const starts = [0];
  let heading: string | null = null;
  /** Whether the current section contains prose yet. */
  let hasProse = false;
  let previousKind: LineKind = 'blank';
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + 4 * LINE_START));
    const nextLine = end < 0 ? '' : text.slice(end + 1, endOfLine(text, end + 1));
    const title: string | null = previousKind === 'blank' ? plainHeading(line, nextLine) : null;
    const kind: LineKind = title === null ? lineKind(line.slice(0, LINE_START)) : 'heading';
    if (kind === 'heading' || kind === 'break') {
      if (hasProse) starts.push(from);
      hasProse = false;
      if (kind === 'heading') heading ??= title ?? headingWords(line);
    } else if (kind === 'prose') hasProse = true;
    // The underline is part of the heading.
    const isUnderlined = title !== null && UNDERLINE.test(nextLine);
    previousKind = kind;
    from = (isUnderlined ? endOfLine(text, to + 1) : to) + 1;
  }
  return { starts, heading: heading === '' ? null : heading };
}

/** The end of the line that starts at `from`. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
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

/** Merges as many neighbouring sections as fit into one part. */
function mergeSections(starts: readonly number[], length: number, longest: number): readonly number[] {
  const merged: number[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? length;
    const last = merged.at(-1);
    if (last === undefined || end - last > longest) merged.push(start);
  }
  return merged;
}
