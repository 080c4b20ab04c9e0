import { type RawBuilder, sql } from 'kysely';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { WholeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getPositionKey, getTreeKey, readAgentKeys } from '../tables/keys.ts';
import {
  newestVersionAt,
  positionId,
  selectWholeNodes,
  toNodeContent,
  toTreeNode,
} from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';
import { isListed } from './turns/listed-versions.ts';

/** One position of a path, resolved. */
export interface PathStep {
  readonly node: WholeNode;
  /**
   * The agent's selection here is recorded; otherwise this is the newest version that is not offered (`domain.md`,
   * *Paths*).
   */
  readonly recorded: boolean;
}

const cursorOf = defineQuery('path.place', (db, p: { tree: Key; agent: Key }) =>
  db
    .selectFrom('loom_tree')
    .leftJoin('cursor', (join) =>
      join.onRef('cursor.loom_tree_key', '=', 'loom_tree.key').on('cursor.agent_key', '=', p.agent),
    )
    .select(['loom_tree.root_node_key', 'cursor.head_position_key'])
    .where('loom_tree.key', '=', p.tree),
);

/**
 * The beginning of a statement that climbs to the root: `climb (position_key, depth)`, of any edges.
 * @param from a select of the first key and of 0
 * @param limit the most positions; without it, a limit ends a cycle in a damaged file
 */
export function climbing(from: RawBuilder<unknown>, limit = sql`(select max(key) + 1 from node)`) {
  return sql`with recursive climb (position_key, depth) as (
      ${from}
      union all
      select source.position_key, climb.depth + 1
      from climb
      cross join edge on edge.target_node_key = climb.position_key
      cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
      limit ${limit}
    )`;
}

// From the head up through source positions. A position has the key of its first node, and all its versions
// share that node's source position (domain.md, invariant 2), so the climb needs no versions. A path cannot
// be longer than the number of keys: the limit ends a cycle in a damaged file.
const climb = defineQuery(
  'path.climb',
  (_, p: { tree: Key; agent: Key; head: Key }) => sql<{
    position_key: Key;
    version_key: Key | null;
    recorded: 0 | 1;
  }>`
    ${climbing(sql`select ${p.head}, 0`)}
    select
      climb.position_key,
      coalesce(
        chosen.key,
        ${newestVersionAt('climb.position_key')}
      ) as version_key,
      chosen.key is not null as recorded
    from climb
    left join position_choice as choice
      on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent}
      and choice.position_key = climb.position_key
    left join node as chosen on chosen.key = choice.version_node_key and chosen.position_key = climb.position_key
    order by climb.depth desc`,
);

const climbOnly = defineQuery(
  'path.climbOnly',
  (_, p: { head: Key }) => sql<{ position_key: Key }>`
    ${climbing(sql`select ${p.head}, 0`)}
    select position_key from climb order by depth desc`,
);

const rootOf = defineQuery('path.root', (db, p: { tree: Key }) =>
  db.selectFrom('loom_tree').select('root_node_key').where('key', '=', p.tree),
);

// Reads all texts in one statement, however long the path (proof.md, *Speed*). Rows come by key and are put
// in path order afterwards.
const wholeByKeys = defineQuery('path.nodes', (db, p: { keys: string }) =>
  selectWholeNodes(db).where('node.key', 'in', sql<Key>`(select value from json_each(${p.keys}))`),
);

const idsByKeys = defineQuery('path.ids', (db, p: { keys: string }) =>
  db
    .selectFrom('node')
    .select(['node.key', 'node.id', positionId.as('position_id')])
    .where('node.key', 'in', sql<Key>`(select value from json_each(${p.keys}))`),
);

/**
 * An agent's path from the root to `head`, both included, with the version the agent selected at each
 * position, else the newest that is not offered. Without `head`, the path ends at the agent's head: the root when it has no
 * cursor in this tree. Runs four statements, whatever the length of the path and the size of the tree.
 * @throws {AspenError} NOT_FOUND; CORRUPT when the path does not lead to the root or a node's columns are
 *   invalid
 */
export function loadPath(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  head?: PositionId,
): readonly PathStep[] {
  const steps = climbFrom(reader, treeId, agentId, head);
  const nodes = readSteps(
    reader,
    treeId,
    steps.map((step) => step.version_key),
  );
  return nodes.map(({ node }, index) => ({ node, recorded: steps[index]?.recorded === 1 }));
}

/** The nodes with these keys, in this order, as recorded steps. @throws {AspenError} CORRUPT as `loadPath` */
export function readSteps(
  reader: Reader,
  treeId: TreeId,
  versions: readonly (Key | null)[],
): readonly PathStep[] {
  const agents = readAgentKeys(reader);
  const nodes = new Map<Key, WholeNode>();
  for (const row of reader.all(wholeByKeys, { keys: JSON.stringify(versions) })) {
    nodes.set(row.key, { ...toTreeNode(row), ...toNodeContent(row, agents) });
  }
  return versions.map((key) => {
    const node = key === null ? undefined : nodes.get(key);
    if (node === undefined) throw new AspenError('CORRUPT', `a position of tree ${treeId} has no version`);
    return { node, recorded: true };
  });
}

/** A position on a path and the version shown there. */
export interface PathIds {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
}

/** An agent's path like `loadPath`, without reading texts. @throws {AspenError} as `loadPath` */
export function loadPathIds(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  head?: PositionId,
): readonly PathIds[] {
  const steps = climbFrom(reader, treeId, agentId, head);
  return readIds(
    reader,
    treeId,
    steps.map((step) => step.version_key),
  );
}

/** The nodes with these keys, in this order, without reading texts. @throws {AspenError} CORRUPT as `loadPath` */
export function readIds(
  reader: Reader,
  treeId: TreeId,
  versions: readonly (Key | null)[],
): readonly PathIds[] {
  const keys = JSON.stringify(versions);
  const ids = new Map(reader.all(idsByKeys, { keys }).map((row) => [row.key, row]));
  return versions.map((key) => {
    const row = key === null ? undefined : ids.get(key);
    if (row === undefined) throw new AspenError('CORRUPT', `a position of tree ${treeId} has no version`);
    return { positionId: row.position_id as PositionId, nodeId: row.id as NodeId };
  });
}

/**
 * The keys of the positions from the root to a position, both included, in one statement.
 * @throws {AspenError} CORRUPT when they do not lead to the root
 */
export function climbToRoot(reader: Reader, treeId: TreeId, position: Key): readonly Key[] {
  const tree = getTreeKey(reader, treeId);
  const root = reader.first(rootOf, { tree })?.root_node_key;
  const positions = reader.all(climbOnly, { head: position }).map((row) => row.position_key);
  if (positions[0] === undefined || positions[0] !== root)
    throw new AspenError('CORRUPT', `a path of tree ${treeId} does not lead to its root`);
  return positions;
}

/** The positions from the root to `head`, or to the agent's head, each with the version to show. */
function climbFrom(reader: Reader, treeId: TreeId, agentId: AgentId, head?: PositionId) {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const cursor = reader.first(cursorOf, { tree, agent });
  assert(cursor !== undefined, 'a tree that has a key has a row');
  const headKey =
    head === undefined
      ? (cursor.head_position_key ?? cursor.root_node_key)
      : getPositionKey(reader, tree, head);
  const steps = reader.all(climb, { tree, agent, head: headKey });
  if (steps[0]?.position_key !== cursor.root_node_key) {
    throw new AspenError('CORRUPT', `the path of tree ${treeId} does not lead to its root`);
  }
  return steps;
}

/** The number of an item and of how many; both count from 1. */
export interface Ordinal {
  readonly index: number;
  readonly count: number;
}

/** The numbers of a position among its siblings and of a shown version among the position's versions. */
export interface PositionOrdinals {
  /** Among the siblings that are not pruned; among all of them when the position itself is pruned. */
  readonly sibling: Ordinal;
  readonly version: Ordinal;
}

// The plus keeps SQLite from looking up each sibling by key: the index by position is enough, and no row with
// a text is read.
const siblingOrdinals = defineQuery(
  'path.siblings',
  (_, p: { shown: string }) => sql<{ at: number; index: number; count: number }>`
    select
      shown.key as at,
      sum((sibling.pruned = 0 or position.pruned) and sibling.id <= position.id) as "index",
      sum(sibling.pruned = 0 or position.pruned) as count
    from json_each(${p.shown}) as shown
    cross join node as position on position.id = shown.value ->> 0
    cross join edge as own_edge on own_edge.target_node_key = position.key
    cross join edge_source as own on own.edge_key = own_edge.key and own.role = 'primary'
    cross join edge_source as source on source.position_key = own.position_key and source.role = 'primary'
    cross join edge on edge.key = source.edge_key and edge.edge_type = own_edge.edge_type
    cross join node as sibling on sibling.position_key = edge.target_node_key and +sibling.key = sibling.position_key
    group by shown.key`,
);

const versionOrdinals = defineQuery(
  'path.versions',
  (_, p: { shown: string }) => sql<{ at: number; index: number; count: number }>`
    select shown.key as at, sum(version.id <= shown.value ->> 1) as "index", count(*) as count
    from json_each(${p.shown}) as shown
    cross join node as position on position.id = shown.value ->> 0
    cross join node as version on version.position_key = position.key and ${isListed('version')}
    group by shown.key`,
);

/**
 * The numbers behind `2 of 3` and `v3` for the given nodes, in their order, in at most two statements. The root is 1
 * of 1, and so is a position whose siblings are not to be counted. Siblings include splits: where a text is divided, a fork's list has other numbers (`domain.md`, *Forks*).
 */
export function readOrdinals(
  reader: Reader,
  shown: readonly { readonly positionId: PositionId; readonly id: NodeId }[],
  countsSiblings: (index: number) => boolean = () => true,
): readonly PositionOrdinals[] {
  if (shown.length === 0) return [];
  const json = JSON.stringify(shown.map(({ positionId, id }) => [positionId, id]));
  const wanted = shown.map(({ positionId, id }, index) => (countsSiblings(index) ? [positionId, id] : []));
  const only: Ordinal = { index: 1, count: 1 };
  const siblings = new Array<Ordinal>(shown.length).fill(only);
  const versions = new Array<Ordinal>(shown.length).fill(only);
  if (wanted.some((one) => one.length > 0))
    for (const { at, index, count } of reader.all(siblingOrdinals, { shown: JSON.stringify(wanted) }))
      siblings[at] = { index, count };
  for (const { at, index, count } of reader.all(versionOrdinals, { shown: json }))
    versions[at] = { index, count };
  return shown.map((_, at) => ({ sibling: siblings[at] ?? only, version: versions[at] ?? only }));
}
