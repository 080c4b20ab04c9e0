/** A story’s text as its book has it: with what comes before and after it, and the numbers of its headings. */
import { applySplices } from '../buffer/apply-splices.ts';
import type { ExportedPath } from '../exchange/exported-path.ts';
import { headingWords } from '../exchange/plain-text.ts';
import { headingLevel } from '../text/markdown-scan.ts';
import { concatSpans, type SpannedText } from '../text/span.ts';
import type { DraftSplice } from '../text/splice.ts';
import { followMarks, shiftMarks } from './book-marks.ts';
import type { BookSettings } from './book-settings.ts';
import { headingCounter } from './heading-number.ts';
import { manuscriptLines } from './read-book.ts';

/** The documents of a book. */
export interface BookMatter {
  readonly front: readonly SpannedText[];
  readonly back: readonly SpannedText[];
}

/** Binds the text of a manuscript, of which what is left out has gone already. Numbers count through it. */
export function bindBook(path: ExportedPath, settings: BookSettings, matter: BookMatter): ExportedPath {
  const splices = spliceHeadings(path, settings);
  const story = applySplices(path, splices);
  const pages: number[] = [];
  const parts: SpannedText[] = [];
  let length = 0;
  const add = (part: SpannedText, startsPage: boolean) => {
    if (part.text.trim() === '') return;
    if (parts.length > 0) {
      const before = parts.at(-1)?.text ?? '';
      const gap = before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
      if (gap !== '') parts.push({ text: gap, spans: [{ agent: path.writerId, length: gap.length }] });
      length += gap.length;
    }
    if (startsPage) pages.push(length);
    parts.push(part);
    length += part.text.length;
  };
  for (const part of matter.front) add(part, true);
  const start = length;
  add(story, pages.length > 0);
  const end = length;
  // White space may stand before it.
  const at = Math.max(start, end - story.text.length);
  for (const part of matter.back) add(part, true);
  // Without other parts the text is exactly the story's, even if it is blank.
  const bound = pages.length === 0 ? story : joined(parts);
  const marks = path.marks && { marks: shiftMarks(followMarks(path.marks, splices.toReversed()), at) };
  return {
    ...path,
    ...marks,
    text: bound.text,
    spans: bound.spans,
    book: { settings, pages, story: { from: start, to: end } },
  };
}

function joined(parts: readonly SpannedText[]): SpannedText {
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
  };
}

/** Numbers the headings, and takes away the one at the beginning that the title page repeats. */
function spliceHeadings(
  { text, writerId }: ExportedPath,
  { title, headings = [] }: BookSettings,
): readonly DraftSplice[] {
  const numberOf = headingCounter(headings);
  const splices: DraftSplice[] = [];
  let isBeginning = true;
  let from = 0;
  for (const { kind, text: line } of manuscriptLines(text)) {
    const level = kind === 'heading' ? headingLevel(line) : 0;
    const repeats = level === 1 && isBeginning && title !== '' && headingWords(line) === title;
    const number = level === 0 || repeats ? '' : numberOf(level);
    const at = from + line.search(/[^#\s]/);
    if (repeats)
      splices.push({ from, to: Math.min(text.length, from + line.length + 1), insert: '', spans: [] });
    else if (number !== '')
      splices.push({ from: at, to: at, insert: number, spans: [{ agent: writerId, length: number.length }] });
    if (kind !== 'blank') isBeginning = false;
    from += line.length + 1;
  }
  // From the end, so that none moves another.
  return splices.toReversed();
}

/** The lines of a title page, for formats that have no other: the title as a heading, and the rest below it. */
export function titlePage({ title = '', subtitle = '', authors = [] }: BookSettings): string {
  const lines = [title === '' ? '' : `# ${title}`, subtitle, authors.join(', ')].filter(
    (line) => line !== '',
  );
  return lines.map((line) => `${line}\n\n`).join('');
}

/** A text with a book’s mark in place of its scene breaks. */
export function withSceneMarks(text: string, mark: string | null | undefined): string {
  if (mark == null) return text;
  return manuscriptLines(text)
    .map((line) => (line.kind === 'break' ? mark : line.text))
    .join('\n');
}
