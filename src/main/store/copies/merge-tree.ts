import { AspenError } from '../../../core/errors.ts';
import {
  type AgentId,
  type EdgeId,
  firstNodeAt,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type ResponseId,
} from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { EdgeSource, Hyperedge } from '../../../core/tree/hyperedge.ts';
import { localIdFor } from '../../../core/tree/local-id.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { TreeNode, WholeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';
import { addAgent, findAgent, getAgent } from '../tables/agents.ts';
import { findEdgeInto, insertEdges } from '../tables/edges.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { findNode, insertNodes } from '../tables/nodes.ts';
import { copyResponse } from '../tables/responses.ts';
import { sqlTree } from '../tree/sql-tree.ts';
import { readStoredNodes, type StoredNode } from '../tree/whole-trees.ts';

/** Nodes that are read, written and named in one row of the log at a time. */
const PAGE = 1000;

const edgeOf = defineQuery('merge.edge', (db, p: { id: string }) =>
  db.selectFrom('edge').select('key').where('id', '=', p.id),
);

export interface TreeMerging {
  /** The other file, every node of which verifies. */
  readonly from: Reader;
  /** The tree as this file has it. */
  readonly tree: LoomTree;
  /** In whose name. */
  readonly by: AgentId;
  readonly details: Readonly<Record<string, JsonValue>>;
  newId(): string;
}

export interface MergedTree {
  readonly nodes: number;
  /** Of them, those whose id another node has here. */
  readonly renamed: number;
  readonly answers: number;
  readonly agents: number;
  /** What a node and a position of the other file are called here. */
  readonly nodeId: (id: NodeId) => NodeId;
  readonly positionId: (id: PositionId) => PositionId;
}

/**
 * Writes into a tree what another file's copy of it has besides: nodes, versions, notes, with their edges, agents and
 * answers, every id and hash as it was. What both have stays as it is here, its metadata too. A node whose id has another
 * hash here comes in under a new id beside it: in buffer mode as a version, else as a branch; no hash covers an id.
 * @throws {AspenError} INVALID_ARGUMENT where the trees have different beginnings; what the store throws
 */
export function mergeTree(tx: FileTransaction, merging: TreeMerging): MergedTree {
  const { from, tree, by, details, newId } = merging;
  const counted = { nodes: 0, renamed: 0, answers: 0, agents: 0 };
  const names = new Map<NodeId, NodeId>();
  const places = new Map<PositionId, PositionId>();
  const nodeId = (id: NodeId) => names.get(id) ?? id;
  const positionId = (id: PositionId) => places.get(id) ?? id;
  const key = getTreeKey(tx, tree.id);
  const responses = new Set<ResponseId>();
  /** Of the page that is being gathered: nobody can look them up yet. */
  let nodes = new Map<NodeId, WholeNode>();
  let localIds = new Set<string>();
  let edges: Hyperedge[] = [];
  const known = (id: NodeId): TreeNode | undefined => findNode(tx, id) ?? nodes.get(id);
  const view = sqlTree(tx, tree.id);
  const isTaken = (localId: WholeNode['localId']) => view.hasLocalId(localId) || localIds.has(localId);

  const flush = () => {
    const written = [...nodes.values()];
    if (written.length === 0) return;
    insertNodes(tx, key, written);
    insertEdges(tx, key, edges);
    const isFirst = counted.nodes === 0;
    appendLog(tx, by, 'merge', {
      tree: tree.id,
      nodes: written.map((node) => logNode(node, tx.sha256)),
      ...(isFirst ? { details } : {}),
    });
    counted.nodes += written.length;
    nodes = new Map();
    localIds = new Set();
    edges = [];
  };

  const take = ({ node, edge }: StoredNode) => {
    const ours = findNode(tx, node.id);
    if (ours !== undefined && ours.treeId === tree.id && ours.contentHash === node.contentHash) {
      // A copy that was shared may have a version as a position of its own.
      if (positionOpenedBy(node.id) === node.positionId && ours.positionId !== node.positionId)
        places.set(node.positionId, ours.positionId);
      return;
    }
    if (edge === undefined) throw otherBeginning(tree);
    counted.agents += addAgentsOf(tx, from, node, by);
    if (node.responseId !== null && !responses.has(node.responseId)) {
      responses.add(node.responseId);
      if (copyResponse(from, tx, node.responseId)) counted.answers += 1;
    }
    const id = ours === undefined ? node.id : (newId() as NodeId);
    if (ours !== undefined) {
      names.set(node.id, id);
      counted.renamed += 1;
    }
    const into = edgeAs(edge, id);
    const opens = positionOpenedBy(node.id) === node.positionId;
    const beside = ours !== undefined && opens && isVersion(ours, into) ? ours : undefined;
    const position = beside?.positionId ?? (opens ? positionOpenedBy(id) : positionId(node.positionId));
    if (opens && position !== node.positionId) places.set(node.positionId, position);
    const first = known(firstNodeAt(position));
    const localId = id === node.id && !isTaken(node.localId) ? node.localId : localIdFor(id, isTaken);
    localIds.add(localId);
    nodes.set(id, {
      ...node,
      // A new version starts with its position's metadata, as everywhere.
      ...(first === undefined
        ? {}
        : {
            bookmarked: first.bookmarked,
            bookmarkLabel: first.bookmarkLabel,
            pruned: first.pruned,
            excluded: first.excluded,
          }),
      id,
      localId,
      positionId: position,
      editedFrom: beside?.id ?? editedFromAs(node, ours, opens),
    });
    edges.push(into);
  };

  /** Whether a node that has another's id can stand beside it as a version. */
  const isVersion = (ours: TreeNode, into: Hyperedge) => {
    if (tree.mode !== 'buffer' || ours.treeId !== tree.id || into.type !== 'continuation') return false;
    const there = findEdgeInto(tx, firstNodeAt(ours.positionId));
    return there?.type === 'continuation' && primaryOf(there) === primaryOf(into);
  };

  const editedFromAs = (node: WholeNode, ours: TreeNode | undefined, opens: boolean) => {
    if (node.editedFrom === null || (ours !== undefined && opens)) return null;
    return nodeId(node.editedFrom);
  };

  const edgeAs = (edge: Hyperedge, targetId: NodeId): Hyperedge => ({
    ...edge,
    id: tx.first(edgeOf, { id: edge.id }) === undefined ? edge.id : (newId() as EdgeId),
    treeId: tree.id,
    targetId,
    sources: edge.sources.map(
      (source): EdgeSource =>
        source.role === 'primary'
          ? {
              role: source.role,
              positionId: positionId(source.positionId),
              originId: nodeId(source.originId),
            }
          : { role: source.role, nodeId: nodeId(source.nodeId) },
    ),
  });

  for (let after: NodeId | null = null; ; ) {
    const page: readonly StoredNode[] = readStoredNodes(from, tree.id, after, PAGE);
    for (const stored of page) take(stored);
    flush();
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.node.id;
  }
  return { ...counted, nodeId, positionId };
}

function primaryOf({ sources }: Hyperedge): PositionId | undefined {
  for (const source of sources) if (source.role === 'primary') return source.positionId;
  return undefined;
}

function otherBeginning({ title }: LoomTree): AspenError {
  return new AspenError(
    'INVALID_ARGUMENT',
    `“${title}” begins otherwise in that file: it is no copy of this grove’s`,
  );
}

function addAgentsOf(tx: FileTransaction, from: Reader, node: WholeNode, by: AgentId): number {
  const missing = [...new Set([node.authorId, ...node.spans.map(({ agent }) => agent)])].filter(
    (id) => findAgent(tx, id) === undefined,
  );
  for (const id of missing) addAgent(tx, getAgent(from, id), by);
  return missing.length;
}
