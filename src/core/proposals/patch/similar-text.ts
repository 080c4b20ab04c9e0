/** The text of a snapshot that is most like what an agent expected: only to be shown, never to be changed. */
import { snapToPairEnd, snapToPairStart } from '../../text/surrogate-pair.ts';
import { LONGEST_QUOTE } from './refuse.ts';

/** Bounds of the search, which is not worth more: words looked for, and places of each. */
const MOST_WORDS = 40;
const MOST_PLACES = 100;
const LONGEST_LINE = 4_000;
/** A line with a smaller share of the words is not similar. */
const LEAST_SHARE = 0.4;

/**
 * The line with most of the words of `expected`, by their length, or 300 code units of it; null if none has many.
 */
export function findSimilar(text: string, expected: string): string | null {
  const words = wordsOf(expected);
  const total = words.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return null;
  const scores = new Map<number, { score: number; first: number }>();
  for (const word of words) {
    const lines = new Set<number>();
    let at = text.indexOf(word);
    for (let places = 0; at >= 0 && places < MOST_PLACES; places++) {
      const start = lineStart(text, at);
      const known = scores.get(start) ?? { score: 0, first: at };
      if (!lines.has(start)) known.score += word.length;
      lines.add(start);
      known.first = Math.min(known.first, at);
      scores.set(start, known);
      at = text.indexOf(word, at + word.length);
    }
  }
  let best: { readonly start: number; readonly score: number; readonly first: number } | null = null;
  for (const [start, { score, first }] of scores) {
    if (best === null || score > best.score || (score === best.score && start < best.start)) {
      best = { start, score, first };
    }
  }
  if (best === null || best.score < LEAST_SHARE * total) return null;
  return quoteLine(text, best.start, best.first);
}

/** The longest words first: they are the rarest. */
function wordsOf(expected: string): readonly string[] {
  const words = new Set(expected.slice(0, LONGEST_LINE).match(/[\p{L}\p{N}\p{M}]+/gu));
  return [...words].sort((one, other) => other.length - one.length).slice(0, MOST_WORDS);
}

/** Where the line begins; of a very long line, the part near the offset. */
function lineStart(text: string, offset: number): number {
  const near = Math.max(0, offset - LONGEST_LINE);
  const found = text.slice(near, offset).lastIndexOf('\n');
  if (found >= 0) return near + found + 1;
  return near === 0 ? 0 : offset - (offset % LONGEST_LINE);
}

function quoteLine(text: string, start: number, first: number): string {
  const excerpt = text.slice(start, start + 2 * LONGEST_LINE);
  const end = excerpt.indexOf('\n');
  const to = end < 0 ? start + excerpt.length : start + end;
  const isLong = to - start > LONGEST_QUOTE;
  const from = isLong && first - start > LONGEST_QUOTE / 2 ? Math.min(first, to - LONGEST_QUOTE) : start;
  return text.slice(
    snapToPairEnd(text, Math.max(start, from)),
    snapToPairStart(text, Math.min(to, from + LONGEST_QUOTE)),
  );
}
