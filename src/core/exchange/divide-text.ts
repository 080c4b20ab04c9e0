/** Divides imported text into positions. */
import { sectionStarts } from '../sections/headings.ts';
import { cutNear } from './cut-near.ts';
import { headingWords } from './plain-text.ts';

/** The maximum length of an imported position, in UTF-16 code units. */
export const LONGEST_PART = 8_000;

/** A file with more sections than this consists of short entries: neighbours are merged. */
const MAX_SECTIONS = 2_000;

export interface Division {
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
