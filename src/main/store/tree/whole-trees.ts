import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { EdgeId, NodeId, Sha256, TreeId } from '../../../core/ids.ts';
import type { EdgeSource, EdgeType, Hyperedge, WholeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, eachPage, NONE, type Reader } from '../connection/query.ts';
import { toSource } from '../tables/edges.ts';
import { getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { selectWholeNodes, toNodeContent, toTreeNode } from '../tables/node-rows.ts';
import type { Key, SourceRole } from '../tables/schema.ts';

/** A node with everything that its content hash covers. */
export interface StoredNode {
  readonly node: WholeNode;
  /** The one edge into it; undefined at the root. */
  readonly edge: Hyperedge | undefined;
  /** The edge's origin and its context and instruction sources, in stored order. */
  readonly parents: readonly { readonly id: NodeId; readonly contentHash: Sha256 }[];
  /** SHA-256 of its response's body as recorded on arrival; null for a node without a response. */
  readonly recordedHash: Sha256 | null;
}

// Makes the planner scan in id order: by the tree's own index it would sort the whole tree for each page.
const nodesAfter = defineQuery('whole.nodes', (db, p: { tree: Key | null; after: string; limit: number }) =>
  selectWholeNodes(db)
    .select('raw_api_response.body_sha256')
    .where(sql<boolean>`(${p.tree} is null or node.loom_tree_key = ${p.tree})`)
    .where('node.id', '>', p.after)
    .orderBy('node.id')
    .limit(p.limit),
);

const nodesAfterKey = defineQuery('whole.nodesByKey', (db, p: { after: Key; limit: number }) =>
  selectWholeNodes(db)
    .select('raw_api_response.body_sha256')
    .where('node.key', '>', p.after)
    .orderBy('node.key')
    .limit(p.limit),
);

const nodesByIds = defineQuery('whole.nodesByIds', (db, p: { ids: string }) =>
  selectWholeNodes(db)
    .select('raw_api_response.body_sha256')
    .where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`),
);

const greatestKey = defineQuery('whole.greatestKey', (db) =>
  db.selectFrom('node').select((eb) => eb.fn.max('key').as('key')),
);

const sourcesOf = defineQuery(
  'whole.sources',
  (_, p: { targets: string }) => sql<{
    target: Key;
    id: string;
    edge_type: EdgeType;
    created_at: number;
    role: SourceRole;
    position_id: string;
    origin_id: string;
    origin_hash: string;
  }>`
    select edge.target_node_key as target, edge.id, edge.edge_type, edge.created_at, source.role,
      position.id as position_id, origin.id as origin_id, origin.content_hash as origin_hash
    from json_each(${p.targets}) as wanted
    cross join edge on edge.target_node_key = wanted.value
    cross join edge_source as source on source.edge_key = edge.key
    cross join node as position on position.key = source.position_key
    cross join node as origin on origin.key = source.origin_node_key
    order by wanted.key, source.ordinal`,
);

interface EdgeInto {
  readonly edge: Pick<Hyperedge, 'id' | 'type' | 'createdAt'>;
  readonly sources: EdgeSource[];
  readonly parents: { readonly id: NodeId; readonly contentHash: Sha256 }[];
}

/**
 * The nodes of a tree (null: of the whole grove) in id order, `limit` at a time, with their edges and everything their
 * hashes cover. A page takes two statements and a bounded amount of work.
 * @param start an id before the first
 * @throws {AspenError} NOT_FOUND; CORRUPT when a column is invalid
 */
export function pagesOfNodes(
  reader: Reader,
  treeId: TreeId | null,
  limit: number,
  start = '',
): Generator<readonly StoredNode[]> {
  const tree = treeId === null ? null : getTreeKey(reader, treeId);
  const read = (after: string) => toStoredNodes(reader, reader.all(nodesAfter, { tree, after, limit }));
  return eachPage(start, limit, read, ({ node }) => node.id as string);
}

/** A page of a grove's nodes in key order. */
export interface KeyRange {
  readonly nodes: readonly StoredNode[];
  /** The last node's key; null for an empty page. */
  readonly lastKey: Key | null;
}

/**
 * At most `limit` nodes of the whole grove after a key (null: from the first), in the order in which the file
 * stores them: the fastest way to read all of it.
 * @throws {AspenError} CORRUPT when a column is invalid, or the keys do not increase
 */
export function readKeyRange(reader: Reader, after: Key | null, limit: number): KeyRange {
  // Another program may have written a negative key.
  const rows = reader.all(nodesAfterKey, { after: after ?? Number.MIN_SAFE_INTEGER, limit });
  const lastKey = rows.at(-1)?.key ?? null;
  if (lastKey !== null && after !== null && lastKey <= after)
    throw new AspenError('CORRUPT', `node ${lastKey} is not where its key says`);
  return { nodes: toStoredNodes(reader, rows), lastKey };
}

/** The nodes that exist, in no particular order. @throws {AspenError} CORRUPT when a column is invalid */
export function findStoredNodes(reader: Reader, ids: readonly NodeId[]): readonly StoredNode[] {
  return toStoredNodes(reader, reader.all(nodesByIds, { ids: JSON.stringify(ids) }));
}

/** The greatest key of a node; 0 in a grove without nodes. */
export function getGreatestNodeKey(reader: Reader): Key {
  return reader.first(greatestKey, NONE)?.key ?? 0;
}

type StoredRow = NonNullable<(typeof nodesAfterKey)['row']>;

/** Adds the edges and everything that the hashes cover, in one more statement. */
function toStoredNodes(reader: Reader, rows: readonly StoredRow[]): readonly StoredNode[] {
  const agents = readAgentKeys(reader);
  const edges = new Map<Key, EdgeInto>();
  for (const row of reader.all(sourcesOf, { targets: JSON.stringify(rows.map(({ key }) => key)) })) {
    const known = edges.get(row.target) ?? {
      edge: { id: row.id as EdgeId, type: row.edge_type, createdAt: row.created_at },
      sources: [],
      parents: [],
    };
    known.sources.push(toSource(row.role, row.position_id, row.origin_id));
    known.parents.push({ id: row.origin_id as NodeId, contentHash: row.origin_hash as Sha256 });
    edges.set(row.target, known);
  }
  return rows.map((row) => {
    const node = { ...toTreeNode(row), ...toNodeContent(row, agents) };
    const into = edges.get(row.key);
    return {
      node,
      edge:
        into === undefined
          ? undefined
          : { ...into.edge, treeId: node.treeId, targetId: node.id, sources: into.sources },
      parents: into?.parents ?? [],
      recordedHash: row.body_sha256 as Sha256 | null,
    };
  });
}

/** All nodes of a tree, or of the grove when `treeId` is null. Keeps one page in memory at a time. */
export function* eachStoredNode(reader: Reader, treeId: TreeId | null, page = 1000): Generator<StoredNode> {
  for (const nodes of pagesOfNodes(reader, treeId, page)) yield* nodes;
}
