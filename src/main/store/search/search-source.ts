/** Where a search reads the texts that may match: the index, or all texts in turn. */

import type { Reader } from '../connection/query.ts';
import { sqliteCodeOf } from '../connection/sqlite-errors.ts';
import type { Key } from '../tables/schema.ts';
import { matchAll } from './match-expression.ts';
import type { SearchPlan } from './search-query.ts';
import {
  type FoundRow,
  type HitFilter,
  type HitRow,
  type KeyRange,
  newestMatches,
  newestTexts,
  scanRange,
} from './search-statements.ts';
import { matchNeedle, matchWords, type TextMatcher } from './word-query.ts';

/** Texts between two checks of the time: in a scan; and at first in the index, where it doubles. */
const SCAN_STEP = 1_000;
const INDEX_STEP = 100_000;

/** Where rows come from that may match, and what recognises the matches in them. */
export interface SearchSource {
  readonly matcher: TextMatcher;
  /** Texts between two checks of the time. */
  readonly step: number;
  readonly growth: number;
  rows(range: KeyRange): readonly HitRow[];
  /** The same rows with only what ranking needs; null if they cannot be ranked. */
  readonly texts: ((range: KeyRange) => readonly FoundRow[]) | null;
}

export function openSource(
  reader: Reader,
  plan: Exclude<SearchPlan, { readonly by: 'nothing' }>,
  filter: HitFilter,
): SearchSource {
  if (plan.by === 'scan') {
    const { needle } = plan;
    return {
      matcher: matchNeedle(needle),
      step: SCAN_STEP,
      growth: 1,
      rows: (range) => reader.all(scanRange, { ...filter, ...range, needle }),
      texts: null,
    };
  }
  const fits = plan.by === 'words' || isSyntax(reader, plan.match, filter);
  const query = fits ? plan.query : plan.literal;
  const match = plan.by === 'syntax' && fits ? plan.match : matchAll(reader, query.terms);
  return {
    matcher: matchWords(query),
    step: INDEX_STEP,
    growth: 2,
    rows: (range) => reader.all(newestMatches, { ...filter, ...range, match }),
    texts: (range) => reader.all(newestTexts, { ...filter, ...range, match }),
  };
}

/** Whether FTS5 can parse a query. */
function isSyntax(reader: Reader, match: string, filter: HitFilter): boolean {
  try {
    reader.all(newestTexts, { ...filter, after: 0 as Key, upTo: 0 as Key, limit: 1, match });
    return true;
  } catch (error) {
    // FTS5 reports a query it cannot parse with SQLite's general error code.
    if (sqliteCodeOf(error) !== 'SQLITE_ERROR') throw error;
    return false;
  }
}
