import { sectionsOf } from './sections.ts';

/**
 * Counts the chapters of a text: the headings of the highest level that occurs more than once, since one alone is the
 * book's title. 0 if no level does.
 */
export function countChapters(text: string): number {
  const counts = new Map<number, number>();
  for (const { kind, level } of sectionsOf(text))
    if (kind === 'heading') counts.set(level, (counts.get(level) ?? 0) + 1);
  const levels = [...counts].filter(([, count]) => count > 1).toSorted(([a], [b]) => a - b);
  return levels[0]?.[1] ?? 0;
}
