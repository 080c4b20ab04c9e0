import type { NodeId, ResponseId, Sha256 } from '../../../core/ids.ts';
import { findLogMismatches, type LoggedNode } from '../../../core/provenance/logged-node.ts';
import { type NodeToVerify, verifyNodes } from '../../../core/provenance/verify.ts';
import { spansLength } from '../../../core/text/span.ts';
import { checkTree, type EdgeToCheck, type NodeToCheck } from '../../../core/tree/check-tree.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import type { Reader } from '../../store/connection/query.ts';
import { eachLoggedNode, findLogFault } from '../../store/tables/log.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { findSplitFaults } from '../../store/tree/split-faults.ts';
import { eachStoredNode, type StoredNode } from '../../store/tree/whole-trees.ts';
import { responseToVerify } from '../reading/node-reader.ts';

/** Nodes compared with the log at a time. */
const PAGE = 500;

/** Most faults of one kind that are listed; more would not help. */
export const MAX_NAMED = 100;

/**
 * Verifies everything in a grove that can be verified (`domain.md`, *Edges and versions*, *Content hash*;
 * `storage.md`, *The log*): the hash of every node, the invariants of every tree, the log's chain, and that
 * its nodes are those of the file. What no hash of a node covers is left to `findChangedRecords`, time lines to `verifyLayers`.
 */
export function verifyGrove(reader: Reader): Omit<GroveVerification, 'records' | 'layers'> {
  const trees = new Map(
    listTrees(reader).map((tree) => [tree.id, { tree, nodes: [], edges: [] } as TreeToCheck]),
  );
  const present = new Set<NodeId>();
  const nodes = verifyNodes(eachNode(reader, trees, present));
  const violations = [...trees.values()].flatMap(({ tree, nodes: own, edges }) =>
    [
      ...checkTree(tree, own, edges, MAX_NAMED).map(({ reason }) => reason),
      ...findSplitFaults(reader, own, MAX_NAMED),
    ].map((reason) => `${tree.title}: ${reason}`),
  );
  const fault = findLogFault(reader);
  const logged = new LoggedNodes(reader);
  const find = (id: NodeId): WholeNode | undefined => logged.find(id);
  const mismatches: string[] = [];
  for (const { nodeId, reason } of findLogMismatches(logged, find, present.size)) {
    if (mismatches.push(nodeId === null ? reason : `node ${nodeId}: ${reason}`) >= MAX_NAMED) break;
  }
  return {
    nodes,
    violations,
    log: [...(fault === undefined ? [] : [`row ${fault.seq}: ${fault.reason}`]), ...mismatches],
  };
}

/**
 * The nodes that the log lists, in its order, together with the stored nodes, read a page at a time in one statement.
 */
class LoggedNodes implements Iterable<LoggedNode> {
  readonly #reader: Reader;
  #page: ReadonlyMap<NodeId, WholeNode> = new Map();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  *[Symbol.iterator](): Generator<LoggedNode> {
    let page: LoggedNode[] = [];
    for (const node of eachLoggedNode(this.#reader)) {
      page.push(node);
      if (page.length < PAGE) continue;
      yield* this.#read(page);
      page = [];
    }
    yield* this.#read(page);
  }

  /** A stored node of the current page. */
  find(id: NodeId): WholeNode | undefined {
    return this.#page.get(id);
  }

  #read(page: readonly LoggedNode[]): readonly LoggedNode[] {
    this.#page = findWholeNodes(
      this.#reader,
      page.map(({ id }) => id),
    );
    return page;
  }
}

interface TreeToCheck {
  readonly tree: ReturnType<typeof listTrees>[number];
  readonly nodes: NodeToCheck[];
  readonly edges: EdgeToCheck[];
}

/** Walks all nodes once: yields each for verification and collects what the invariants need. */
function* eachNode(
  reader: Reader,
  trees: ReadonlyMap<string, TreeToCheck>,
  present: Set<NodeId>,
): Generator<NodeToVerify> {
  const bodies = new Map<ResponseId, Sha256 | null>();
  for (const stored of eachStoredNode(reader, null)) {
    const { node, edge, parents, recordedHash } = stored;
    const { responseId } = node;
    present.add(node.id);
    const tree = trees.get(node.treeId);
    tree?.nodes.push(nodeToCheck(stored));
    if (edge !== undefined) tree?.edges.push(edge);
    if (responseId !== null && !bodies.has(responseId)) {
      bodies.set(responseId, responseToVerify(reader, responseId)?.bodyHash ?? null);
    }
    const response = responseId === null ? null : { recordedHash, bodyHash: bodies.get(responseId) ?? null };
    yield { node, parents, response };
  }
}

function nodeToCheck({ node }: StoredNode): NodeToCheck {
  const { id, localId, positionId, editedFrom, splitAt, offered, pruned, authorType, content, spans } = node;
  return {
    id,
    localId,
    positionId,
    editedFrom,
    splitAt,
    offered,
    pruned,
    authorType,
    textLength: textOf(content).length,
    spansLength: spansLength(spans),
  };
}
