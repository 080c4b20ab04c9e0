import { AspenError } from '../../core/errors.ts';
import type { NodeId, TreeId } from '../../core/ids.ts';
import { defineQuery, type Reader } from '../../main/store/connection/query.ts';
import { pagesOfNodes, type StoredNode } from '../../main/store/tree/whole-trees.ts';

const PAGE = 1_000;

const nextNode = defineQuery('doctor.nextNode', (db, p: { tree: string; after: string }) =>
  db
    .selectFrom('node')
    .innerJoin('loom_tree', 'loom_tree.key', 'node.loom_tree_key')
    .select('node.id')
    .where('loom_tree.id', '=', p.tree)
    .where('node.id', '>', p.after)
    .orderBy('node.id')
    .limit(1),
);

/**
 * The nodes of a tree in id order, with one page in memory. A node with invalid columns is skipped and reported to
 * `onUnreadable`.
 */
export function* readableNodes(
  reader: Reader,
  treeId: TreeId,
  onUnreadable: (id: NodeId, reason: string) => void,
): Generator<StoredNode> {
  let after = '';
  let limit = PAGE;
  for (;;) {
    let nodes: readonly StoredNode[];
    try {
      [nodes = []] = pagesOfNodes(reader, treeId, limit, after);
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
      // It is somewhere in this page: read one by one until it is found.
      if (limit > 1) {
        limit = 1;
        continue;
      }
      const id = reader.first(nextNode, { tree: treeId, after })?.id as NodeId | undefined;
      if (id === undefined || id <= after) throw error;
      onUnreadable(id, error.detail);
      after = id;
      limit = PAGE;
      continue;
    }
    yield* nodes;
    const last = nodes.at(-1);
    if (last === undefined || (nodes.length < limit && limit === PAGE)) return;
    after = last.node.id;
  }
}
