/** A range of a snippet, half-open, in UTF-16 code units. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
}

/** What the index puts around a match (`search-statements.ts`); a text that has one of them only loses it there. */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const MARKS = new RegExp(`([${OPEN}${CLOSE}])`);

/** A snippet as the index answers it, without the marks around its matches, and where those are. */
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

/** Where a text stands in a snippet. */
export function findAll(text: string, needle: string): readonly Highlight[] {
  const found: Highlight[] = [];
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
    found.push({ from, to: from + needle.length });
  }
  return found;
}
