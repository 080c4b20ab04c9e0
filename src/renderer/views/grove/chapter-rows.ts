import { parentSections, type TextSection } from '../../../core/sections/sections.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';

/** A chapter in the list of the grove pane. */
export interface ChapterRow {
  readonly section: TextSection;
  /** Chapters around it. */
  readonly depth: number;
  /** Those of them that have a number. */
  readonly numbered: number;
  /** In place of the word “Chapter” and its number, where all chapters of its level have them; empty for none. */
  readonly number: string;
  readonly title: string;
}

const NUMBERED = /^(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo)\s+(\w+)\s*[.:–—-]?\s+(.+)$/iu;

/** The rows of a text's chapters. @param list its sections, of which scenes have no row */
export function chapterRows(list: readonly TextSection[]): readonly ChapterRow[] {
  const headings = list.filter(({ kind }) => kind === 'heading');
  const parents = parentSections(headings);
  const found = headings.map(({ title }) => NUMBERED.exec(title));
  // One without a title has its whole heading, and does not keep the others from being short.
  const isNumbered = (at: number) => found[at] !== null || /^\S+\s+\w+$/.test(headings[at]?.title ?? '');
  const levels = new Map<number, boolean>();
  for (const [at, { level }] of headings.entries())
    levels.set(level, (levels.get(level) ?? true) && isNumbered(at));
  const counts = new Map<number, number>();
  const rows: ChapterRow[] = [];
  for (const [at, section] of headings.entries()) {
    const parent = parents[at] ?? -1;
    const count = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, count);
    const above = rows[parent];
    const row = {
      section,
      depth: above === undefined ? 0 : above.depth + 1,
      numbered: above === undefined ? 0 : above.numbered + (above.number === '' ? 0 : 1),
    };
    const [, written = '', title = ''] = found[at] ?? [];
    if (found[at] === null || levels.get(section.level) !== true)
      rows.push({ ...row, number: '', title: sectionTitle(section) });
    else rows.push({ ...row, number: /^\d+$/.test(written) ? written : String(count), title });
  }
  return rows;
}
