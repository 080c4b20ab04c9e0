/** The sections of a document: a heading and what follows it, up to the next of its level or above (`documents.md`). */
import { readHeadings, readHeadingsInSteps } from '../markdown/read-markdown.ts';
import { type Section, withAllWords } from '../sections/sections.ts';
import { countWords } from '../text/count-words.ts';
import type { TextRange } from '../text/span.ts';
import { foldName } from './find-document.ts';

/** In UTF-16 code units of the document. */
export interface DocumentSection extends TextRange {
  /** From 1 to 6. */
  readonly level: number;
  /** The words of its heading; may be empty. */
  readonly title: string;
}

/** The same sections with their words, as the outline shows those of a story. A heading or a block of the text a step. */
export function* outlineSections(text: string): Generator<void, readonly Section[]> {
  const headings = yield* readHeadingsInSteps(text);
  const sections: Omit<Section, 'allWords'>[] = [];
  for (const [index, { from, to, level, title }] of headings.entries()) {
    const words = countWords(text.slice(from, headings[index + 1]?.from ?? text.length));
    sections.push({ kind: 'heading', from, lineLength: to - from, level, title, words });
    yield;
  }
  return withAllWords(sections);
}

/** Separates the sections of an address: `Marie/Motivation` is the section Motivation within Marie. */
const WITHIN = '/';

/** All sections of a text, those within others too, in the order of their headings. */
export function documentSections(text: string): readonly DocumentSection[] {
  const sections: (DocumentSection & { to: number })[] = [];
  /** Open sections, each within the one before. */
  const open: (DocumentSection & { to: number })[] = [];
  for (const { from, level, title } of readHeadings(text)) {
    while ((open.at(-1)?.level ?? 0) >= level) {
      const ended = open.pop();
      if (ended !== undefined) ended.to = from;
    }
    const section = { from, to: text.length, level, title };
    sections.push(section);
    open.push(section);
  }
  return sections;
}

/**
 * The section that an address names, whatever its case: the words of its heading, if need be after those of a heading that
 * it is within. The first match wins, and words that are a heading as they are go before parts of them. Null for none.
 * @param address without `#` or `§`
 */
export function findSection(sections: readonly DocumentSection[], address: string): DocumentSection | null {
  const wanted = foldName(address);
  if (wanted === '') return null;
  const whole = sections.find(({ title }) => foldName(title) === wanted);
  if (whole !== undefined) return whole;
  for (let at = address.indexOf(WITHIN); at >= 0; at = address.indexOf(WITHIN, at + 1)) {
    const outer = foldName(address.slice(0, at));
    const inner = address.slice(at + 1);
    for (const section of sections) {
      if (foldName(section.title) !== outer) continue;
      const found = findSection(
        sections.filter(({ from, to }) => from > section.from && to <= section.to),
        inner,
      );
      if (found !== null) return found;
    }
  }
  return null;
}
