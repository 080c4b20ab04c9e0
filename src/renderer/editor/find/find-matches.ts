/** One search of a text, as the search thread runs it. Pure. */
import { type FindQuery, matchesOf, patternOf, replacementOf } from '../../../core/text/find-pattern.ts';

export interface SearchRequest {
  /** Neither empty nor an invalid regular expression. */
  readonly query: FindQuery;
  readonly text: string;
  /** The replacement; null for a search only. */
  readonly template: string | null;
}

export interface SearchMatches {
  /** Starts and ends of matches, in text order and without overlaps. UTF-16 code units. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The replacement of each match; empty without a template. */
  readonly inserts: readonly string[];
}

export function search({ query, text, template }: SearchRequest): SearchMatches {
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
