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
import { contentHash } from '../../../core/provenance/content-hash.ts';
import { logMetadata, logNode } from '../../../core/provenance/logged-node.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { localIdFor } from '../../../core/tree/new-node.ts';
import { metadataOf } from '../../../core/tree/position-metadata.ts';
import type { EdgeSource, Hyperedge, TreeNode, WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { addAgent, copyAgents, findAgent, getAgent } from '../tables/agents.ts';
import { findEdgeInto, insertEdges } from '../tables/edges.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { copyMarks } from '../tables/marks/mark-tables.ts';
import { indexLinks } from '../tables/node-links.ts';
import { findNode, insertNodes } from '../tables/nodes.ts';
import { copyResponse, findResponse, getResponseOwners, listResponsesIn } from '../tables/responses.ts';
import { sqlTree } from '../tree/sql-tree.ts';
import { pagesOfNodes, type StoredNode } from '../tree/whole-trees.ts';
import { copyTurns, requireTextFits } from './copy-tree.ts';

/** Nodes read, written and logged in one row at a time. */
const PAGE = 1000;

const edgeOf = defineQuery('merge.edge', (db, p: { id: string }) =>
  db.selectFrom('edge').select('key').where('id', '=', p.id),
);

export interface MergeTreeOptions {
  /** The other file; all of its nodes verify. */
  readonly from: Reader;
  /** The tree in this file. */
  readonly tree: LoomTree;
  /** The agent that merges. */
  readonly by: AgentId;
  readonly details: Readonly<Record<string, JsonValue>>;
  newId(): string;
}

export interface MergedTree {
  readonly nodes: number;
  /** Number of nodes renumbered because their id was taken. */
  readonly renamed: number;
  readonly answers: number;
  readonly agents: number;
  /** Map ids of nodes and positions in the other file to their ids here. */
  readonly nodeId: (id: NodeId) => NodeId;
  readonly positionId: (id: PositionId) => PositionId;
}

/**
 * Adds to a tree everything that only another file's copy of it has: nodes, versions and notes with their
 * edges, agents, responses, anchors, links, summaries and turns; ids and hashes are kept. A node that a shared path had to write
 * again is the one here, and what follows it gets the hash that it has after that. What both have is unchanged here, including metadata, except that a position is bookmarked if a phrase of it gets a bookmark.
 * If a node here has the same id and another hash, the new node gets a new id and is added beside it: in
 * buffer mode as a version, else as a branch; no hash covers an id.
 * @throws {AspenError} INVALID_ARGUMENT when the trees have different roots, or a new text is too long; what
 *   the store throws
 */
export function mergeTree(tx: FileTransaction, options: MergeTreeOptions): MergedTree {
  const { from, tree, by, details, newId } = options;
  const counts = { nodes: 0, renamed: 0, answers: 0, agents: 0 };
  const nodeIds = new Map<NodeId, NodeId>();
  const positionIds = new Map<PositionId, PositionId>();
  /** Nodes of the other file that have another hash here. */
  const rehashed = new Set<NodeId>();
  const nodeId = (id: NodeId) => nodeIds.get(id) ?? id;
  const positionId = (id: PositionId) => positionIds.get(id) ?? id;
  const key = getTreeKey(tx, tree.id);
  const responses = new Set<ResponseId>();
  /** The page being collected, which the file does not have yet. */
  let nodes = new Map<NodeId, WholeNode>();
  let localIds = new Set<string>();
  let edges: Hyperedge[] = [];
  const known = (id: NodeId): TreeNode | undefined => findNode(tx, id) ?? nodes.get(id);
  const view = sqlTree(tx, tree.id);
  const isTaken = (localId: WholeNode['localId']) => view.hasLocalId(localId) || localIds.has(localId);

  const flush = () => {
    const written = [...nodes.values()];
    if (written.length === 0) return;
    const keys = insertNodes(tx, key, written);
    insertEdges(tx, key, edges);
    indexLinks(tx, keys);
    const isFirst = counts.nodes === 0;
    appendLog(tx, by, 'merge', {
      tree: tree.id,
      nodes: written.map((node) => logNode(node)),
      metadata: logMetadata(written),
      ...(isFirst ? { details } : {}),
    });
    counts.nodes += written.length;
    nodes = new Map();
    localIds = new Set();
    edges = [];
  };

  const mergeResponse = (id: ResponseId) => {
    if (responses.has(id)) return;
    responses.add(id);
    const { agentId } = getResponseOwners(from, id);
    if (agentId !== null) copyAgents(tx, from, [agentId], by);
    if (copyResponse(from, tx, id, key)) counts.answers += 1;
  };

  const mergeNode = ({ node, edge }: StoredNode) => {
    const ours = findNode(tx, node.id);
    if (ours !== undefined && ours.treeId === tree.id && ours.contentHash === node.contentHash) {
      // A shared copy may have a version as a position of its own.
      if (positionOpenedBy(node.id) === node.positionId && ours.positionId !== node.positionId)
        positionIds.set(node.positionId, ours.positionId);
      return;
    }
    if (edge === undefined) throw differentRoot(tree);
    const twin = findTwin(node, edge);
    if (twin !== undefined) {
      nodeIds.set(node.id, twin.id);
      rehashed.add(node.id);
      if (positionOpenedBy(node.id) === node.positionId) positionIds.set(node.positionId, twin.positionId);
      return;
    }
    requireTextFits(node, tree);
    counts.agents += addAgentsOf(tx, from, node, by);
    if (node.responseId !== null) mergeResponse(node.responseId);
    const id = ours === undefined ? node.id : (newId() as NodeId);
    if (ours !== undefined) {
      nodeIds.set(node.id, id);
      counts.renamed += 1;
    }
    const into = mapEdge(edge, id);
    const opens = positionOpenedBy(node.id) === node.positionId;
    const beside = ours !== undefined && opens && isVersion(ours, into) ? ours : undefined;
    const position = beside?.positionId ?? (opens ? positionOpenedBy(id) : positionId(node.positionId));
    if (opens && position !== node.positionId) positionIds.set(node.positionId, position);
    const first = known(firstNodeAt(position));
    const localId = id === node.id && !isTaken(node.localId) ? node.localId : localIdFor(id, isTaken);
    localIds.add(localId);
    const editedFrom = beside?.id ?? mapEditedFrom(node, ours, opens);
    nodes.set(id, {
      ...node,
      // A new version takes its position's metadata.
      ...(first === undefined ? {} : metadataOf(first)),
      id,
      localId,
      positionId: position,
      editedFrom,
      contentHash: hashHere(node, edge, into),
      // A split divides the node it is edited from, and opens a position; an offer joins one.
      splitAt: position === positionOpenedBy(id) && editedFrom !== null ? node.splitAt : null,
      offered: position !== positionOpenedBy(id) && node.offered,
    });
    edges.push(into);
  };

  /**
   * The node here that a shared path has under another id, because there it follows another version
   * (`storage.md`, *Backups*): everything but that is the same.
   */
  const findTwin = (node: WholeNode, edge: Hyperedge): TreeNode | undefined => {
    const parent = primaryOf(edge);
    if (parent === undefined || edge.type !== 'continuation' || node.content.type !== 'text')
      return undefined;
    return view
      .listEqualChildren(positionId(parent), node.content.text, node.spans)
      .find(
        ({ createdAt, authorId, responseId, choiceIndex }) =>
          createdAt === node.createdAt &&
          authorId === node.authorId &&
          responseId === node.responseId &&
          choiceIndex === node.choiceIndex,
      );
  };

  /** The hash of a node, which covers those of the nodes before it: these are other ones if a shared path wrote them again. */
  const hashHere = (node: WholeNode, edge: Hyperedge, into: Hyperedge): WholeNode['contentHash'] => {
    if (!edge.sources.some((source) => rehashed.has(sourceNode(source)))) return node.contentHash;
    rehashed.add(node.id);
    const { content, createdAt, authorId, responseId } = node;
    const parentHashes = into.sources.map((source) => {
      const parent = known(sourceNode(source));
      if (parent === undefined) throw new AspenError('NOT_FOUND', `no node ${sourceNode(source)}`);
      return parent.contentHash;
    });
    const responseHash = responseId === null ? null : (findResponse(tx, responseId)?.bodySha256 ?? null);
    return contentHash({ content, parentHashes, createdAt, authorId, responseHash });
  };

  /** Returns true if a node whose id is taken can become a version beside the node that has it. */
  const isVersion = (ours: TreeNode, into: Hyperedge) => {
    if (tree.mode !== 'buffer' || ours.treeId !== tree.id || into.type !== 'continuation') return false;
    const there = findEdgeInto(tx, firstNodeAt(ours.positionId));
    return there?.type === 'continuation' && primaryOf(there) === primaryOf(into);
  };

  const mapEditedFrom = (node: WholeNode, ours: TreeNode | undefined, opens: boolean) => {
    if (node.editedFrom === null || (ours !== undefined && opens)) return null;
    return nodeId(node.editedFrom);
  };

  const mapEdge = (edge: Hyperedge, targetId: NodeId): Hyperedge => ({
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

  for (const page of pagesOfNodes(from, tree.id, PAGE)) {
    for (const stored of page) mergeNode(stored);
    flush();
  }
  for (const id of listResponsesIn(from, tree.id)) mergeResponse(id);
  const copied = { from, treeId: tree.id, as: tree.id, nodeId, positionId, by, kind: 'merge' } as const;
  copyMarks(tx, copied);
  copyTurns(tx, copied);
  return { ...counts, nodeId, positionId };
}

function sourceNode(source: EdgeSource): NodeId {
  return source.role === 'primary' ? source.originId : source.nodeId;
}

function primaryOf({ sources }: Hyperedge): PositionId | undefined {
  for (const source of sources) if (source.role === 'primary') return source.positionId;
  return undefined;
}

function differentRoot({ title }: LoomTree): AspenError {
  return new AspenError(
    'INVALID_ARGUMENT',
    `“${title}” begins differently in that file: it is not a copy of this grove’s tree.`,
  );
}

function addAgentsOf(tx: FileTransaction, from: Reader, node: WholeNode, by: AgentId): number {
  const missing = [...new Set([node.authorId, ...node.spans.map(({ agent }) => agent)])].filter(
    (id) => findAgent(tx, id) === undefined,
  );
  for (const id of missing) addAgent(tx, getAgent(from, id), by);
  return missing.length;
}
