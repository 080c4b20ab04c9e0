/** Divides imported text into positions. */
import { sectionStarts } from '../sections/headings.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import { headingWords } from './plain-text.ts';

/** The maximum length of an imported position, in UTF-16 code units. */
export const LONGEST_PART = 8_000;

/** A file with more sections than this consists of short entries: neighbours are merged. */
const MAX_SECTIONS = 2_000;

interface Division {
  /**
   * The divided text: joined, the parts are the text; none is empty or longer than the limit (`LONGEST_PART`
   * by default).
   */
  readonly parts: readonly string[];
  /** The words of the first heading; null if there is none. */
  readonly heading: string | null;
}

/**
 * Divides a text at headings and scene breaks. A section that is still too long is cut between paragraphs, or
 * else between lines, sentences, words and finally characters. A heading stays with the text that follows it.
 * @param text normalised (`normaliseText`)
 */
export function divideText(text: string, longest: number = LONGEST_PART): Division {
  const { starts, heading } = sectionsOf(text);
  const parts: string[] = [];
  const sections = starts.length > MAX_SECTIONS ? mergeSections(starts, text.length, longest) : starts;
  for (const [index, from] of sections.entries()) {
    const to = sections[index + 1] ?? text.length;
    let at = from;
    while (to - at > longest) {
      const left = to - at;
      const cut = cutNear(text, at, at + longest, at + Math.ceil(left / Math.ceil(left / longest)));
      parts.push(text.slice(at, cut));
      at = cut;
    }
    if (at < to) parts.push(text.slice(at, to));
  }
  return { parts, heading };
}

/** The offsets at which sections start, the first being 0, and the words of the first heading. */
function sectionsOf(text: string): { readonly starts: readonly number[]; readonly heading: string | null } {
  let heading: string | null = null;
  const starts = sectionStarts(text, ({ kind, line, title }) => {
    if (kind === 'heading') heading ??= title ?? headingWords(line);
    return true;
  });
  return { starts, heading: heading === '' ? null : heading };
}

/** Merges as many neighbouring sections as fit into one part. */
function mergeSections(starts: readonly number[], length: number, longest: number): readonly number[] {
  const merged: number[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? length;
    const last = merged.at(-1);
    if (last === undefined || end - last > longest) merged.push(start);
  }
  return merged;
}

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
