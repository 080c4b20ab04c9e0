import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { NONE, type Reader } from '../connection/query.ts';
import { sqliteCodeOf } from '../connection/sqlite-errors.ts';
import { getTreeKey } from '../tables/keys.ts';
import { bit } from '../tables/schema.ts';
import { findHiddenPositions } from '../tree/find-hidden-positions.ts';
import { planSearch } from './search-query.ts';
import { findAll, type Highlight, withoutMarks } from './search-snippet.ts';
import {
  bestMatches,
  type HitFilter,
  type HitRow,
  lastKey,
  newestMatches,
  scanRange,
} from './search-statements.ts';

export interface SearchOptions {
  /** Only in this tree; all trees if absent. */
  readonly treeId?: TreeId;
  /** Only nodes by these authors; any author if absent. */
  readonly authorIds?: readonly AgentId[];
  /** Only nodes created at or after this time. Milliseconds. */
  readonly from?: number;
  /** Only nodes created before this time. Milliseconds. */
  readonly until?: number;
  /** Only at bookmarked positions. */
  readonly bookmarked?: boolean;
  /** At most this many hits, 1 to 1,000. */
  readonly limit: number;
  /** Sorts the newest 2,000 matches by rank instead of by age. */
  readonly ranked?: boolean;
  /** The time limit for a scan, in milliseconds: a scan answers what the index cannot. */
  readonly scanMilliseconds: number;
}

/** The annotated version that the note's author saw, and its position. */
export interface NotedNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** For a note, the node it annotates; null for text. */
  readonly noteOn: NotedNode | null;
  /** Whether the position or one above it is pruned. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /**
   * The end of the text before the node in its branch, at most 120 characters; for a note, the end of the
   * text it annotates.
   */
  readonly before: string;
  /** The text around the first match, with `…` where it was cut. */
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** False when the scan ran out of time or there may be more hits than the limit. */
  readonly complete: boolean;
}

/** Nodes read between two checks of the time limit. */
const SCAN_STEP = 1000;

/**
 * Finds nodes whose text matches the writer's input, newest first. All words must occur, the last one as a
 * prefix; words in double quotes in that order; FTS5 interprets `AND`, `OR`, `NOT` and parentheses, and input
 * that it cannot parse is searched for literally. Accents and case are ignored. Chinese, Japanese, Korean,
 * Thai and Khmer, and input without letters, are found by scanning the texts, newest first, within the time
 * limit.
 * @throws {AspenError} INVALID_ARGUMENT for a limit outside 1 to 1,000; NOT_FOUND when there is no such tree
 */
export function searchText(reader: Reader, typed: string, options: SearchOptions): SearchResult {
  const { limit, treeId } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new AspenError('INVALID_ARGUMENT', `the limit ${limit} is not from 1 to 1,000`);
  }
  const tree = treeId === undefined ? null : getTreeKey(reader, treeId);
  const { authorIds, from, until, bookmarked = false } = options;
  const filter: HitFilter = {
    tree,
    authors: authorIds === undefined ? null : JSON.stringify(authorIds),
    from: from ?? null,
    until: until ?? null,
    bookmarked: bit(bookmarked),
  };
  const plan = planSearch(typed);
  switch (plan.by) {
    case 'nothing':
      return { hits: [], complete: true };
    case 'scan':
      return scan(reader, plan.needle, filter, options);
    case 'index': {
      const query = options.ranked === true ? bestMatches : newestMatches;
      const rows = matching(reader, query, plan.match, plan.literal, { ...filter, limit: limit + 1 });
      return { hits: hitsOf(reader, rows.slice(0, limit)), complete: rows.length <= limit };
    }
  }
}

function matching(
  reader: Reader,
  query: typeof newestMatches,
  match: string,
  literal: string,
  rest: HitFilter & { readonly limit: number },
): readonly HitRow[] {
  try {
    return reader.all(query, { match, ...rest });
  } catch (error) {
    // FTS5 reports a query it cannot parse with SQLite's general error code.
    if (sqliteCodeOf(error) !== 'SQLITE_ERROR' || match === literal) throw error;
    return reader.all(query, { match: literal, ...rest });
  }
}

function scan(reader: Reader, needle: string, filter: HitFilter, options: SearchOptions): SearchResult {
  const { limit, scanMilliseconds } = options;
  const started = performance.now();
  const rows: HitRow[] = [];
  let upTo = Number(reader.first(lastKey, NONE)?.key ?? 0);
  while (upTo > 0 && rows.length <= limit) {
    const after = Math.max(0, upTo - SCAN_STEP);
    rows.push(...reader.all(scanRange, { ...filter, after, upTo, needle, limit: limit + 1 - rows.length }));
    upTo = after;
    if (performance.now() - started > scanMilliseconds) break;
  }
  const hits = hitsOf(reader, rows.slice(0, limit)).map((hit) => ({
    ...hit,
    highlights: findAll(hit.snippet, needle),
  }));
  return { hits, complete: upTo === 0 && rows.length <= limit };
}

function hitsOf(reader: Reader, rows: readonly HitRow[]): readonly SearchHit[] {
  const hidden = findHiddenPositions(reader, rows);
  return rows.map((row) => toHit(row, hidden.has(row.position_id)));
}

function toHit(row: HitRow, pruned: boolean): SearchHit {
  const { noted_id: noted, noted_position_id: notedPosition } = row;
  return {
    nodeId: row.id as NodeId,
    positionId: row.position_id as PositionId,
    treeId: row.tree_id as TreeId,
    authorId: row.author_id as AgentId,
    noteOn:
      noted === null || notedPosition === null
        ? null
        : { nodeId: noted as NodeId, positionId: notedPosition as PositionId },
    pruned,
    createdAt: row.created_at,
    before: row.before ?? '',
    ...withoutMarks(row.snippet),
  };
}
