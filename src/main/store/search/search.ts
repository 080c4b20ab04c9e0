import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { NONE, type Reader } from '../connection/query.ts';
import { sqliteCodeOf } from '../connection/sqlite-errors.ts';
import { getTreeKey } from '../tables/keys.ts';
import { bit } from '../tables/schema.ts';
import { listTrees } from '../tables/trees.ts';
import { findHiddenPositions } from '../tree/find-hidden-positions.ts';
import { readBookmarksOnSplits } from '../tree/hidden-splits.ts';
import { type ShownHit, showHits } from './beyond-fork.ts';
import { planSearch } from './search-query.ts';
import type { Highlight } from './search-snippet.ts';
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

/** The most matches read to find as many hits as wanted among them. */
const MAX_ROWS = 4_000;

/** Nodes read between two checks of the time limit. */
const SCAN_STEP = 1000;

/**
 * Finds nodes whose text matches the writer's input, newest first. All words must occur, the last one as a
 * prefix; words in double quotes in that order; FTS5 interprets `AND`, `OR`, `NOT` and parentheses, and input
 * that it cannot parse is searched for literally. Accents and case are ignored. Chinese, Japanese, Korean,
 * Thai and Khmer, and input without letters, are found by scanning the texts, newest first, within the time
 * limit. What a hidden split shares with the text that it divides is found there only (`domain.md`, *Forks*).
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
    marked: JSON.stringify(bookmarked ? positionsMarkedFor(reader, treeId) : []),
  };
  const plan = planSearch(typed);
  switch (plan.by) {
    case 'nothing':
      return { hits: [], complete: true };
    case 'scan':
      return scan(reader, plan.needle, filter, options);
    case 'index': {
      const query = options.ranked === true ? bestMatches : newestMatches;
      for (let most = limit + 1; ; most *= 4) {
        const rows = matching(reader, query, plan.match, plan.literal, { ...filter, limit: most });
        const shown = showHits(reader, rows, null);
        // Some may have been left out, and others follow.
        if (shown.length <= limit && rows.length === most && most < MAX_ROWS) continue;
        const complete = shown.length <= limit && rows.length < most;
        return { hits: hitsOf(reader, shown.slice(0, limit)), complete };
      }
    }
  }
}

/** The positions that show the bookmark of a hidden split, in one tree or in all. */
function positionsMarkedFor(reader: Reader, treeId: TreeId | undefined): readonly PositionId[] {
  const trees = treeId === undefined ? listTrees(reader).map(({ id }) => id) : [treeId];
  return trees.flatMap((id) => [...readBookmarksOnSplits(reader, id).labels.keys()]);
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
  const shown: ShownHit[] = [];
  let upTo = Number(reader.first(lastKey, NONE)?.key ?? 0);
  while (upTo > 0 && shown.length <= limit) {
    const after = Math.max(0, upTo - SCAN_STEP);
    const most = limit + 1 - shown.length;
    const rows = reader.all(scanRange, { ...filter, after, upTo, needle, limit: most });
    shown.push(...showHits(reader, rows, needle));
    // If some were left out, others follow in the same range.
    upTo = rows.length === most ? (rows.at(-1)?.key ?? after + 1) - 1 : after;
    if (performance.now() - started > scanMilliseconds) break;
  }
  const hits = hitsOf(reader, shown.slice(0, limit));
  return { hits, complete: upTo === 0 && shown.length <= limit };
}

function hitsOf(reader: Reader, shown: readonly ShownHit[]): readonly SearchHit[] {
  const hidden = findHiddenPositions(
    reader,
    shown.map(({ row }) => row),
  );
  return shown.map((hit) => toHit(hit, hidden.has(hit.row.position_id)));
}

function toHit({ row, snippet, highlights }: ShownHit, pruned: boolean): SearchHit {
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
    snippet,
    highlights,
  };
}
