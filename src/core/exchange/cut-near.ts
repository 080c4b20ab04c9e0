import { isInsidePair } from '../text/surrogate-pair.ts';

/** Places where a cut is hardly noticeable, best first: after each match. */
const BOUNDARIES: readonly RegExp[] = [
  // A blank line between paragraphs; the indentation of the next line belongs to that line.
  /\n(?:[^\S\n]*\n)+/g,
  /\n/g,
  /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*/g,
  /\s+/g,
];

/** A better boundary is not worth a part shorter than this share of the longest allowed part. */
const MIN_SHARE = 1 / 4;

/** Combines with the character before it. */
const COMBINING = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;

/** Distance within which the start of a character of many code units is sought. */
const MAX_CHARACTER = 128;

/**
 * The best offset in `(from, latest]` to cut a text, as close to `target` as possible. Never inside a
 * surrogate pair, and inside a character of several code points only if it is longer than the range.
 */
export function cutNear(text: string, from: number, latest: number, target: number): number {
  const earliest = from + (latest - from) * MIN_SHARE;
  const range = text.slice(from, latest);
  for (const pattern of BOUNDARIES) {
    let best: number | undefined;
    for (const match of range.matchAll(pattern)) {
      const at = from + match.index + match[0].length;
      if (at < earliest || COMBINING.test(text.slice(at, at + 2))) continue;
      if (best === undefined || Math.abs(at - target) < Math.abs(best - target)) best = at;
    }
    if (best !== undefined) return best;
  }
  return characterBefore(text, from, latest);
}

/** The last character boundary at or before `latest`. */
function characterBefore(text: string, from: number, latest: number): number {
  // The first character of the excerpt may have started before it, so its boundary is ignored.
  const start = Math.max(from, latest - MAX_CHARACTER);
  const excerpt = text.slice(start, latest + MAX_CHARACTER);
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(excerpt);
  const boundary = start + (characters.containing(latest - start)?.index ?? 0);
  if (boundary > start) return boundary;
  return isInsidePair(text, latest) && latest - 1 > from ? latest - 1 : latest;
}
