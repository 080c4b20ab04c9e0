import { sql } from 'kysely';
import { defineQuery } from '../connection/query.ts';
import type { Bit, Key } from '../tables/schema.ts';

/** A hit as the statements return it. */
export interface HitRow {
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
  /** The whole text of a version at a split, with marks around the matches unless it was scanned; null for others. */
  readonly marked: string | null;
}

const SNIPPET_WORDS = 16;
/** Ranks only this many of the newest matches, so that its cost does not grow with the grove. */
const RANKED_WITHIN = 2000;

/** At most this many code points before a hit are returned, from at most this many nodes. */
const BEFORE = { length: 120, nodes: 12 };

// Climbs from the version that the node's author saw, until there is enough text.
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

// Left joins, because a root has no edge. Its text is empty, but may not be in a damaged file.
const hitJoins = sql`
  cross join node as position on position.key = node.position_key
  cross join loom_tree on loom_tree.key = node.loom_tree_key
  cross join agent on agent.key = node.author_agent_key
  left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
  left join node as noted on noted.key = source.origin_node_key
  left join node as noted_position on noted_position.key = noted.position_key`;

/** The parameters of every statement besides the search text. */
export interface HitFilter {
  readonly tree: Key | null;
  /** A JSON array of agents' ids. */
  readonly authors: string | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly bookmarked: Bit;
  /** A JSON array of positions that show the bookmark of another (`readBookmarksOnSplits`). */
  readonly marked: string;
}

// The beginning of another text, made to branch there: each match is also in that text, unless that is pruned.
const isDuplicate = sql`
  node.split_at is not null and coalesce((
    with recursive climb (key) as (
      select node.key
      union
      select divided.position_key
      from climb
      cross join node as split on split.key = climb.key and split.split_at is not null
      cross join node as divided on divided.key = split.edited_from_key
    )
    select base.pruned = 0 from climb cross join node as base on base.key = climb.key and base.split_at is null
  ), 0)`;

// Only the newest version of a note counts; the others are shown nowhere.
const isWanted = (p: HitFilter) => sql`
  (${p.tree} is null or node.loom_tree_key = ${p.tree})
  and (${p.authors} is null or node.author_agent_key in (
    select agent.key from json_each(${p.authors}) as wanted cross join agent on agent.id = wanted.value))
  and (${p.from} is null or node.created_at >= ${p.from})
  and (${p.until} is null or node.created_at < ${p.until})
  and (${p.bookmarked} = 0 or node.bookmarked = 1 or node.position_key in (
    select base.key from json_each(${p.marked}) as wanted cross join node as base on base.id = wanted.value))
  and not (${isDuplicate})
  and (edge.edge_type is not 'annotation' or not exists (
    select 1 from node as later where later.position_key = node.position_key and later.key > node.key))`;

const ownEdge = sql`left join edge on edge.target_node_key = node.key`;

const indexSnippet = sql`snippet(node_text, 0, char(1), char(2), '…', ${sql.lit(SNIPPET_WORDS)}) as snippet,
  iif(position.split_at is null, null, highlight(node_text, 0, char(1), char(2))) as marked`;

/** Matches in the index, newest first. */
export const newestMatches = defineQuery(
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

/**
 * The best of the newest matches in the index. It queries the index twice, for the best matches and for their
 * snippets. Looking up each of the best by key would collect all texts matching a prefix again each time: ten
 * seconds among a million nodes.
 */
export const bestMatches = defineQuery(
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

/** The greatest node key; 0 when there are no nodes. */
export const lastKey = defineQuery('search.lastKey', (db) =>
  db.selectFrom('node').select((eb) => eb.fn.coalesce(eb.fn.max('key'), eb.lit(0)).as('key')),
);

/** Nodes in a range of keys whose text contains a needle, newest first. */
export const scanRange = defineQuery(
  'search.scan',
  (_, p: HitFilter & { after: Key; upTo: Key; needle: string; limit: number }) => sql<HitRow>`
    select ${hitColumns},
      iif(instr(node.text, ${p.needle}) > 41, '…', '')
        || substr(node.text, max(1, instr(node.text, ${p.needle}) - 40), 80 + length(${p.needle}))
        || iif(length(node.text) > max(1, instr(node.text, ${p.needle}) - 40) + 79 + length(${p.needle}), '…', '')
        as snippet,
      iif(position.split_at is null, null, node.text) as marked
    from node
    ${ownEdge}
    ${hitJoins}
    where node.key > ${p.after} and node.key <= ${p.upTo} and instr(node.text, ${p.needle}) > 0
      and ${isWanted(p)}
    order by node.key desc
    limit ${p.limit}`,
);
