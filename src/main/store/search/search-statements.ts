import { sql } from 'kysely';
import { defineQuery } from '../connection/query.ts';
import type { Bit, Key } from '../tables/schema.ts';

/** A text that a search is looking at. */
export interface FoundRow {
  readonly key: Key;
  readonly id: string;
  readonly position_id: string;
  readonly tree_id: string;
  readonly text: string | null;
  /** Its position is a split. */
  readonly is_split: Bit;
}

/** A hit as the statements return it. */
export interface HitRow extends FoundRow {
  readonly author_id: string;
  readonly authorship: string | null;
  readonly created_at: number;
  readonly noted_id: string | null;
  readonly noted_position_id: string | null;
  readonly before: string | null;
}

/** At most this many code points before a hit are returned, from at most this many nodes. */
export const BEFORE = { length: 120, nodes: 12 };

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

const foundColumns = sql`
  node.key, node.id, position.id as position_id, loom_tree.id as tree_id, node.text, position.split_at is not null as is_split`;

const hitColumns = sql`
  ${foundColumns}, agent.id as author_id, node.authorship, node.created_at, iif(edge.edge_type = 'annotation', noted.id, null) as noted_id,
  iif(edge.edge_type = 'annotation', noted_position.id, null) as noted_position_id, ${textBefore}`;

const foundJoins = sql`
  cross join node as position on position.key = node.position_key
  cross join loom_tree on loom_tree.key = node.loom_tree_key`;

// Left joins, because a root has no edge. Its text is empty, but may not be in a damaged file.
const hitJoins = sql`
  ${foundJoins}
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
export const isDuplicate = sql`
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

// By an agent is what has a character of theirs; a damaged column counts as absent, as in lists (`decodeAuthors`).
const isBy = (p: HitFilter) => {
  const wanted = sql`
    select agent.key from json_each(${p.authors}) as wanted cross join agent on agent.id = wanted.value`;
  return sql`iif(node.authorship is not null and json_valid(node.authorship),
    exists (select 1 from json_each(node.authorship) as run where run.value ->> 0 in (${wanted})),
    node.author_agent_key in (${wanted}))`;
};

// Only the newest version of a note counts; the others are shown nowhere.
const isWanted = (p: HitFilter) => sql`
  (${p.tree} is null or node.loom_tree_key = ${p.tree})
  and (${p.authors} is null or ${isBy(p)})
  and (${p.from} is null or node.created_at >= ${p.from})
  and (${p.until} is null or node.created_at < ${p.until})
  and (${p.bookmarked} = 0 or node.bookmarked = 1 or node.position_key in (
    select base.key from json_each(${p.marked}) as wanted cross join node as base on base.id = wanted.value))
  and not (${isDuplicate})
  and (edge.edge_type is not 'annotation' or not exists (
    select 1 from node as later where later.position_key = node.position_key and later.key > node.key))`;

const ownEdge = sql`left join edge on edge.target_node_key = node.key`;

/** A range of keys: greater than `after`, up to and including `upTo`. At most `limit` rows of it, the newest first. */
export interface KeyRange {
  readonly after: Key;
  readonly upTo: Key;
  readonly limit: number;
}

const inRange = (key: ReturnType<typeof sql>, p: KeyRange) =>
  sql`${key} > ${p.after} and ${key} <= ${p.upTo}`;

/** Matches in the index, newest first. */
export const newestMatches = defineQuery(
  'search.newest',
  (_, p: HitFilter & KeyRange & { match: string }) => sql<HitRow>`
    select ${hitColumns}
    from node_text
    cross join node on node.key = node_text.rowid
    ${ownEdge}
    ${hitJoins}
    where node_text match ${p.match} and ${inRange(sql`node_text.rowid`, p)} and ${isWanted(p)}
    order by node_text.rowid desc
    limit ${p.limit}`,
);

/** The same with no more than what ranking looks at. */
export const newestTexts = defineQuery(
  'search.texts',
  (_, p: HitFilter & KeyRange & { match: string }) => sql<FoundRow>`
    select ${foundColumns}
    from node_text
    cross join node on node.key = node_text.rowid
    ${ownEdge}
    ${foundJoins}
    where node_text match ${p.match} and ${inRange(sql`node_text.rowid`, p)} and ${isWanted(p)}
    order by node_text.rowid desc
    limit ${p.limit}`,
);

/** The hits at these keys, a JSON array, in its order. */
export const hitsAt = defineQuery(
  'search.hitsAt',
  (_, p: { keys: string }) => sql<HitRow>`
    select ${hitColumns}
    from json_each(${p.keys}) as wanted
    cross join node on node.key = wanted.value
    ${ownEdge}
    ${hitJoins}
    order by wanted.key`,
);

/** The greatest node key; 0 when there are no nodes. */
export const lastKey = defineQuery('search.lastKey', (db) =>
  db.selectFrom('node').select((eb) => eb.fn.coalesce(eb.fn.max('key'), eb.lit(0)).as('key')),
);

/** Nodes in a range of keys whose text contains a needle, newest first. */
export const scanRange = defineQuery(
  'search.scan',
  (_, p: HitFilter & KeyRange & { needle: string }) => sql<HitRow>`
    select ${hitColumns}
    from node
    ${ownEdge}
    ${hitJoins}
    where ${inRange(sql`node.key`, p)} and instr(node.text, ${p.needle}) > 0 and ${isWanted(p)}
    order by node.key desc
    limit ${p.limit}`,
);
