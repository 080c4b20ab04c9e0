/** The extent of a snapshot's text (`edits.md`, *Snapshot*). Offsets and lengths in UTF-16 code units. */
import { sectionStarts } from '../sections/headings.ts';
import type { TextRange } from '../text/span.ts';
import { lineEnd, lineStart } from './lines.ts';

/** From narrow to wide. */
export const SNAPSHOT_SCOPES = ['selection', 'chapter', 'all'] as const;
export type SnapshotScope = (typeof SNAPSHOT_SCOPES)[number];

/** A part of a text in whole lines, without the line break after the last. */
export interface Excerpt extends TextRange {
  readonly scope: SnapshotScope;
}

/**
 * The part of a text that a scope has around a selection or caret: the lines that it touches, the chapters, or all. It may
 * lack a line break with which the selection ends.
 * @param text normalised (`normaliseText`)
 */
export function excerptOf(text: string, selection: TextRange, scope: SnapshotScope): Excerpt {
  if (scope === 'all') return { scope, from: 0, to: text.length };
  return { scope, ...(scope === 'chapter' ? chaptersAround(text, selection) : linesAround(text, selection)) };
}

/**
 * The widest part of a text that fits: all, the chapters around the selection, or as many paragraphs around it as fit.
 * Null if not even the lines of the selection do.
 * @param text normalised (`normaliseText`)
 */
export function widestExcerpt(text: string, selection: TextRange, limit: number): Excerpt | null {
  if (text.length <= limit) return excerptOf(text, selection, 'all');
  const chapter = excerptOf(text, selection, 'chapter');
  if (chapter.to - chapter.from <= limit) return chapter;
  const lines = linesAround(text, selection);
  return lines.to - lines.from <= limit ? { scope: 'selection', ...widen(text, lines, limit) } : null;
}

/**
 * The start of the section whose heading has these words, whatever their case; the first of several. Null if there is
 * none.
 * @param text normalised (`normaliseText`)
 */
export function findHeading(text: string, words: string): number | null {
  const wanted = words.trim().toLowerCase();
  let isFound = false;
  const starts = sectionStarts(text, ({ kind, line, title }) => {
    const heading = title ?? line.replace(/^\s*#+/, '').replace(/#+\s*$/, '');
    const isMeant = !isFound && kind === 'heading' && heading.trim().toLowerCase() === wanted;
    if (isMeant) isFound = true;
    return isMeant;
  });
  return isFound ? (starts.at(-1) ?? 0) : null;
}

/** From the heading before the selection, or the start, to the next heading, or the end. */
function chaptersAround(text: string, { from, to }: TextRange): TextRange {
  const starts = sectionStarts(text, ({ kind }) => kind === 'heading');
  // An empty selection at the start of a chapter is in it; one that ends there is not.
  const last = Math.max(from, to - 1);
  const start = starts.findLast((offset) => offset <= from) ?? 0;
  const next = starts.find((offset) => offset > last);
  return { from: start, to: next === undefined ? text.length : next - 1 };
}

/** The whole lines that a range touches. */
function linesAround(text: string, { from, to }: TextRange): TextRange {
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to;
  return { from: lineStart(text, from), to: lineEnd(text, last) };
}

/** Adds lines before and after in turn, as long as they fit. */
function widen(text: string, lines: TextRange, limit: number): TextRange {
  let { from, to } = lines;
  let canGoUp = true;
  let canGoDown = true;
  while (canGoUp || canGoDown) {
    if (canGoUp) {
      const start = from === 0 ? -1 : lineStart(text, from - 1);
      canGoUp = start >= 0 && to - start <= limit;
      if (canGoUp) from = start;
    }
    if (canGoDown) {
      const end = to === text.length ? -1 : lineEnd(text, to + 1);
      canGoDown = end >= 0 && end - from <= limit;
      if (canGoDown) to = end;
    }
  }
  return { from, to };
}
