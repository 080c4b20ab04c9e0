import type { TextRange } from './span.ts';
import { snapToPairStart } from './surrogate-pair.ts';

/** The platform's sentence rules, which handle quotation marks and other scripts; the same on every computer. */
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A longer sentence is divided, at a space if one is near. In UTF-16 code units. */
const LONGEST = 4_000;
/** Distance within which a space is sought, in UTF-16 code units. */
const WORD_SEARCH = 100;

/**
 * The sentences of one line, each with the space after it: joined, they are the line. None is empty or longer than 4,000
 * UTF-16 code units, and no boundary splits a surrogate pair.
 */
export function sentencesOf(line: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const { index, segment } of sentences.segment(line)) {
    const end = index + segment.length;
    let from = index;
    while (end - from > LONGEST) {
      const to = cutBefore(line, from + LONGEST);
      ranges.push({ from, to });
      from = to;
    }
    ranges.push({ from, to: end });
  }
  return ranges;
}

function cutBefore(line: string, limit: number): number {
  const space = line.lastIndexOf(' ', limit - 1);
  return space >= limit - WORD_SEARCH ? space + 1 : snapToPairStart(line, limit);
}
