import type { Match } from './word-query.ts';

/** A text and what was found in it. */
export interface RankedText {
  readonly length: number;
  readonly matches: readonly Match[];
}

/** How soon further matches of a word count less, and how much shorter texts are preferred (Okapi BM25). */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * The texts with the best first, those that are equal in the given order: with more of the words, rare ones counting
 * more, and shorter. How rare a word is, these texts say: the index would have to be read for it as a whole.
 */
export function rankTexts<T extends RankedText>(texts: readonly T[]): readonly T[] {
  const total = new Map<number, number>();
  let length = 0;
  for (const text of texts) {
    length += text.length;
    for (const { term } of text.matches) total.set(term, (total.get(term) ?? 0) + 1);
  }
  const average = length / Math.max(1, texts.length);
  const weight = (term: number) => 1 / (1 + (total.get(term) ?? 0) / texts.length);
  const score = ({ length: own, matches }: RankedText) => {
    const counts = new Map<number, number>();
    for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
    const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (own / Math.max(1, average)));
    return [...counts].reduce((sum, [term, count]) => sum + (weight(term) * count) / (count + damping), 0);
  };
  return texts
    .map((text) => ({ text, score: score(text) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ text }) => text);
}
