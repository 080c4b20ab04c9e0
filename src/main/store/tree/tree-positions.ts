import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PositionRows } from '../../../core/outline/position-rows.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getTreeKey } from '../tables/keys.ts';
import { logPages } from '../tables/log.ts';
import { newestVersionAt } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';
import { findShownWith, placeDivided } from './divided-rows.ts';
import { RowCollector } from './row-collector.ts';
import { isListed } from './turns/listed-versions.ts';

/** A page of a tree's positions in the order they were written. */
export interface PositionPage {
  readonly positions: PositionRows;
  /** Start of the next page; null after the last page. */
  readonly next: Key | null;
}

type PositionRow = readonly [
  key: Key,
  id: string,
  position: Key,
  parent: Key | null,
  author: Key,
  authorship: string | null,
  flags: number,
  shown: Key | null,
];

// A page counts rows of the file, not of the tree, so that its cost is also bounded in a grove with many trees.
const pageEnd = defineQuery(
  'positions.end',
  (_, p: { after: Key; limit: number }) => sql<{ last: Key | null; count: number }>`
    select max(key) as last, count(*) as count
    from (select key from node where key > ${p.after} order by key limit ${p.limit})`,
);

/** White space, for `trim`. */
const BLANKS = sql.lit(' \t\n\r\u00A0\u2003\u3000');

/** Only short texts are looked at: a long one has words. */
const isEmpty = (node: string) => sql`(${sql.ref(`${node}.finish_reason`)} is 'content_filter'
  or coalesce(octet_length(${sql.ref(`${node}.text`)}) < 100 and trim(${sql.ref(`${node}.text`)}, ${BLANKS}) = '', 0))`;

// The plus keeps SQLite from walking the tree's own index and sorting it for every page.
const positionsBetween = defineQuery(
  'positions.page',
  (_, p: { tree: Key; agent: Key; after: Key; last: Key }) => sql<never>`
    select node.key, node.id, node.position_key, source.position_key, node.author_agent_key, node.authorship,
      -- a sum of OUTLINE_FLAGS (core/tree/position-rows.ts)
      node.bookmarked + 2 * node.pruned + 4 * node.excluded
        + (node.author_type = 'model') * (8 + 16 * (choice.seen_at is null)) + 64 * ${isEmpty('node')},
      choice.version_node_key
    from node
    left join edge on edge.target_node_key = node.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    left join position_choice as choice on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent}
      and choice.position_key = node.position_key
    where node.key > ${p.after} and node.key <= ${p.last} and +node.loom_tree_key = ${p.tree}
      and edge.edge_type is not 'annotation'
    order by node.key`,
);

// For positions with several versions: the version shown, and the number of versions.
const positionsAt = defineQuery(
  'positions.looks',
  (_, p: { tree: Key; agent: Key; keys: string }) => sql<never>`
    select position.key, position.id, source.position_key, shown.author_agent_key, shown.authorship,
      position.bookmarked + 2 * position.pruned + 4 * position.excluded
        + (shown.author_type = 'model') * (8 + 16 * (choice.seen_at is null)) + 64 * ${isEmpty('shown')},
      (select count(*) from node as version where version.position_key = position.key and ${isListed('version')})
    from json_each(${p.keys}) as wanted
    cross join node as position on position.key = wanted.value and position.position_key = position.key
    left join edge on edge.target_node_key = position.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    left join position_choice as choice on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent}
      and choice.position_key = position.key
    cross join node as shown on shown.key = coalesce(
      choice.version_node_key,
      ${newestVersionAt('position.key')}
    )
    where position.loom_tree_key = ${p.tree} and edge.edge_type is not 'annotation'
    order by position.key`,
);

const keysOf = defineQuery(
  'positions.keys',
  (_, p: { tree: Key; ids: string }) => sql<{ key: Key }>`
    select node.position_key as key from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}`,
);

const sourcesOf = defineQuery(
  'positions.sources',
  (_, p: { tree: Key; ids: string }) => sql<{ id: string; on: string; edge_type: string; versions: number }>`
    select position.id, source.id as "on", edge.edge_type,
      (select count(*) from node as version where version.position_key = position.key) as versions
    from json_each(${p.ids}) as wanted
    cross join node as position on position.id = wanted.value and position.loom_tree_key = ${p.tree}
    cross join edge on edge.target_node_key = position.key
    cross join edge_source on edge_source.edge_key = edge.key and edge_source.role = 'primary'
    cross join node as source on source.key = edge_source.position_key`,
);

/** A position, and the one that it continues or annotates. */
export interface PositionSource {
  readonly position: PositionId;
  readonly source: PositionId;
  readonly isNote: boolean;
  readonly versionCount: number;
}

/** The positions that these continue or annotate; without the root. @throws {AspenError} NOT_FOUND */
export function readSources(
  reader: Reader,
  treeId: TreeId,
  positionIds: readonly PositionId[],
): readonly PositionSource[] {
  if (positionIds.length === 0) return [];
  const parameters = { tree: getTreeKey(reader, treeId), ids: JSON.stringify(positionIds) };
  return reader.all(sourcesOf, parameters).map(({ id, on, edge_type, versions }) => ({
    position: id as PositionId,
    source: on as PositionId,
    isNote: edge_type === 'annotation',
    versionCount: versions,
  }));
}

/**
 * Positions of a tree as an agent sees them, those written after `after` (0: from the first), from at most
 * `limit` rows of the file. A position with several versions may occur again in this page or a later one: the
 * last occurrence is right.
 * @throws {AspenError} NOT_FOUND
 */
export function readPositionPage(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  after: Key,
  limit: number,
): PositionPage {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const end = reader.first(pageEnd, { after, limit });
  const last = end?.last ?? null;
  const collected = new RowCollector(reader);
  if (last === null) return { positions: collected.rows(), next: null };
  const revised = new Set<Key>();
  for (const row of reader.columns(positionsBetween, { tree, agent, after, last })) {
    const [key, id, position, parent, author, authorship, flags, shown] = row as unknown as PositionRow;
    if (key !== position) revised.add(position);
    else collected.add({ key, id, parent, author, authorship, flags, versions: 1 });
    if (shown !== null && shown !== position) revised.add(position);
  }
  addPositions(reader, tree, agent, [...revised], collected);
  placeDivided(reader, treeId, agentId, collected);
  return { positions: collected.rows(), next: (end?.count ?? 0) < limit ? null : last };
}

/** Rows of the log read at a time. */
const LOG_PAGE = 1_000;

/**
 * Every position of a tree that changed after a row of the log, as an agent sees it now, by key. Changes to
 * the agent's own path are not included: a path is not in the log.
 * @throws {AspenError} NOT_FOUND
 */
export function readChangedPositions(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  since: number,
): { readonly seq: number; readonly positions: PositionRows } {
  const ids = new Set<PositionId>();
  let seq = since;
  for (const rows of logPages(reader, since, LOG_PAGE)) {
    for (const { entry } of rows) {
      if (entry.tree !== treeId) continue;
      for (const { position } of entry.nodes ?? []) ids.add(position);
      for (const { position } of entry.metadata ?? []) ids.add(position);
    }
    seq = rows.at(-1)?.seq ?? seq;
  }
  const shown = findShownWith(reader, treeId, agentId, ids);
  return { seq, positions: readPositions(reader, treeId, agentId, [...shown]) };
}

/**
 * These positions of a tree as an agent sees them, by key; without notes and those that do not exist.
 * @throws {AspenError} NOT_FOUND
 */
export function readPositions(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionIds: readonly PositionId[],
): PositionRows {
  const tree = getTreeKey(reader, treeId);
  const collected = new RowCollector(reader);
  if (positionIds.length > 0) {
    const keys = reader.all(keysOf, { tree, ids: JSON.stringify(positionIds) }).map(({ key }) => key);
    addPositions(reader, tree, getAgentKey(reader, agentId), keys, collected);
    placeDivided(reader, treeId, agentId, collected);
  }
  return collected.rows();
}

function addPositions(reader: Reader, tree: Key, agent: Key, keys: readonly Key[], into: RowCollector): void {
  if (keys.length === 0) return;
  for (const row of reader.columns(positionsAt, { tree, agent, keys: JSON.stringify(keys) })) {
    const [key, id, parent, author, authorship, flags, versions] = row as readonly [
      Key,
      string,
      Key | null,
      Key,
      string | null,
      number,
      number,
    ];
    into.add({ key, id, parent, author, authorship, flags, versions });
  }
}
