import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { type AgentKeys, findPositionKey, getAgentKey, getTreeKey, lazyAgentKeys } from '../tables/keys.ts';
import { type AuthoredNode, newestVersionAt, selectHeaders, toAuthoredNode } from '../tables/node-rows.ts';
import type { Key } from '../tables/schema.ts';
import { isListed } from './turns/listed-versions.ts';

export interface Child {
  /** The version shown: the agent's selection, else the newest that is not offered. */
  readonly node: AuthoredNode;
  readonly versionCount: number;
  /** Oldest first; empty when there is only one. */
  readonly versions: readonly AuthoredNode[];
  /** The beginning of its text, never cut inside a surrogate pair. */
  readonly excerpt: string;
  /** UTF-16 code units of its text. */
  readonly length: number;
  /** The first sibling with the same text; the child's own position when it is the first. */
  readonly firstIdentical: PositionId;
}

const shownChildren = defineQuery(
  'children.shown',
  (_, p: { tree: Key; agent: Key; position: Key }) => sql<{
    position_key: Key;
    key: Key;
    version_count: number;
  }>`
    select child.key as position_key,
      coalesce(
        choice.version_node_key,
        ${newestVersionAt('child.key')}
      ) as "key",
      (select count(*) from node as version
        where version.position_key = child.key and ${isListed('version')}) as version_count
    from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
    left join position_choice as choice
      on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.position_key = child.key
    where source.position_key = ${p.position} and source.role = 'primary'`,
);

const headersByKeys = defineQuery('children.nodes', (db, p: { keys: string }) =>
  selectHeaders(db)
    .select(['node.text', 'node.authorship'])
    .where('node.key', 'in', sql<Key>`(select value from json_each(${p.keys}))`)
    .orderBy('position_id'),
);

const versionsByPosition = defineQuery('children.versions', (db, p: { positions: string }) =>
  selectHeaders(db)
    .select('node.authorship')
    .where('node.position_key', 'in', sql<Key>`(select value from json_each(${p.positions}))`)
    .where(isListed('node'))
    .orderBy('node.id'),
);

/**
 * The continuations of a position, including pruned ones, by position id and therefore in the order they were
 * requested. Runs at most four statements. Empty when there is no such position.
 * @throws {AspenError} NOT_FOUND when the tree or agent does not exist
 */
export function listChildren(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  parent: PositionId,
  excerptLength: number,
): readonly Child[] {
  const tree = getTreeKey(reader, treeId);
  const position = findPositionKey(reader, tree, parent);
  if (position === undefined) return [];
  const shown = reader.all(shownChildren, { tree, agent: getAgentKey(reader, agentId), position });
  const versionCounts = new Map(shown.map((row) => [row.key, row.version_count]));
  const keys = JSON.stringify(shown.map((row) => row.key));
  const agents = lazyAgentKeys(reader);
  const multiVersion = shown.flatMap((row) => (row.version_count > 1 ? [row.position_key] : []));
  const versionsAt = multiVersion.length === 0 ? NO_VERSIONS : listVersions(reader, multiVersion, agents);
  const firstByText = new Map<string, PositionId>();
  return reader.all(headersByKeys, { keys }).map((row) => {
    const text = row.text ?? '';
    const node = toAuthoredNode(row, agents);
    const firstIdentical = firstByText.get(text) ?? node.positionId;
    firstByText.set(text, firstIdentical);
    return {
      node,
      versionCount: versionCounts.get(row.key) ?? 1,
      versions: versionsAt.get(node.positionId) ?? [],
      excerpt: excerptOf(text, excerptLength),
      length: text.length,
      firstIdentical,
    };
  });
}

const beginnings = defineQuery(
  'children.beginnings',
  (_, p: { position: Key; length: number }) => sql<{ text: string | null }>`
    select substr(version.text, 1, ${p.length}) as text
    from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'continuation'
    cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
    cross join node as version on version.position_key = child.key
    where source.position_key = ${p.position} and source.role = 'primary'`,
);

/**
 * The beginnings of a position's continuations, every version of each, pruned ones too, in no particular order. Empty
 * when there is no such position. @param length of each, in code points
 * @throws {AspenError} NOT_FOUND when the tree does not exist
 */
export function listBeginnings(
  reader: Reader,
  treeId: TreeId,
  parent: PositionId,
  length: number,
): readonly string[] {
  const position = findPositionKey(reader, getTreeKey(reader, treeId), parent);
  if (position === undefined) return [];
  return reader.all(beginnings, { position, length }).map(({ text }) => text ?? '');
}

const NO_VERSIONS: ReadonlyMap<PositionId, readonly AuthoredNode[]> = new Map();

function listVersions(
  reader: Reader,
  positions: readonly Key[],
  agents: () => AgentKeys,
): typeof NO_VERSIONS {
  const versionsAt = new Map<PositionId, AuthoredNode[]>();
  for (const row of reader.all(versionsByPosition, { positions: JSON.stringify(positions) })) {
    const version = toAuthoredNode(row, agents);
    const before = versionsAt.get(version.positionId);
    if (before === undefined) versionsAt.set(version.positionId, [version]);
    else before.push(version);
  }
  return versionsAt;
}

/** The beginning of a text, never cut inside a surrogate pair; at most `length` UTF-16 code units. */
export function excerptOf(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
