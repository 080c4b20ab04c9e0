import { sql } from 'kysely';
import type { EdgeId, NodeId, Sha256, TreeId } from '../../../core/ids.ts';
import type { EdgeSource, EdgeType, Hyperedge } from '../../../core/tree/hyperedge.ts';
import type { WholeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { toSource } from '../tables/edges.ts';
import { getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { selectWholeNodes, toNodeContent, toTreeNode } from '../tables/node-rows.ts';
import type { Key, SourceRole } from '../tables/schema.ts';

/** A node with everything that its content hash covers, for `verify` and for whoever needs all of a tree. */
export interface StoredNode {
  readonly node: WholeNode;
  /** The one edge into it; undefined at the root. */
  readonly edge: Hyperedge | undefined;
  /** The edge's origin and its context and instruction sources, in their stored order. */
  readonly parents: readonly { readonly id: NodeId; readonly contentHash: Sha256 }[];
  /** SHA-256 of its response's body, as written down when it came; null for a node without a response. */
  readonly recordedHash: Sha256 | null;
}

// The planner must take the ids in their order: by the tree's own index it would sort the whole tree for each page.
const nodesAfter = defineQuery('whole.nodes', (db, p: { tree: Key | null; after: string; limit: number }) =>
  selectWholeNodes(db)
    .select('raw_api_response.body_sha256')
    .where(sql<boolean>`(${p.tree} is null or node.loom_tree_key = ${p.tree})`)
    .where('node.id', '>', p.after)
    .orderBy('node.id')
    .limit(p.limit),
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
 * Nodes of a tree (null: of the whole grove) in the order of their ids, those after `after` (null: from the first), at most `limit`, with their
 * edges and what their hashes cover. A page is two statements and a slice of work: the caller decides how long one
 * lasts, and the next page begins after the last node of this one.
 * @throws {AspenError} NOT_FOUND; CORRUPT where a column makes no sense
 */
export function readStoredNodes(
  reader: Reader,
  treeId: TreeId | null,
  after: NodeId | null,
  limit: number,
): readonly StoredNode[] {
  const tree = treeId === null ? null : getTreeKey(reader, treeId);
  const rows = reader.all(nodesAfter, { tree, after: after ?? '', limit });
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

/** All nodes of a tree, or of the grove, a page at a time: no more than a page is in memory. */
export function* eachStoredNode(reader: Reader, treeId: TreeId | null, page = 1000): Generator<StoredNode> {
  for (let after: NodeId | null = null; ; ) {
    const nodes: readonly StoredNode[] = readStoredNodes(reader, treeId, after, page);
    yield* nodes;
    const last = nodes.at(-1);
    if (last === undefined || nodes.length < page) return;
    after = last.node.id;
  }
}
