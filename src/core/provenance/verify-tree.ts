import type { NodeId, ResponseId } from '../ids.ts';
import type { Hyperedge } from '../tree/hyperedge.ts';
import { getNode } from '../tree/new-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import type { NodeToVerify, ResponseToVerify } from './verify.ts';

/** The nodes that an edge's target was written after: the origin, then context and instruction sources. */
export function parentsOf(edge: Hyperedge | undefined): readonly NodeId[] {
  return edge?.sources.map((source) => (source.role === 'primary' ? source.originId : source.nodeId)) ?? [];
}

/**
 * Nodes and everything they were written after, each once and in no order: their hashes rest on all of these. An origin
 * may be a version that the path does not show. Nodes that are not in the tree are left out: the verdict on those that
 * name them says so.
 */
export function lineageOf(tree: TreeView, nodes: Iterable<NodeId>): readonly NodeId[] {
  const lineage: NodeId[] = [];
  const seen = new Set<NodeId>();
  const waiting = [...nodes];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (tree.findNode(id) === undefined) continue;
    lineage.push(id);
    for (const parent of parentsOf(tree.findEdgeInto(id))) waiting.push(parent);
  }
  return lineage;
}

/**
 * What `verifyNodes` reads of these nodes, one at a time.
 * @throws {AspenError} NOT_FOUND where one is not in the tree
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
