import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { EdgeSource, Hyperedge } from '../../../core/tree/hyperedge.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { WholeNode } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';
import { addAgent, findAgent, getAgent } from '../tables/agents.ts';
import { findDraft, saveDraft } from '../tables/drafts.ts';
import { insertEdges } from '../tables/edges.ts';
import { appendLog, type LogKind } from '../tables/log.ts';
import { insertNodes } from '../tables/nodes.ts';
import { findCursor, listAgentsIn, listChoices, writeCursor } from '../tables/path-state.ts';
import { copyResponse } from '../tables/responses.ts';
import { insertTreeRow, loggedTree, setRoot } from '../tables/trees.ts';
import { readStoredNodes, type StoredNode } from '../tree/whole-trees.ts';

/** Nodes that are read, written and named in one row of the log at a time. */
const PAGE = 1000;

export interface TreeCopying {
  /** Where the tree is: the same file, or another. */
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree as it is to be in the file that is written; its root is the copy's. */
  readonly as: LoomTree;
  /** In whose name. */
  readonly by: AgentId;
  /** What the log calls it, and what it says beside. */
  readonly kind: LogKind;
  readonly details: Readonly<Record<string, JsonValue>>;
  /** What a node is called in the copy; asked for each in the order of their ids, as often as it is named. */
  nodeId(id: NodeId): NodeId;
  localId(id: NodeId, node: WholeNode): WholeNode['localId'];
  edgeId(edge: Hyperedge): Hyperedge['id'];
}

/** What of a copying tells of places. */
export type CursorCopying = Pick<TreeCopying, 'from' | 'treeId' | 'as' | 'nodeId'>;

export interface CopiedTree {
  readonly nodes: number;
  /** Answers that the file did not have. */
  readonly answers: number;
  /** Agents that the file did not have. */
  readonly agents: number;
}

/**
 * Copies a tree whole: every node with its hash, time, author and metadata, edges, notes, answers, the agents that it
 * names, where everyone is in it, and drafts.
 * @throws {AspenError} INVALID_ARGUMENT where the tree is there already; what the store throws
 */
export function copyTree(tx: FileTransaction, copying: TreeCopying): CopiedTree {
  const { from, treeId, as, by, kind, details } = copying;
  const counted = { nodes: 0, answers: 0, agents: 0 };
  const addAgents = (ids: Iterable<AgentId>) => {
    for (const id of ids) {
      if (findAgent(tx, id) !== undefined) continue;
      addAgent(tx, getAgent(from, id), by);
      counted.agents += 1;
    }
  };
  const tree = insertTreeRow(tx, as);
  const responses = new Set<ResponseId>();
  let properties: Readonly<Record<string, JsonValue>> | undefined = { ...loggedTree(as), mode: as.mode };
  for (let after: NodeId | null = null; ; ) {
    const page: readonly StoredNode[] = readStoredNodes(from, treeId, after, PAGE);
    addAgents(new Set(page.flatMap(({ node }) => [node.authorId, ...node.spans.map(({ agent }) => agent)])));
    for (const { node } of page) {
      if (node.responseId === null || responses.has(node.responseId)) continue;
      responses.add(node.responseId);
      if (copyResponse(from, tx, node.responseId)) counted.answers += 1;
    }
    const nodes = page.map(({ node }) => nodeAs(node, copying));
    insertNodes(tx, tree, nodes);
    insertEdges(
      tx,
      tree,
      page.flatMap(({ edge }) => (edge === undefined ? [] : [edgeAs(edge, copying)])),
    );
    if (properties !== undefined) setRoot(tx, tree, as.rootPositionId as string as NodeId);
    appendLog(tx, by, kind, {
      tree: as.id,
      nodes: nodes.map((node) => logNode(node, tx.sha256)),
      ...(properties === undefined ? {} : { properties, details }),
    });
    properties = undefined;
    counted.nodes += nodes.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.node.id;
  }
  const writers = listAgentsIn(from, treeId);
  addAgents(writers);
  for (const agentId of writers) addAgents(agentsOf(findDraft(from, treeId, agentId)));
  copyCursorsOf(tx, copying);
  return counted;
}

/** Copies where everyone is in a tree, what they chose in it, and their drafts, to a copy whose nodes are there. */
export function copyCursorsOf(tx: FileTransaction, copying: CursorCopying): void {
  const { from, treeId } = copying;
  for (const agentId of listAgentsIn(from, treeId)) copyPlace(tx, copying, agentId);
}

/** Everyone who wrote a part of a draft: a passage that was pasted keeps its agents. */
function agentsOf(draft: Draft | undefined): ReadonlySet<AgentId> {
  const texts = draft === undefined ? [] : [draft.buffer, ...draft.edits];
  return new Set(texts.flatMap(({ spans }) => spans.map(({ agent }) => agent)));
}

/** Where one agent is in the tree, what they chose in it, and their draft. */
function copyPlace(tx: FileTransaction, copying: CursorCopying, agentId: AgentId): void {
  const { from, treeId, as } = copying;
  const cursor = findCursor(from, treeId, agentId);
  if (cursor === undefined) return;
  const choices = listChoices(from, treeId, agentId).map(({ position, version, lastChild, seenAt }) => ({
    position: positionAs(position, copying),
    version: version === null ? null : copying.nodeId(version),
    lastChild: lastChild === null ? null : positionAs(lastChild, copying),
    seenAt,
  }));
  writeCursor(tx, as.id, agentId, { ...cursor, head: positionAs(cursor.head, copying) }, choices);
  const draft = findDraft(from, treeId, agentId);
  if (draft === undefined) return;
  saveDraft(tx, as.id, agentId, {
    head: positionAs(draft.head, copying),
    buffer: draft.buffer,
    edits: draft.edits.map((edit) => ({ ...edit, nodeId: copying.nodeId(edit.nodeId) })),
  });
}

function nodeAs(node: WholeNode, copying: TreeCopying): WholeNode {
  const id = copying.nodeId(node.id);
  return {
    ...node,
    id,
    treeId: copying.as.id,
    localId: copying.localId(id, node),
    positionId: positionAs(node.positionId, copying),
    editedFrom: node.editedFrom === null ? null : copying.nodeId(node.editedFrom),
  };
}

function edgeAs(edge: Hyperedge, copying: TreeCopying): Hyperedge {
  return {
    ...edge,
    id: copying.edgeId(edge),
    treeId: copying.as.id,
    targetId: copying.nodeId(edge.targetId),
    sources: edge.sources.map(
      (source): EdgeSource =>
        source.role === 'primary'
          ? {
              role: source.role,
              positionId: positionAs(source.positionId, copying),
              originId: copying.nodeId(source.originId),
            }
          : { role: source.role, nodeId: copying.nodeId(source.nodeId) },
    ),
  };
}

/** A position has the id of the first node there. */
function positionAs(id: PositionId, copying: CursorCopying): PositionId {
  return copying.nodeId(id as string as NodeId) as string as PositionId;
}
