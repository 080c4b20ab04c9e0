import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { NONE, type Reader } from '../connection/query.ts';
import { sqliteCodeOf } from '../connection/sqlite-errors.ts';
import { getTreeKey } from '../tables/keys.ts';
import { bit } from '../tables/schema.ts';
import { hiddenAmong } from '../tree/hidden-positions.ts';
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
  /** Only in this tree; without it, in all. */
  readonly treeId?: TreeId;
  /** Only what one of these wrote; without it, anyone. */
  readonly authorIds?: readonly AgentId[];
  /** Only what was written then or later. Milliseconds. */
  readonly from?: number;
  /** Only what was written earlier than that. Milliseconds. */
  readonly until?: number;
  /** Only at positions that have a bookmark. */
  readonly bookmarked?: boolean;
  /** At most this many hits, 1 to 1,000. */
  readonly limit: number;
  /** The best of the newest 2,000 matches first, instead of the newest. */
  readonly ranked?: boolean;
  /** How long a scan may take, in milliseconds: what the index cannot answer. */
  readonly scanMilliseconds: number;
}

/** The version that a note's author had in front of them, and its position. */
export interface NotedNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** What a note is on; null for text. */
  readonly noteOn: NotedNode | null;
  /** The position itself, or one above it. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The end of what comes before the node in its branch, at most 120 characters; of a note, the end of what it is on. */
  readonly before: string;
  /** The text around the first match, `…` where it was cut. */
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** False where the scan ran out of time or there may be more hits than the limit. */
  readonly complete: boolean;
}

/** Nodes read between two looks at the clock. */
const SCAN_STEP = 1000;

/**
 * Nodes whose text matches what the writer typed, the newest first. All words must be there, the last one as a
 * beginning; words in double quotes in their order; `AND`, `OR`, `NOT` and brackets as FTS5 reads them; anything it
 * cannot read is looked for as it stands. Accents and case do not matter. Chinese, Japanese, Korean, Thai and Khmer
 * letters, and what has no letters at all, are found by reading the texts, newest first, until the time is up.
 * @throws {AspenError} INVALID_ARGUMENT for a limit outside 1 to 1,000; NOT_FOUND where there is no such tree
 */
export function searchText(reader: Reader, typed: string, options: SearchOptions): SearchResult {
  const { limit, treeId } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new AspenError('INVALID_ARGUMENT', `${limit} is no limit from 1 to 1,000`);
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
    // A query that FTS5 cannot read has no code of its own: it is the plain one for a wrong statement.
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
  const hidden = hiddenAmong(reader, rows);
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
