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
import {
  type EdgeSource,
  type Hyperedge,
  type TreeNode,
  textOf,
  type WholeNode,
} from '../../../core/tree/tree-node.ts';
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
import { findStoredNodes, pagesOfNodes, type StoredNode } from '../tree/whole-trees.ts';
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
 * again is the one here, and what follows it gets the hash that it has after that. A position is where one of its versions is
 * here: each of two copies may have had only one of them, as a position of its own. What both have is unchanged here, including metadata, except that a position is bookmarked if a phrase of it gets a bookmark.
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
  let edges = new Map<NodeId, Hyperedge>();
  let there = sqlTree(from, tree.id);
  const known = (id: NodeId): TreeNode | undefined => findNode(tx, id) ?? nodes.get(id);
  const getKnown = (id: NodeId): TreeNode => {
    const node = known(id);
    if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
    return node;
  };
  const view = sqlTree(tx, tree.id);
  const isTaken = (localId: WholeNode['localId']) => view.hasLocalId(localId) || localIds.has(localId);

  const flush = () => {
    const written = [...nodes.values()];
    if (written.length === 0) return;
    const keys = insertNodes(tx, key, written);
    insertEdges(tx, key, [...edges.values()]);
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
    edges = new Map();
  };

  const mergeResponse = (id: ResponseId) => {
    if (responses.has(id)) return;
    responses.add(id);
    const { agentId } = getResponseOwners(from, id);
    if (agentId !== null) copyAgents(tx, from, [agentId], by);
    if (copyResponse(from, tx, id, key)) counts.answers += 1;
  };

  const mergeNode = (stored: StoredNode) => {
    const { node, edge } = stored;
    const same = findHere(stored);
    if (same !== undefined) {
      if (same.id !== node.id) nodeIds.set(node.id, same.id);
      if (same.contentHash !== node.contentHash) rehashed.add(node.id);
      // A shared copy may have a version as a position of its own.
      if (positionOpenedBy(node.id) === node.positionId && same.positionId !== node.positionId)
        positionIds.set(node.positionId, same.positionId);
      return;
    }
    if (edge === undefined) throw differentRoot(tree);
    const ours = findNode(tx, node.id);
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
    const beside = findVersionBeside(node, ours, into);
    const position = beside?.positionId ?? positionOpenedBy(id);
    if (opens && position !== node.positionId) positionIds.set(node.positionId, position);
    const first = known(firstNodeAt(position));
    const localId = id === node.id && !isTaken(node.localId) ? node.localId : localIdFor(id, isTaken);
    localIds.add(localId);
    const editedFrom = beside?.id ?? findDivided(node, ours, into)?.id ?? null;
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
      offered: beside !== undefined && node.offered,
    });
    edges.set(id, into);
  };

  /**
   * The node here that is this one: it has its id and its hash, or is the same but for what it follows, because a shared
   * path has it after another version and then under another id (`storage.md`, *Backups*).
   */
  const findHere = ({ node, edge }: StoredNode): TreeNode | undefined => {
    const ours = findNode(tx, nodeId(node.id));
    if (ours?.treeId === tree.id && (ours.contentHash === node.contentHash || nodeIds.has(node.id)))
      return ours;
    const parent = edge === undefined ? undefined : primaryOf(edge);
    if (parent === undefined || node.content.type !== 'text') return undefined;
    const { text } = node.content;
    const isSame = ({ createdAt, authorId, responseId, choiceIndex }: TreeNode) =>
      createdAt === node.createdAt &&
      authorId === node.authorId &&
      responseId === node.responseId &&
      choiceIndex === node.choiceIndex;
    if (ours?.treeId === tree.id && isSame(ours) && textOf(view.getContent(ours.id).content) === text)
      return ours;
    if (edge?.type !== 'continuation') return undefined;
    for (const position of positionsHere(parent)) {
      const twin = view.listEqualChildren(position, text, node.spans).find(isSame);
      if (twin !== undefined) return twin;
    }
    return undefined;
  };

  /** The positions here of those versions at a position of the other file that have been merged. */
  const positionsHere = (position: PositionId): ReadonlySet<PositionId> =>
    new Set(
      there.versionsAt(position).flatMap(({ id }) => {
        const here = known(nodeId(id));
        return here?.treeId === tree.id ? [here.positionId] : [];
      }),
    );

  /** The version here that a new node is put beside; undefined if it opens a position. */
  const findVersionBeside = (
    node: WholeNode,
    ours: TreeNode | undefined,
    into: Hyperedge,
  ): TreeNode | undefined => {
    if (positionOpenedBy(node.id) !== node.positionId) {
      const from = node.editedFrom === null ? undefined : known(nodeId(node.editedFrom));
      return from !== undefined && isVersion(from, node, into) ? from : undefined;
    }
    if (ours !== undefined && tree.mode === 'buffer' && isVersion(ours, node, into)) return ours;
    const others = there.versionsAt(node.positionId).filter(({ id }) => id !== node.id);
    for (const stored of findStoredNodes(
      from,
      others.map(({ id }) => id),
    ).toSorted(byId)) {
      const here = findHere(stored);
      if (here !== undefined && isVersion(here, node, into)) return here;
    }
    return undefined;
  };

  /** The node from which one that opens a position was edited, as long as both follow the same position here. */
  const findDivided = ({ editedFrom }: WholeNode, ours: TreeNode | undefined, into: Hyperedge) => {
    const divided = editedFrom === null || ours !== undefined ? undefined : known(nodeId(editedFrom));
    return divided !== undefined && sourceOf(divided) === primaryOf(into) ? divided : undefined;
  };

  /** The hash of a node, which covers those of the nodes before it: these are other ones if a shared path wrote them again. */
  const hashHere = (node: WholeNode, edge: Hyperedge, into: Hyperedge): WholeNode['contentHash'] => {
    if (!edge.sources.some((source) => rehashed.has(sourceNode(source)))) return node.contentHash;
    rehashed.add(node.id);
    const { content, createdAt, authorId, responseId } = node;
    const parentHashes = into.sources.map((source) => getKnown(sourceNode(source)).contentHash);
    const responseHash = responseId === null ? null : (findResponse(tx, responseId)?.bodySha256 ?? null);
    return contentHash({ content, parentHashes, createdAt, authorId, responseHash });
  };

  /** Returns true if a node that is added can become a version beside this one. */
  const isVersion = (beside: TreeNode, node: WholeNode, into: Hyperedge): boolean => {
    if (beside.treeId !== tree.id || beside.positionId === tree.rootPositionId) return false;
    // Of messages, only the writer makes versions (`domain.md`, *Invariants*).
    if (tree.mode === 'dialogue' && node.authorType === 'model' && into.type !== 'annotation') return false;
    return typeOf(beside) === into.type && sourceOf(beside) === primaryOf(into);
  };

  /** The edge into the first version at the position of a node here. */
  const edgeTo = ({ positionId: at }: TreeNode): Hyperedge | undefined =>
    edges.get(firstNodeAt(at)) ?? findEdgeInto(tx, firstNodeAt(at));
  const sourceOf = (node: TreeNode): PositionId | undefined => {
    const edge = edgeTo(node);
    return edge === undefined ? undefined : primaryOf(edge);
  };
  const typeOf = (node: TreeNode) => edgeTo(node)?.type;

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
              // The position of the origin here, which may not be where the other versions are.
              positionId: getKnown(nodeId(source.originId)).positionId,
              originId: nodeId(source.originId),
            }
          : { role: source.role, nodeId: nodeId(source.nodeId) },
    ),
  });

  /** Nodes merged before their turn: in a grove that was merged itself, a node may be older than what it follows. */
  const early = new Set<NodeId>();
  const mergeWithSources = (stored: StoredNode) => {
    const waiting = new Map([[stored.node.id, stored]]);
    const isMissing = (id: NodeId | null): id is NodeId =>
      id !== null && id > stored.node.id && !early.has(id) && !waiting.has(id);
    for (let next: StoredNode | undefined = stored; next !== undefined; next = [...waiting.values()].at(-1)) {
      const { node, edge } = next;
      const missing = [node.editedFrom, ...(edge?.sources ?? []).map(sourceNode)].filter(isMissing);
      for (const needed of findStoredNodes(from, missing)) waiting.set(needed.node.id, needed);
      if (missing.length > 0) continue;
      waiting.delete(node.id);
      if (early.has(node.id)) continue;
      mergeNode(next);
      if (node.id > stored.node.id) early.add(node.id);
    }
  };

  for (const page of pagesOfNodes(from, tree.id, PAGE)) {
    for (const stored of page) if (!early.has(stored.node.id)) mergeWithSources(stored);
    flush();
    there = sqlTree(from, tree.id);
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

function byId(one: StoredNode, other: StoredNode): number {
  return one.node.id < other.node.id ? -1 : 1;
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
