/** The links by a name or to a node, those in the newest texts first (`documents.md`, *Links*). */
import { sql } from 'kysely';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { NotedNode } from '../search/search-result.ts';
import { isDuplicate } from '../search/search-statements.ts';
import { getAgentKey } from '../tables/keys.ts';
import { newestVersionAt } from '../tables/node-rows.ts';
import type { Bit, Key } from '../tables/schema.ts';

interface LinkRow {
  readonly key: Key;
  readonly ordinal: number;
  readonly name: string;
  readonly start: number;
  readonly length: number;
  readonly node: string;
  readonly tree: string;
  readonly position: string;
  readonly notedNode: string | null;
  readonly notedPosition: string | null;
  readonly text: string;
  readonly writtenAt: number;
  readonly isShown: Bit;
}

/** A link in a text, and the text. */
export interface LinkInText {
  readonly key: Key;
  readonly ordinal: number;
  /** Folded; empty for its own tree. */
  readonly name: string;
  readonly range: TextRange;
  readonly nodeId: NodeId;
  readonly treeId: TreeId;
  readonly positionId: PositionId;
  /** For a note, the node that it is on; null for text. */
  readonly noteOn: NotedNode | null;
  readonly text: string;
  /** The time of the first of the versions, each edited from another, that has a link by this name. */
  readonly writtenAt: number;
  /** The agent's path, where it runs there, shows this version. */
  readonly isShown: boolean;
}

interface Page {
  readonly agent: Key;
  /** Only after this link: the newest text comes first, and within a text its first link. */
  readonly key: Key;
  readonly ordinal: number;
  /** Also in versions that are not shown. */
  readonly old: Bit;
  readonly limit: number;
}

// Since when the node `node` has a link by a name: an edit of a text elsewhere writes none of its links again.
const writtenAt = (name: ReturnType<typeof sql>) => sql<number>`(
  with recursive climb (key, edited, at) as (
    select node.key, node.edited_from_key, node.created_at
    union all
    select earlier.key, earlier.edited_from_key, earlier.created_at
    from climb
    cross join node as earlier on earlier.key = climb.edited
    where exists (select 1 from node_link as same where same.node_key = earlier.key and same.name = ${name})
  )
  select min(at) from climb)`;

const timeOf = defineQuery(
  'backlinks.time',
  (_, p: { id: string; name: string }) => sql<{ at: number }>`
    select ${writtenAt(sql`${p.name}`)} as at from node
    where node.id = ${p.id}
      and exists (select 1 from node_link where node_link.node_key = node.key and node_link.name = ${p.name})`,
);

/** The time at which a link by a folded name was written that is in a node's text; null if the text has none. */
export function findLinkTime(reader: Reader, id: NodeId, name: string): number | null {
  return reader.first(timeOf, { id, name })?.at ?? null;
}

// The beginning of a text that is divided has the same links as the text.
const select = (by: ReturnType<typeof sql>, p: Page) => sql<LinkRow>`
  select node_link.node_key as key, node_link.ordinal, node_link.name, node_link.start, node_link.length, node.id as node,
    loom_tree.id as tree, position.id as position, iif(edge.edge_type = 'annotation', origin.id, null) as notedNode,
    noted.id as notedPosition, node.text,
    ${writtenAt(sql`node_link.name`)} as writtenAt, shown.key = node.key as isShown
  from node_link
  cross join node on node.key = node_link.node_key
  cross join loom_tree on loom_tree.key = node.loom_tree_key
  cross join node as position on position.key = node.position_key
  left join position_choice as choice on choice.loom_tree_key = node.loom_tree_key and choice.agent_key = ${p.agent}
    and choice.position_key = position.key
  cross join node as shown on shown.key = coalesce(choice.version_node_key, ${newestVersionAt('position.key')})
  left join edge on edge.target_node_key = position.key
  left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
  left join node as noted on noted.key = source.position_key
  left join node as origin on origin.key = source.origin_node_key
  where ${by} and node_link.node_key <= ${p.key}
    and not (node_link.node_key = ${p.key} and node_link.ordinal <= ${p.ordinal})
    and (${p.old} = 1 or shown.key = node.key) and not (${isDuplicate})
  order by node_link.node_key desc, node_link.ordinal
  limit ${p.limit}`;

const byName = defineQuery('backlinks.byName', (_, p: Page & { name: string }) =>
  select(sql`node_link.name = ${p.name}`, p),
);

const byNode = defineQuery('backlinks.byNode', (_, p: Page & { localId: string }) =>
  select(sql`node_link.local_id = ${p.localId} and node_link.local_id is not null`, p),
);

const namesIn = defineQuery(
  'backlinks.namesIn',
  (_, p: { ids: string }) => sql<{ nodeId: NodeId; name: string }>`
    select distinct node.id as nodeId, node_link.name from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value
    cross join node_link on node_link.node_key = node.key
    where node_link.name <> ''`,
);

/** The folded names that the links in some nodes have, each once a node; not those that stay in their own tree. */
export function listLinkNames(
  reader: Reader,
  ids: readonly NodeId[],
): readonly { readonly nodeId: NodeId; readonly name: string }[] {
  return reader.all(namesIn, { ids: JSON.stringify(ids) });
}

export interface BacklinkOptions {
  /** The end of the page before; null for the first. */
  readonly after: { readonly key: number; readonly ordinal: number } | null;
  readonly limit: number;
  /** Also in versions that are not shown. */
  readonly old: boolean;
}

/**
 * Links by any of these folded names, or to nodes with any of these local ids, whichever tree they mean, as the agent's paths show
 * their texts.
 * @throws {AspenError} NOT_FOUND
 */
export function listLinksBy(
  reader: Reader,
  agentId: Parameters<typeof getAgentKey>[1],
  by: { readonly names: readonly string[] } | { readonly localIds: readonly string[] },
  { after, limit, old }: BacklinkOptions,
): readonly LinkInText[] {
  const { key, ordinal } = after ?? { key: Number.MAX_SAFE_INTEGER, ordinal: 0 };
  const page: Page = { agent: getAgentKey(reader, agentId), key, ordinal, old: old ? 1 : 0, limit };
  const rows =
    'names' in by
      ? by.names.flatMap((name) => reader.all(byName, { ...page, name }))
      : by.localIds.flatMap((localId) => reader.all(byNode, { ...page, localId }));
  return rows
    .toSorted((one, other) => other.key - one.key || one.ordinal - other.ordinal)
    .slice(0, limit)
    .map((row) => ({
      key: row.key,
      ordinal: row.ordinal,
      name: row.name,
      range: { from: row.start, to: row.start + row.length },
      nodeId: row.node as NodeId,
      treeId: row.tree as TreeId,
      positionId: row.position as PositionId,
      noteOn:
        row.notedNode === null
          ? null
          : { nodeId: row.notedNode as NodeId, positionId: row.notedPosition as PositionId },
      text: row.text,
      writtenAt: row.writtenAt,
      isShown: row.isShown === 1,
    }));
}
