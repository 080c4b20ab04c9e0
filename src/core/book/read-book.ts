/** A book read in order, by lines, blocks, runs and chapters: what its exports render (`books.md`). */
import { AuthorCutter } from '../exchange/author-cutter.ts';
import type { ExportedPath } from '../exchange/exported-path.ts';
import { inlineRuns } from '../exchange/inline-runs.ts';
import { headingWords } from '../exchange/plain-text.ts';
import { findPromptFences } from '../fences/prompt-fence.ts';
import type { AgentId } from '../ids.ts';
import { levelOfHeading, ROLE_START, roleOf } from '../sections/headings.ts';
import { chapterLevel } from '../sections/sections.ts';
import { firstWords } from '../text/first-words.ts';
import { cutText } from '../text/limits.ts';
import { headingLevel, type LineKind, lineKind } from '../text/markdown-scan.ts';
import { concatSpans, type Spans, sliceSpans, type TextRange } from '../text/span.ts';
import type { Splice } from '../text/splice.ts';
import { followMarks } from './book-marks.ts';
import type { BookSettings } from './book-settings.ts';
import { typeset } from './typeset.ts';

/** A line of a manuscript as the page shows it, or a whole prompt fence. */
export interface ManuscriptLine {
  readonly kind: LineKind | 'fence';
  readonly text: string;
}

/** The lines of a normalised text: joined by line ends, they are the text. */
export function manuscriptLines(text: string): readonly ManuscriptLine[] {
  const fences = findPromptFences(text);
  const lines: ManuscriptLine[] = [];
  for (let from = 0, next = 0; from <= text.length; ) {
    const fence = fences[next]?.from === from ? fences[next] : undefined;
    if (fence !== undefined) next += 1;
    const end = fence?.to ?? text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    lines.push({ kind: fence === undefined ? lineKind(line) : 'fence', text: line });
    from = to + 1;
  }
  return lines;
}

/**
 * Returns true if blank lines separate the paragraphs of a text, so that a single line end is a line break in one: at
 * least as many paragraphs follow a blank line as follow another line of prose. Otherwise, each line is a paragraph.
 */
export function hasBlankLines(lines: readonly ManuscriptLine[]): boolean {
  let single = 0;
  let blank = 0;
  let before: 'prose' | 'blank' | null = null;
  for (const { kind } of lines) {
    if (kind === 'prose') {
      if (before === 'prose') single += 1;
      if (before === 'blank') blank += 1;
      before = 'prose';
    } else before = kind === 'blank' && before !== null ? 'blank' : null;
  }
  return blank > 0 && blank >= single;
}

/** The words of a line as they are typed, and their offset in the text, in UTF-16 code units. */
export interface BookLine {
  readonly text: string;
  readonly from: number;
}

/** A heading, a paragraph, or the break between two scenes. */
export interface BookBlock {
  readonly kind: 'heading' | 'paragraph' | 'break';
  /** One; of a paragraph with line breaks all, and of an underlined heading also its underline. */
  readonly lines: readonly [BookLine, ...BookLine[]];
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number;
  /** A heading with `#`; other headings are underlined, or a line such as `Chapter 3`. */
  readonly isMarked: boolean;
  /** Blank lines before it. */
  readonly gap: number;
  /** A paragraph that begins a chapter or a scene, or follows white space. */
  readonly opens: boolean;
  readonly startsPage: boolean;
}

/** The blocks of a manuscript, in order, with its prompts as paragraphs. Linear in the text. */
export function* readBook({ text, book }: Pick<ExportedPath, 'text' | 'book'>): Generator<BookBlock> {
  const pages = book?.pages ?? [];
  // A part may separate its paragraphs by blank lines and another not.
  for (const [index, from] of [0, ...pages].entries())
    yield* readPart(text.slice(from, pages[index]), from, index > 0);
}

function* readPart(text: string, start: number, isPage: boolean): Generator<BookBlock> {
  const shown = manuscriptLines(text);
  const areSeparated = hasBlankLines(shown);
  const lines = shown.flatMap(({ kind, text }) =>
    kind === 'fence'
      ? text.split('\n').map((line) => ({ kind: lineKind(line), text: line, isFenced: true }))
      : [{ kind, text, isFenced: false }],
  );
  let startsPage = isPage;
  let previousKind: LineKind = 'blank';
  let gap = 0;
  let before: BookBlock['kind'] | null = null;
  let paragraph: { block: BookBlock; lines: [BookLine, ...BookLine[]] } | null = null;
  let from = start;
  for (let index = 0; index < lines.length; index += 1) {
    const { kind, text: line, isFenced } = lines[index] ?? { kind: 'blank', text: '', isFenced: false };
    const next = lines[index + 1]?.text ?? '';
    const at = from;
    from += line.length + 1;
    if (kind === 'prose' && paragraph !== null && gap === 0 && areSeparated) {
      paragraph.lines.push({ text: line, from: at });
      continue;
    }
    if (paragraph !== null && kind !== 'blank') {
      yield paragraph.block;
      paragraph = null;
    }
    if (kind === 'blank') {
      gap += 1;
      previousKind = kind;
      continue;
    }
    const rest = { gap, isMarked: false, opens: false, startsPage };
    const role = roleOf(line.slice(0, ROLE_START), previousKind, next);
    const isHeading = kind === 'prose' && !isFenced && role.title !== null;
    if (kind === 'heading') {
      const words = headingWords(line);
      const own = { text: words, from: at + line.indexOf(words, headingLevel(line)) };
      yield { ...rest, kind, lines: [own], level: headingLevel(line), isMarked: true };
    } else if (isHeading) {
      const underline = role.isUnderlined ? [{ text: next, from }] : [];
      const level = levelOfHeading(line, role, next);
      yield { ...rest, kind: 'heading', lines: [{ text: line, from: at }, ...underline], level };
      if (role.isUnderlined) {
        index += 1;
        from += next.length + 1;
      }
    } else if (kind === 'break') yield { ...rest, kind, lines: [{ text: line, from: at }], level: 0 };
    else {
      const opens: boolean = before !== 'paragraph' || gap > (areSeparated ? 1 : 0);
      const own: [BookLine, ...BookLine[]] = [{ text: line, from: at }];
      paragraph = { lines: own, block: { ...rest, kind: 'paragraph', lines: own, level: 0, opens } };
    }
    before = paragraph !== null ? 'paragraph' : kind === 'break' ? 'break' : 'heading';
    previousKind = isHeading ? 'heading' : kind;
    gap = 0;
    startsPage = false;
  }
  if (paragraph !== null) yield paragraph.block;
}

/** Characters of a line in one style by one author, and the range of the text that they come from. */
export interface BookRun<Style> extends TextRange {
  readonly text: string;
  readonly emphasis: boolean;
  readonly strong: boolean;
  /** Of its author; null for none of its own. */
  readonly style: Style | null;
}

/** Reads the shown runs of lines, in order; lines must be in text order. */
export type RunReader<Style> = (line: BookLine) => readonly BookRun<Style>[];

/**
 * Reads runs with the styles of their authors, typeset if the book is (`books.md`, *Typography*).
 * @param cuts offsets, in order, that no run has in it
 */
export function runReader<Style>(
  { spans, book }: Pick<ExportedPath, 'spans' | 'book'>,
  styles: ReadonlyMap<AgentId, Style>,
  cuts: readonly number[] = [],
): RunReader<Style> {
  const cutter = new AuthorCutter(spans, styles);
  const divide = offsetCutter(cuts);
  return ({ text, from }) => {
    const runs = inlineRuns(text).flatMap(({ emphasis, strong, ...run }) =>
      [...cutter.cut(from + run.from, from + run.to)].flatMap(({ style, ...cut }) =>
        divide(cut).map((range) => ({
          ...range,
          text: text.slice(range.from - from, range.to - from),
          emphasis,
          strong,
          style,
        })),
      ),
    );
    const shown = typesetBy(
      book?.settings,
      runs.map((run) => run.text),
    );
    return runs.map((run, index) => ({ ...run, text: shown[index] ?? run.text }));
  };
}

/** Divides ranges, which must be in text order, at offsets. */
function offsetCutter(cuts: readonly number[]): (range: TextRange) => readonly TextRange[] {
  let next = 0;
  return ({ from, to }) => {
    while ((cuts[next] ?? Infinity) <= from) next += 1;
    const ranges: TextRange[] = [];
    let reached = from;
    for (let cut = cuts[next]; cut !== undefined && cut < to; cut = cuts[next]) {
      if (cut > reached) ranges.push({ from: reached, to: cut });
      reached = cut;
      next += 1;
    }
    return [...ranges, { from: reached, to }];
  };
}

function typesetBy({ isTypeset = false, language = '' }: BookSettings = {}, runs: readonly string[]) {
  return isTypeset ? typeset(runs, language) : runs;
}

/** The words of a line as a book shows them. */
export function shownWords(line: BookLine, book: BookSettings | undefined): string {
  return typesetBy(book, [lineWords(line)]).join('');
}

/** The shown words of a line. */
export function lineWords({ text }: BookLine): string {
  return inlineRuns(text)
    .map(({ from, to }) => text.slice(from, to))
    .join('')
    .trim();
}

/** A part of a book that begins a page of its own. */
export interface BookChapter {
  /**
   * `title` is the heading of the whole text, `text` what comes before the first heading; a `part` is the heading above
   * chapters, with what stands between it and the first of them.
   */
  readonly role: 'front' | 'title' | 'text' | 'part' | 'chapter' | 'back';
  readonly blocks: readonly [BookBlock, ...BookBlock[]];
}

/** More headings than this are those of entries, which stay together in what is above them. */
const MAX_CHAPTERS = 5_000;

/**
 * The chapters of a manuscript, in order. They are of the highest level that has several headings, otherwise of the first
 * one that has any.
 */
export function readChapters(path: Pick<ExportedPath, 'text' | 'book'>): readonly BookChapter[] {
  const blocks = [...readBook(path)];
  const story = path.book?.story ?? { from: 0, to: path.text.length };
  const sideOf = ({ lines: [{ from }] }: BookBlock) =>
    from < story.from ? 'front' : from >= story.to ? 'back' : 'text';
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' && sideOf(block) === 'text' ? [{ kind: block.kind, level: block.level }] : [],
  );
  const levels = headings.map(({ level }) => level);
  let chapters = chapterLevel(headings) ?? Math.min(...new Set(levels));
  while (levels.filter((level) => level <= chapters).length > MAX_CHAPTERS) chapters -= 1;
  const parts: { role: BookChapter['role']; blocks: [BookBlock, ...BookBlock[]] }[] = [];
  for (const block of blocks) {
    const side = sideOf(block);
    const last = parts.at(-1);
    const begins = side === 'text' && block.kind === 'heading' && block.level <= chapters;
    const isSide = last?.role === side || (side === 'text' && last?.role !== 'front');
    if (last !== undefined && isSide && !begins && !block.startsPage) {
      last.blocks.push(block);
      continue;
    }
    // One heading alone above the chapters, with which the text begins, is its title.
    const isFirst = !parts.some(({ role }) => role !== 'front');
    const isTitle =
      begins && isFirst && block.level < chapters && levels.filter((l) => l === block.level).length === 1;
    const role = !begins ? side : isTitle ? 'title' : block.level < chapters ? 'part' : 'chapter';
    parts.push({ role, blocks: [block] });
  }
  return parts;
}

/** The level of the highest heading that divides a book; infinite for none. */
export function topLevelOf(chapters: readonly BookChapter[]): number {
  return Math.min(
    ...chapters.flatMap(({ role, blocks: [{ level }] }) =>
      role === 'part' || role === 'chapter' ? level : [],
    ),
  );
}

/** The level of a heading in a document of its own, 1 to 6: the first divides the book. */
export function shownLevel(level: number, topLevel: number): number {
  return Math.min(6, Math.max(1, Number.isFinite(topLevel) ? level - topLevel + 1 : level));
}

/** The title of a book, which may be its tree's; never blank. */
export function bookTitle({ title, book }: Pick<ExportedPath, 'title' | 'book'>): string {
  return (book?.settings.title || title).trim() || 'Untitled';
}

/** Returns true for the title with which a text begins, if a page before it has its words already. */
export function repeatsTitle({ role, blocks }: BookChapter, title: string): boolean {
  return role === 'title' && blocks.length === 1 && lineWords(blocks[0].lines[0]) === title;
}

/** The language of a book as a well-formed tag; `und` for none. */
export function languageOf({ language = '' }: BookSettings): string {
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) ? language : 'und';
}

/**
 * Chapters of a book as a book of their own, in the order of the book and with the numbers that they have in the whole.
 * @param indexes in `readChapters`; others are left out
 */
export function chaptersAlone(path: ExportedPath, indexes: ReadonlySet<number>): ExportedPath {
  const chapters = readChapters(path);
  const startOf = (chapter: BookChapter | undefined) =>
    chapter === undefined
      ? path.text.length
      : path.text.lastIndexOf('\n', chapter.blocks[0].lines[0].from - 1) + 1;
  const pages: number[] = [];
  const leftOut: Splice[] = [];
  let reached = 0;
  const parts: { readonly role: BookChapter['role']; readonly text: string; readonly spans: Spans }[] = [];
  let length = 0;
  for (const [index, chapter] of chapters.entries()) {
    if (!indexes.has(index)) continue;
    const [from, to] = [startOf(chapter), startOf(chapters[index + 1])];
    leftOut.push({ from: reached, to: from, insert: '' });
    reached = to;
    if (length > 0 && path.book?.pages.includes(from) === true) pages.push(length);
    parts.push({
      role: chapter.role,
      text: path.text.slice(from, to),
      spans: sliceSpans(path.spans, from, to),
    });
    length += to - from;
  }
  const text = parts.map((part) => part.text).join('');
  leftOut.push({ from: reached, to: path.text.length, insert: '' });
  const marks = path.marks && {
    marks: followMarks(
      path.marks,
      leftOut.filter(({ from, to }) => from < to),
    ),
  };
  const spans = concatSpans(...parts.map((part) => part.spans));
  const alone = { ...path, ...marks, text, spans, isPart: true };
  if (path.book === undefined) return alone;
  const lengthOf = (role: 'front' | 'back') =>
    parts.reduce((sum, part) => sum + (part.role === role ? part.text.length : 0), 0);
  const story = { from: lengthOf('front'), to: length - lengthOf('back') };
  return { ...alone, book: { settings: path.book.settings, pages, story } };
}

/** The longest name of a chapter in a list, in UTF-16 code units. */
const LONGEST_LABEL = 200;

/** The name of a chapter in a list; never blank. */
export function chapterLabel(
  { role, blocks: [first] }: BookChapter,
  path: Pick<ExportedPath, 'title' | 'book'>,
): string {
  if (role === 'text') return bookTitle(path);
  const words = shownWords(first.lines[0], path.book?.settings);
  return cutText((first.kind === 'heading' ? words : firstWords(words)) || '…', LONGEST_LABEL);
}
