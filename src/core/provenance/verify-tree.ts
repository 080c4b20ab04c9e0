import type { NodeId, ResponseId } from '../ids.ts';
import type { Hyperedge } from '../tree/hyperedge.ts';
import { getNode } from '../tree/new-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import type { NodeToVerify, ResponseToVerify } from './verify.ts';

/** The parents of the target of an edge: the origin, then context and instruction sources. */
export function parentsOf(edge: Hyperedge | undefined): readonly NodeId[] {
  return edge?.sources.map((source) => (source.role === 'primary' ? source.originId : source.nodeId)) ?? [];
}

/**
 * These nodes and all their ancestors, each once, in no particular order: the hashes of the nodes depend on
 * all of them. An origin may be a version that is not on the path. Missing nodes are omitted; the verdicts on
 * nodes that refer to them report it.
 */
export function lineageOf(tree: TreeView, nodes: Iterable<NodeId>): readonly NodeId[] {
  const lineage: NodeId[] = [];
  const seen = new Set<NodeId>();
  const stack = [...nodes];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (tree.findNode(id) === undefined) continue;
    lineage.push(id);
    for (const parent of parentsOf(tree.findEdgeInto(id))) stack.push(parent);
  }
  return lineage;
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
