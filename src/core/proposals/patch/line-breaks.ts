/** How an agent breaks lines where the manuscript does otherwise. */
import type { FoldedWords } from './fold-words.ts';

/** For a number of line breaks that an agent writes between two words, what the manuscript has there. */
export type LineBreaks = ReadonlyMap<number, string>;

/** Compares the white space between the same words of two texts. Where the manuscript is not consistent, it says nothing. */
export function compareLineBreaks(
  sent: { readonly text: string; readonly words: FoldedWords },
  kept: { readonly text: string; readonly words: FoldedWords },
): LineBreaks {
  const breaks = new Map<number, string>();
  const inconsistent = new Set<number>();
  for (let index = 0; index + 1 < sent.words.keys.length; index++) {
    const count = countBreaks(spaceAfter(sent, index));
    if (count === 0) continue;
    const found = countBreaks(spaceAfter(kept, index));
    const space = found === 0 ? ' ' : '\n'.repeat(found);
    if ((breaks.get(count) ?? space) !== space) inconsistent.add(count);
    breaks.set(count, space);
  }
  for (const count of inconsistent) breaks.delete(count);
  return breaks;
}

/** The text with line breaks like those of the manuscript. */
export function withLineBreaks(text: string, breaks: LineBreaks): string {
  return text.replace(/[^\S\n]*\n\s*/g, (space) => breaks.get(countBreaks(space)) ?? space);
}

function spaceAfter(
  { text, words }: { readonly text: string; readonly words: FoldedWords },
  index: number,
): string {
  return text.slice(words.ends[index], words.starts[index + 1]);
}

function countBreaks(space: string): number {
  return space.split('\n').length - 1;
}
