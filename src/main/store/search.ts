import { sql } from 'kysely';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { getTreeKey } from './keys.ts';
import { defineQuery, NONE, type Reader } from './query.ts';
import { type Bit, bit, type Key } from './schema.ts';
import { planSearch } from './search-query.ts';
import { sqliteCodeOf } from './sqlite-errors.ts';

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

/** A range of a snippet, half-open, in UTF-16 code units. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
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

interface HitRow {
  readonly key: Key;
  readonly id: string;
  readonly position_id: string;
  readonly tree_id: string;
  readonly author_id: string;
  readonly created_at: number;
  readonly noted_id: string | null;
  readonly noted_position_id: string | null;
  readonly before: string | null;
  readonly snippet: string;
}

/** Around a match in a snippet; a text that has one of them only loses it there. */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const MARKS = new RegExp(`([${OPEN}${CLOSE}])`);
const SNIPPET_WORDS = 16;
/** Ranking looks at this many of the newest matches, so that its cost does not grow with the grove. */
const RANKED_WITHIN = 2000;

/** What comes before a hit is told up to here, in code points, and looked for in so many nodes. */
const BEFORE = { length: 120, nodes: 12 };

// Up from the version that the node's author had in front of them, until there is enough to tell.
const textBefore = sql`(
  with recursive climb (key, text, depth) as (
    select origin.key, substr(coalesce(origin.text, ''), ${sql.lit(-BEFORE.length)}), 1
    from node as origin where origin.key = source.origin_node_key
    union all
    select origin.key, substr(coalesce(origin.text, '') || climb.text, ${sql.lit(-BEFORE.length)}), climb.depth + 1
    from climb
    cross join edge as up on up.target_node_key = climb.key and up.edge_type = 'continuation'
    cross join edge_source as above on above.edge_key = up.key and above.role = 'primary'
    cross join node as origin on origin.key = above.origin_node_key
    where length(climb.text) < ${sql.lit(BEFORE.length)} and climb.depth < ${sql.lit(BEFORE.nodes)}
  )
  select text from climb order by depth desc limit 1
) as before`;

const hitColumns = sql`
  node.key, node.id, position.id as position_id, loom_tree.id as tree_id, agent.id as author_id, node.created_at, iif(edge.edge_type = 'annotation', noted.id, null) as noted_id,
  iif(edge.edge_type = 'annotation', noted_position.id, null) as noted_position_id, ${textBefore}`;

// A root has no edge; its text is empty, but a damaged file's need not be.
const hitJoins = sql`
  cross join node as position on position.key = node.position_key
  cross join loom_tree on loom_tree.key = node.loom_tree_key
  cross join agent on agent.key = node.author_agent_key
  left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
  left join node as noted on noted.key = source.origin_node_key
  left join node as noted_position on noted_position.key = noted.position_key`;

/** What every statement is asked with beside what is looked for. */
interface HitFilter {
  readonly tree: Key | null;
  /** A JSON array of agents' ids. */
  readonly authors: string | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly bookmarked: Bit;
}

// Of a note only its newest version stands; the others are nowhere to be read.
const isWanted = (p: HitFilter) => sql`
  (${p.tree} is null or node.loom_tree_key = ${p.tree})
  and (${p.authors} is null or node.author_agent_key in (
    select agent.key from json_each(${p.authors}) as wanted cross join agent on agent.id = wanted.value))
  and (${p.from} is null or node.created_at >= ${p.from})
  and (${p.until} is null or node.created_at < ${p.until})
  and (${p.bookmarked} = 0 or node.bookmarked = 1)
  and (edge.edge_type is not 'annotation' or not exists (
    select 1 from node as later where later.position_key = node.position_key and later.key > node.key))`;

const ownEdge = sql`left join edge on edge.target_node_key = node.key`;

const indexSnippet = sql`snippet(node_text, 0, char(1), char(2), '…', ${sql.lit(SNIPPET_WORDS)}) as snippet`;

const newestMatches = defineQuery(
  'search.newest',
  (_, p: HitFilter & { match: string; limit: number }) => sql<HitRow>`
    select ${hitColumns}, ${indexSnippet}
    from node_text
    cross join node on node.key = node_text.rowid
    ${ownEdge}
    ${hitJoins}
    where node_text match ${p.match} and ${isWanted(p)}
    order by node_text.rowid desc
    limit ${p.limit}`,
);

// The index is asked twice, once for the best and once for their snippets: asked for each of the best by its key, it would
// collect all texts with the beginning of a word again each time, ten seconds of it among a million nodes.
const bestMatches = defineQuery(
  'search.ranked',
  (_, p: HitFilter & { match: string; limit: number }) => sql<HitRow>`
    with best (key, score) as materialized (
      select key, score from (
        select node_text.rowid as key, bm25(node_text) as score
        from node_text
        cross join node on node.key = node_text.rowid
        ${ownEdge}
        where node_text match ${p.match} and ${isWanted(p)}
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
    ${ownEdge}
    ${hitJoins}
    where node_text match ${p.match} and node_text.rowid >= (select min(key) from best)
    order by best.score, best.key desc`,
);

const lastKey = defineQuery('search.lastKey', (db) =>
  db.selectFrom('node').select((eb) => eb.fn.coalesce(eb.fn.max('key'), eb.lit(0)).as('key')),
);

const scanRange = defineQuery(
  'search.scan',
  (_, p: HitFilter & { after: Key; upTo: Key; needle: string; limit: number }) => sql<HitRow>`
    select ${hitColumns},
      iif(instr(node.text, ${p.needle}) > 41, '…', '')
        || substr(node.text, max(1, instr(node.text, ${p.needle}) - 40), 80 + length(${p.needle}))
        || iif(length(node.text) > max(1, instr(node.text, ${p.needle}) - 40) + 79 + length(${p.needle}), '…', '')
        as snippet
    from node
    ${ownEdge}
    ${hitJoins}
    where node.key > ${p.after} and node.key <= ${p.upTo} and instr(node.text, ${p.needle}) > 0
      and ${isWanted(p)}
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

function findAll(text: string, needle: string): readonly Highlight[] {
  const found: Highlight[] = [];
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
    found.push({ from, to: from + needle.length });
  }
  return found;
}

const prunedTrees = defineQuery(
  'search.prunedTrees',
  (_, p: { trees: string }) => sql<{ id: string }>`
    select loom_tree.id
    from json_each(${p.trees}) as wanted
    cross join loom_tree on loom_tree.id = wanted.value
    where exists (select 1 from node where node.loom_tree_key = loom_tree.key and node.pruned = 1)`,
);

// A position that many hits have above them is climbed once.
const above = defineQuery(
  'search.above',
  (_, p: { positions: string }) => sql<{ key: Key; above: Key | null; id: string; pruned: Bit }>`
    with recursive climb (key) as (
      select position.key
      from json_each(${p.positions}) as wanted cross join node as position on position.id = wanted.value
      union
      select source.position_key
      from climb
      cross join edge on edge.target_node_key = climb.key
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    )
    select climb.key, source.position_key as above, node.id, node.pruned
    from climb
    cross join node on node.key = climb.key
    left join edge on edge.target_node_key = climb.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'`,
);

/** Those of the positions that are pruned or stand below one that is. Two statements; most groves need but one. */
function hiddenAmong(reader: Reader, rows: readonly HitRow[]): ReadonlySet<string> {
  const trees = JSON.stringify([...new Set(rows.map((row) => row.tree_id))]);
  const pruning = new Set(reader.all(prunedTrees, { trees }).map(({ id }) => id));
  const asked = rows.filter((row) => pruning.has(row.tree_id)).map((row) => row.position_id);
  if (asked.length === 0) return new Set();
  const places = reader.all(above, { positions: JSON.stringify(asked) });
  const byKey = new Map(places.map((place) => [place.key, place]));
  const hidden = new Map<Key, boolean>();
  for (const place of places) {
    const way: Key[] = [];
    let at: typeof place | undefined = place;
    // What was looked at before ends the way, a cycle in a damaged file too.
    while (at !== undefined && !hidden.has(at.key)) {
      way.push(at.key);
      hidden.set(at.key, at.pruned === 1);
      if (at.pruned === 1) break;
      at = at.above === null ? undefined : byKey.get(at.above);
    }
    const isHidden = at !== undefined && hidden.get(at.key) === true;
    for (const key of way) hidden.set(key, isHidden);
  }
  return new Set(places.filter(({ key }) => hidden.get(key) === true).map(({ id }) => id));
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
