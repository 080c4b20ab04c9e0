import { sql } from 'kysely';
import type { LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TreeKind } from '../../../core/tree/loom-tree.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';

/** The position of a version found by its local id, and the beginning of that version's text. */
export interface LocalIdMatch {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

// Notes have local ids too, but a path cannot go to them.
const positionOf = defineQuery(
  'localId.position',
  (_, p: { tree: Key; localId: string; length: number }) => sql<{
    id: string;
    excerpt: string | null;
    pruned: Bit;
  }>`
    select position.id as id, substr(node.text, 1, ${p.length}) as excerpt, position.pruned as pruned
    from node join node as position on position.key = node.position_key
    where node.loom_tree_key = ${p.tree} and node.local_id = ${p.localId} and exists (
      select 1 from edge where edge.target_node_key = node.position_key and edge.edge_type = 'continuation'
    )`,
);

/**
 * The position of the version with a local id, ignoring case; null when there is none. @throws {AspenError} NOT_FOUND
 */
export function findByLocalId(
  reader: Reader,
  treeId: TreeId,
  localId: string,
  excerptLength: number,
): LocalIdMatch | null {
  const parameters = {
    tree: getTreeKey(reader, treeId),
    localId: localId.toLowerCase(),
    length: excerptLength,
  };
  const found = reader.first(positionOf, parameters);
  if (found === undefined) return null;
  return { positionId: found.id as PositionId, excerpt: found.excerpt ?? '', pruned: found.pruned === 1 };
}

const nodesWith = defineQuery(
  'localId.nodes',
  (_, p: { tree: Key; localIds: string }) => sql<{ id: string; local_id: string }>`
    select node.id, node.local_id
    from json_each(${p.localIds}) as wanted
    cross join node on node.loom_tree_key = ${p.tree} and node.local_id = wanted.value
    order by wanted.key`,
);

/** A node and its local id. */
export interface NamedNode {
  readonly id: NodeId;
  readonly localId: LocalId;
}

/** The nodes of a tree with these local ids, notes included, in the given order. @throws {AspenError} NOT_FOUND */
export function findNodesByLocalIds(
  reader: Reader,
  treeId: TreeId,
  localIds: readonly string[],
): readonly NamedNode[] {
  const tree = getTreeKey(reader, treeId);
  return reader
    .all(nodesWith, { tree, localIds: JSON.stringify(localIds) })
    .map(({ id, local_id }) => ({ id: id as NodeId, localId: local_id as LocalId }));
}

// A grove has few trees.
const treeWith = defineQuery(
  'localId.tree',
  (_, p: { localId: string }) => sql<{ id: string; kind: TreeKind }>`
    select loom_tree.id, loom_tree.kind from loom_tree
    cross join node on node.loom_tree_key = loom_tree.key and node.local_id = ${p.localId}
    limit 1`,
);

/** A tree that has a node with this local id; undefined if none has. */
export function findTreeByLocalId(
  reader: Reader,
  localId: LocalId,
): { readonly id: TreeId; readonly kind: TreeKind } | undefined {
  const row = reader.first(treeWith, { localId });
  return row && { id: row.id as TreeId, kind: row.kind };
}
