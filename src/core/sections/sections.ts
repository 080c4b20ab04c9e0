/** The chapters and scenes of a text: its headings and scene breaks, nested, with word counts. */
import type { PositionId } from '../ids.ts';
import { countWords } from '../text/count-words.ts';
import { firstWords } from '../text/first-words.ts';
import { headingLevel, type LineKind } from '../text/markdown-scan.ts';
import { type LineRole, levelOfHeading, ROLE_START, roleOf } from './headings.ts';

/** The level of a scene break: below every heading. */
export const BREAK_LEVEL = 7;

/** A part of a text that begins with a heading or a scene break. */
export interface Section {
  readonly kind: 'heading' | 'break';
  /** Start of its heading or break, in UTF-16 code units of the text. */
  readonly from: number;
  /** The length of the line of its heading or break, in UTF-16 code units. */
  readonly lineLength: number;
  /** 1 to 6 for headings, `BREAK_LEVEL` for scene breaks. */
  readonly level: number;
  /** The words of the heading, or the first words after the break; empty if there are none. */
  readonly title: string;
  /** Words from its beginning to the next section, whatever its level. */
  readonly words: number;
  /** Words from its beginning to the next section that is not inside it. */
  readonly allWords: number;
}

/** A chapter or a scene of the text on the screen, typed or committed. */
export interface TextSection extends Section {
  /** The index of the node in which it begins, 0-based; of what is not committed yet, the number of nodes or more. */
  readonly index: number;
  /** Its start in the text that the node shows. */
  readonly offset: number;
  /** The node's position; null until it is committed. */
  readonly positionId: PositionId | null;
  /** It begins with the node, or after white space there: all of the node is in it, or in sections after it. */
  readonly beginsNode: boolean;
}

/** A section that is being read. */
interface Draft extends Omit<Section, 'allWords' | 'title' | 'words'> {
  title: string;
  words: number;
}

/**
 * Collects the sections of a text that arrives line by line, so that a long one can be read a part at a time. A break
 * with nothing after it but a heading, or nothing before it but one, is part of the ornament and no section.
 */
export class SectionCollector {
  readonly #sections: Draft[] = [];
  /** A line waits for the next one, which may underline it. */
  #line: string | null = null;
  /** Start of that line. */
  #from = 0;
  #previousKind: LineKind = 'blank';
  #isUnderline = false;
  /** There is prose in the current section. */
  #hasProse = false;
  readonly #wordsOf: (line: string) => number;

  /** @param wordsOf counts the words of a line */
  constructor(wordsOf: (line: string) => number = countWords) {
    this.#wordsOf = wordsOf;
  }

  /** Adds the next line, without its line break. */
  add(line: string): void {
    if (this.#line !== null) this.#take(this.#line, line);
    this.#line = line;
  }

  /** The sections, once every line was added. */
  end(): readonly Section[] {
    if (this.#line !== null) this.#take(this.#line, '');
    this.#line = null;
    if (!this.#hasProse && this.#sections.at(-1)?.kind === 'break') this.#mergeLast();
    return withAllWords(this.#sections);
  }

  #take(line: string, nextLine: string): void {
    const start = line.length > ROLE_START ? line.slice(0, ROLE_START) : line;
    const role: LineRole = this.#isUnderline
      ? { kind: 'blank', title: null, isUnderlined: false }
      : roleOf(start, this.#previousKind, nextLine);
    const { kind, isUnderlined } = role;
    const current = this.#sections.at(-1);
    if (kind === 'heading') {
      if (!this.#hasProse && current?.kind === 'break') this.#mergeLast();
      const level = levelOfHeading(start, role, nextLine);
      this.#begin('heading', line, level, role.title ?? headingTitle(start));
    } else if (kind === 'break' && this.#hasProse) this.#begin('break', line, BREAK_LEVEL, '');
    else if (kind === 'prose') {
      if (current !== undefined && current.title === '') current.title = firstWords(start) ?? '';
      this.#hasProse = true;
    }
    const section = this.#sections.at(-1);
    if (section !== undefined && kind !== 'blank') section.words += this.#wordsOf(line);
    // The line that underlines a heading is neither prose nor a break.
    this.#isUnderline = isUnderlined;
    this.#previousKind = kind;
    this.#from += line.length + 1;
  }

  #begin(kind: Section['kind'], { length }: string, level: number, title: string): void {
    this.#sections.push({ kind, from: this.#from, lineLength: length, level, title, words: 0 });
    this.#hasProse = false;
  }

  /** Adds the last section to the one before it. */
  #mergeLast(): void {
    const words = this.#sections.pop()?.words ?? 0;
    const before = this.#sections.at(-1);
    if (before !== undefined) before.words += words;
  }
}

/** The sections of a text, in order. @param text normalised (`normaliseText`) */
export function sectionsOf(text: string): readonly Section[] {
  const collector = new SectionCollector();
  for (const line of text.split('\n')) collector.add(line);
  return collector.end();
}

/** A text without the headings and breaks that it begins with; all of it if nothing follows them. */
export function withoutHeading(text: string): string {
  return text.slice(Math.max(0, proseStart(text)));
}

/** The start of the first line that is neither blank nor a heading or a break; -1 for none. */
export function proseStart(text: string): number {
  let previous: LineKind = 'blank';
  let isUnderline = false;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const next = text.indexOf('\n', to + 1);
    const role = roleOf(text.slice(from, to), previous, text.slice(to + 1, next < 0 ? text.length : next));
    if (role.kind === 'prose' && !isUnderline) return from;
    isUnderline = role.isUnderlined;
    previous = isUnderline ? 'heading' : role.kind;
    from = to + 1;
  }
  return -1;
}

/** For each section the index of the one that it is in; -1 for none. */
export function parentSections(sections: readonly Pick<Section, 'level'>[]): Int32Array {
  const parents = new Int32Array(sections.length).fill(-1);
  const open: number[] = [];
  for (const [index, { level }] of sections.entries()) {
    while (open.length > 0 && (sections[open.at(-1) ?? 0]?.level ?? 0) >= level) open.pop();
    parents[index] = open.at(-1) ?? -1;
    open.push(index);
  }
  return parents;
}

/** The chapter and the scene that a section is in. */
export interface ChapterPlace<S> {
  /** Null before the first heading. */
  readonly chapter: S | null;
  /** 1-based, in the chapter; null if it has no scene breaks. */
  readonly scene: number | null;
}

/** @param index of the section, one of `sections`; -1 before the first */
export function chapterPlace<S extends Pick<Section, 'kind'>>(
  sections: readonly S[],
  index: number,
): ChapterPlace<S> {
  const start = sections.findLastIndex(({ kind }, at) => at <= index && kind === 'heading');
  const end = sections.findIndex(({ kind }, at) => at > index && kind === 'heading');
  const hasBreaks = sections.slice(start + 1, end < 0 ? undefined : end).length > 0;
  return { chapter: sections[start] ?? null, scene: hasBreaks ? index - start + 1 : null };
}

/** Adds to the words of each section those of the sections that are inside it. */
export function withAllWords(sections: readonly Omit<Section, 'allWords'>[]): readonly Section[] {
  const parents = parentSections(sections);
  const all = sections.map(({ words }) => words);
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const parent = parents[index] ?? -1;
    if (parent >= 0) all[parent] = (all[parent] ?? 0) + (all[index] ?? 0);
  }
  return sections.map((section, index) => ({ ...section, allWords: all[index] ?? 0 }));
}

/** The words of a heading line, without markers of headings and emphasis. */
export function headingTitle(line: string): string {
  return line
    .slice(headingLevel(line))
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replaceAll(/[*_]+(?=\S)|(?<=\S)[*_]+/g, '')
    .trim();
}

/**
 * The level of the chapters: the highest that occurs more than once, since one heading alone is the book's title. Null if
 * no level does.
 */
export function chapterLevel(sections: readonly Pick<Section, 'kind' | 'level'>[]): number | null {
  const counts = new Map<number, number>();
  for (const { kind, level } of sections)
    if (kind === 'heading') counts.set(level, (counts.get(level) ?? 0) + 1);
  const repeated = [...counts].flatMap(([level, count]) => (count > 1 ? [level] : []));
  return repeated.length === 0 ? null : Math.min(...repeated);
}

/** Counts the chapters of a text. */
export function countChapters(text: string): number {
  const sections = sectionsOf(text);
  const chapters = chapterLevel(sections);
  return sections.filter(({ kind, level }) => kind === 'heading' && level === chapters).length;
}
