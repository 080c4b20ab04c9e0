import { isInsidePair } from '../text/surrogate-pair.ts';

/** Where a text may be cut so that a reader would hardly notice, best first: each the end of a match. */
const SEAMS: readonly RegExp[] = [
  // Paragraphs with a blank line between them; what begins the next line is its own.
  /\n(?:[^\S\n]*\n)+/g,
  /\n/g,
  /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*/g,
  /\s+/g,
];

/** A part shorter than this share of the longest is not worth a better seam. */
const SHORTEST = 1 / 4;

/** What belongs to the character before it. */
const JOINED = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;

/** How far back a character made of many code units is looked for. */
const LONGEST_CHARACTER = 128;

/**
 * The best place to cut a text in `(from, latest]`, as near to `wanted` as there is one. Never inside a surrogate pair,
 * and inside a character of several code points only where it is longer than the range.
 */
export function cutNear(text: string, from: number, latest: number, wanted: number): number {
  const earliest = from + (latest - from) * SHORTEST;
  const range = text.slice(from, latest);
  for (const seam of SEAMS) {
    let best: number | undefined;
    for (const match of range.matchAll(seam)) {
      const at = from + match.index + match[0].length;
      if (at < earliest || JOINED.test(text.slice(at, at + 2))) continue;
      if (best === undefined || Math.abs(at - wanted) < Math.abs(best - wanted)) best = at;
    }
    if (best !== undefined) return best;
  }
  return characterBefore(text, from, latest);
}

/** The last boundary between characters at or before `latest`. */
function characterBefore(text: string, from: number, latest: number): number {
  // The first character of the stretch may have begun before it, and its boundary is not looked at.
  const start = Math.max(from, latest - LONGEST_CHARACTER);
  const stretch = text.slice(start, latest + LONGEST_CHARACTER);
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(stretch);
  const boundary = start + (characters.containing(latest - start)?.index ?? 0);
  if (boundary > start) return boundary;
  return isInsidePair(text, latest) && latest - 1 > from ? latest - 1 : latest;
}
