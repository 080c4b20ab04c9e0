import { sql } from 'kysely';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { getTreeKey } from './keys.ts';
import { defineQuery, NONE, type Reader } from './query.ts';
import type { Bit, Key } from './schema.ts';
import { planSearch } from './search-query.ts';
import { sqliteCodeOf } from './sqlite-errors.ts';

export interface SearchOptions {
  /** Only in this tree; without it, in all. */
  readonly treeId?: TreeId;
  /** At most this many hits, 1 to 1,000. */
  readonly limit: number;
  /** The best of the newest 2,000 matches first, instead of the newest. */
  readonly ranked?: boolean;
  /** How long a scan may take, in milliseconds: what the index cannot answer. */
  readonly scanMilliseconds: number;
}

/** A range of a snippet, half-open, in UTF-16 code units. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The text around the first match, `…` where it was cut. */
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** False where the scan ran out of time or there may be more hits than the limit. */
  readonly complete: boolean;
}

interface HitRow {
  readonly key: Key;
  readonly id: string;
  readonly position_id: string;
  readonly tree_id: string;
  readonly author_id: string;
  readonly pruned: Bit;
  readonly created_at: number;
  readonly snippet: string;
}

/** Around a match in a snippet; a text that has one of them only loses it there. */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const MARKS = new RegExp(`([${OPEN}${CLOSE}])`);
const SNIPPET_WORDS = 16;
/** Ranking looks at this many of the newest matches, so that its cost does not grow with the grove. */
const RANKED_WITHIN = 2000;

const hitColumns = sql`
  node.key, node.id, position.id as position_id, loom_tree.id as tree_id, agent.id as author_id, node.pruned,
  node.created_at`;

const hitJoins = sql`
  cross join node as position on position.key = node.position_key
  cross join loom_tree on loom_tree.key = node.loom_tree_key
  cross join agent on agent.key = node.author_agent_key`;

const indexSnippet = sql`snippet(node_text, 0, char(1), char(2), '…', ${sql.lit(SNIPPET_WORDS)}) as snippet`;

const newestMatches = defineQuery(
  'search.newest',
  (_, p: { match: string; tree: Key | null; limit: number }) => sql<HitRow>`
    select ${hitColumns}, ${indexSnippet}
    from node_text
    cross join node on node.key = node_text.rowid
    ${hitJoins}
    where node_text match ${p.match} and (${p.tree} is null or node.loom_tree_key = ${p.tree})
    order by node_text.rowid desc
    limit ${p.limit}`,
);

// The index is asked twice, once for the best and once for their snippets: asked for each of the best by its key, it would
// collect all texts with the beginning of a word again each time, ten seconds of it among a million nodes.
const bestMatches = defineQuery(
  'search.ranked',
  (_, p: { match: string; tree: Key | null; limit: number }) => sql<HitRow>`
    with best (key, score) as materialized (
      select key, score from (
        select node_text.rowid as key, bm25(node_text) as score
        from node_text
        cross join node on node.key = node_text.rowid
        where node_text match ${p.match} and (${p.tree} is null or node.loom_tree_key = ${p.tree})
        order by node_text.rowid desc
        limit ${sql.lit(RANKED_WITHIN)}
      )
      order by score, key desc
      limit ${p.limit}
    )
    select ${hitColumns}, ${indexSnippet}
    from node_text
    cross join best on best.key = +node_text.rowid
    cross join node on node.key = best.key
    ${hitJoins}
    where node_text match ${p.match} and node_text.rowid >= (select min(key) from best)
    order by best.score, best.key desc`,
);

const lastKey = defineQuery('search.lastKey', (db) =>
  db.selectFrom('node').select((eb) => eb.fn.coalesce(eb.fn.max('key'), eb.lit(0)).as('key')),
);

const scanRange = defineQuery(
  'search.scan',
  (_, p: { after: Key; upTo: Key; needle: string; tree: Key | null; limit: number }) => sql<HitRow>`
    select ${hitColumns},
      substr(node.text, max(1, instr(node.text, ${p.needle}) - 40), 80 + length(${p.needle})) as snippet
    from node
    ${hitJoins}
    where node.key > ${p.after} and node.key <= ${p.upTo} and instr(node.text, ${p.needle}) > 0
      and (${p.tree} is null or node.loom_tree_key = ${p.tree})
    order by node.key desc
    limit ${p.limit}`,
);

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
  const plan = planSearch(typed);
  switch (plan.by) {
    case 'nothing':
      return { hits: [], complete: true };
    case 'scan':
      return scan(reader, plan.needle, tree, options);
    case 'index': {
      const query = options.ranked === true ? bestMatches : newestMatches;
      const rows = matching(reader, query, plan.match, plan.literal, { tree, limit: limit + 1 });
      return { hits: rows.slice(0, limit).map(toHit), complete: rows.length <= limit };
    }
  }
}

function matching(
  reader: Reader,
  query: typeof newestMatches,
  match: string,
  literal: string,
  rest: { readonly tree: Key | null; readonly limit: number },
): readonly HitRow[] {
  try {
    return reader.all(query, { match, ...rest });
  } catch (error) {
    // A query that FTS5 cannot read has no code of its own: it is the plain one for a wrong statement.
    if (sqliteCodeOf(error) !== 'SQLITE_ERROR' || match === literal) throw error;
    return reader.all(query, { match: literal, ...rest });
  }
}

function scan(reader: Reader, needle: string, tree: Key | null, options: SearchOptions): SearchResult {
  const { limit, scanMilliseconds } = options;
  const started = performance.now();
  const rows: HitRow[] = [];
  let upTo = Number(reader.first(lastKey, NONE)?.key ?? 0);
  while (upTo > 0 && rows.length <= limit) {
    const after = Math.max(0, upTo - SCAN_STEP);
    rows.push(...reader.all(scanRange, { after, upTo, needle, tree, limit: limit + 1 - rows.length }));
    upTo = after;
    if (performance.now() - started > scanMilliseconds) break;
  }
  const hits = rows
    .slice(0, limit)
    .map((row) => ({ ...toHit(row), highlights: findAll(row.snippet, needle) }));
  return { hits, complete: upTo === 0 && rows.length <= limit };
}

function findAll(text: string, needle: string): readonly Highlight[] {
  const found: Highlight[] = [];
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
    found.push({ from, to: from + needle.length });
  }
  return found;
}

function toHit(row: HitRow): SearchHit {
  return {
    nodeId: row.id as NodeId,
    positionId: row.position_id as PositionId,
    treeId: row.tree_id as TreeId,
    authorId: row.author_id as AgentId,
    pruned: row.pruned === 1,
    createdAt: row.created_at,
    ...withoutMarks(row.snippet),
  };
}

function withoutMarks(marked: string): {
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
