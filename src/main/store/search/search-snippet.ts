import { cutText } from '../../../core/text/limits.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';

/** A range of a snippet, half-open, in UTF-16 code units. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
}

/**
 * The characters that the index puts around a match (`search-statements.ts`). If a text contains one, only
 * its snippet loses it.
 */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const MARKS = new RegExp(`([${OPEN}${CLOSE}])`);

/** Strips the marks from a snippet returned by the index, and returns the ranges between them. */
export function withoutMarks(marked: string): {
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
} {
  let snippet = '';
  let from: number | undefined;
  const highlights: Highlight[] = [];
  for (const part of marked.split(MARKS)) {
    if (part === OPEN) {
      from = snippet.length;
    } else if (part === CLOSE) {
      if (from !== undefined) highlights.push({ from, to: snippet.length });
      from = undefined;
    } else {
      snippet += part;
    }
  }
  return { snippet, highlights };
}

/** Every occurrence of a needle in a text. */
export function findAll(text: string, needle: string): readonly Highlight[] {
  const found: Highlight[] = [];
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
    found.push({ from, to: from + needle.length });
  }
  return found;
}

/** Characters of a text around its first match in a snippet that is made here. */
const AROUND = { before: 40, after: 80 };

/** A text around the first of its matches, with `…` where it was cut; never cut inside a surrogate pair. */
export function snippetAround(
  text: string,
  matches: readonly Highlight[],
): { readonly snippet: string; readonly highlights: readonly Highlight[] } {
  const [first] = matches;
  if (first === undefined) return { snippet: cutText(text, AROUND.after), highlights: [] };
  const from = snapToPairStart(text, Math.max(0, first.from - AROUND.before));
  const to = snapToPairStart(text, Math.min(text.length, first.to + AROUND.after));
  const [start, end] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  return {
    snippet: `${start}${text.slice(from, to)}${end}`,
    highlights: matches
      .filter((match) => match.to <= to)
      .map((match) => ({ from: match.from - from + start.length, to: match.to - from + start.length })),
  };
}
