/** One look through a text, as it is asked of the thread that does it. Pure. */
import { type FindQuery, matchesOf, patternOf, replacementOf } from '../../../core/text/find-pattern.ts';

export interface SearchRequest {
  /** Has a pattern: something is looked for, and a regular expression is one. */
  readonly query: FindQuery;
  readonly text: string;
  /** What finds are to become; null where nobody asked. */
  readonly template: string | null;
}

export interface SearchAnswer {
  /** Where finds begin and end, in text order; none overlaps another. UTF-16 code units. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** What each becomes; empty without a template. */
  readonly inserts: readonly string[];
}

export function search({ query, text, template }: SearchRequest): SearchAnswer {
  const from: number[] = [];
  const to: number[] = [];
  const inserts: string[] = [];
  const pattern = patternOf(query);
  if (pattern !== null) {
    for (const match of matchesOf(pattern, text)) {
      from.push(match.index);
      to.push(match.index + match[0].length);
      if (template !== null) inserts.push(replacementOf(template, match, query.isRegExp));
    }
  }
  return { from: Uint32Array.from(from), to: Uint32Array.from(to), inserts };
}
