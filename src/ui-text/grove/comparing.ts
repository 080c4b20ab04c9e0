/** Differences between the file at a grove's path and the grove in the window. */
import { countOf } from '../plural.ts';

export const FILE_COMPARISON = 'This window and the file there now';
export const ONLY_IN_WINDOW = 'Only in this window';
export const OPEN_OTHER = 'Open it in another window';

export function onlyIn(fileName: string): string {
  return `Only in ${fileName}`;
}

/** The contents of one side. */
interface SideContents {
  readonly texts: number;
  /** Number of texts that the other side lacks. */
  readonly own: number;
  /** Words that are not committed. */
  readonly typedWords: number;
  readonly notes: number;
  readonly bookmarks: number;
  readonly tags: number;
  readonly pruned: number;
  readonly summaries: number;
}

export function ownTexts({ texts, own, typedWords }: SideContents): string {
  const committed = own === 0 ? 'No text' : `${own.toLocaleString('en')} of ${countOf(texts, 'text')}`;
  return typedWords > 0 ? `${committed}, and ${countOf(typedWords, 'word')} typed last` : committed;
}

/** Contents of a side besides texts, in two words each. */
export function besideTexts({ notes, bookmarks, tags, pruned, summaries }: SideContents): readonly string[] {
  return [
    ...(notes > 0 ? [countOf(notes, 'note')] : []),
    ...(bookmarks > 0 ? [countOf(bookmarks, 'bookmark')] : []),
    ...(tags > 0 ? [countOf(tags, 'tag')] : []),
    ...(pruned > 0 ? [`${countOf(pruned, 'text')} set aside`] : []),
    ...(summaries > 0 ? [countOf(summaries, 'summary', 'summaries')] : []),
  ];
}

export function treesText(titles: readonly string[]): string {
  return `Trees: ${titles.join(', ')}`;
}

export function andMore(count: number): string {
  return `and ${count.toLocaleString('en')} more`;
}

/** The comparison in a sentence. */
export const COMPARED = {
  otherGrove: (fileName: string) => `${fileName} is a different grove now.`,
  both: (_fileName: string) => 'Each has something that the other lacks.',
  window: (fileName: string) => `Everything in ${fileName} is in this window too.`,
  file: (fileName: string) => `Everything in this window is in ${fileName} too. Find it to continue there.`,
  same: (fileName: string) => `Both have the same contents. Find it to continue in ${fileName}.`,
} as const;
