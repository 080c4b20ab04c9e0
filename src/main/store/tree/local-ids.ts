import { sql } from 'kysely';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import type { Bit, Key } from '../tables/schema.ts';

/** A position, and the beginning of the version that was asked for. */
export interface NamedPosition {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

// A note has a local id too, and is no place to go to: nothing continues with it.
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

/** The position of the version that has a local id, in any case; null for none. @throws {AspenError} NOT_FOUND */
export function findByLocalId(
  reader: Reader,
  treeId: TreeId,
  localId: string,
  excerptLength: number,
): NamedPosition | null {
  const parameters = {
    tree: getTreeKey(reader, treeId),
    localId: localId.toLowerCase(),
    length: excerptLength,
  };
  const found = reader.first(positionOf, parameters);
  if (found === undefined) return null;
  return { positionId: found.id as PositionId, excerpt: found.excerpt ?? '', pruned: found.pruned === 1 };
}
