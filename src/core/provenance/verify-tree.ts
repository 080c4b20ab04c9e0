import type { NodeId, ResponseId } from '../ids.ts';
import { getNode } from '../tree/new-node.ts';
import type { Hyperedge } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import type { NodeToVerify, ResponseToVerify } from './verify.ts';

/** The parents of the target of an edge: the origin, then context and instruction sources. */
export function parentsOf(edge: Hyperedge | undefined): readonly NodeId[] {
  return edge?.sources.map((source) => (source.role === 'primary' ? source.originId : source.nodeId)) ?? [];
}

/**
 * The input of `verifyNodes` for these nodes, one at a time.
 * @throws {AspenError} NOT_FOUND if a node is not in the tree
 */
export function* nodesToVerify(
  tree: TreeView,
  nodes: Iterable<NodeId>,
  findResponse: (id: ResponseId) => ResponseToVerify | undefined,
): Iterable<NodeToVerify> {
  for (const id of nodes) {
    const node = getNode(tree, id);
    yield {
      node: { ...node, content: tree.getContent(id).content },
      parents: parentsOf(tree.findEdgeInto(id)).map((parent) => ({
        id: parent,
        contentHash: tree.findNode(parent)?.contentHash ?? null,
      })),
      response:
        node.responseId === null
          ? null
          : (findResponse(node.responseId) ?? { recordedHash: null, bodyHash: null }),
    };
  }
}
