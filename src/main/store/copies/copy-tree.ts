import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { EdgeSource, Hyperedge } from '../../../core/tree/hyperedge.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { addAgent, findAgent, getAgent } from '../tables/agents.ts';
import { findDraft, saveDraft } from '../tables/drafts.ts';
import { insertEdges } from '../tables/edges.ts';
import { appendLog } from '../tables/log.ts';
import { insertNodes } from '../tables/nodes.ts';
import { findCursor, listAgentsIn, listChoices, writeCursor } from '../tables/path-state.ts';
import { copyResponse } from '../tables/responses.ts';
import type { LogKind } from '../tables/schema.ts';
import { insertTreeRow, loggedTree, setRoot } from '../tables/trees.ts';
import { readStoredNodes, type StoredNode } from '../tree/whole-trees.ts';

/** Nodes read, written and logged in one row at a time. */
const PAGE = 1000;

export interface CopyTreeOptions {
  /** The file that has the tree: the same one, or another. */
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree to write; its root is the copy's. */
  readonly as: LoomTree;
  /** The agent that makes the copy. */
  readonly by: AgentId;
  /** The kind and details of the log rows. */
  readonly kind: LogKind;
  readonly details: Readonly<Record<string, JsonValue>>;
  /** The id of a node's copy. Called for nodes in id order, once for each reference. */
  nodeId(id: NodeId): NodeId;
  localId(id: NodeId, node: WholeNode): WholeNode['localId'];
  edgeId(edge: Hyperedge): Hyperedge['id'];
}

/** The part of the options that copying cursors needs. */
export type CopyCursorsOptions = Pick<CopyTreeOptions, 'from' | 'treeId' | 'as' | 'nodeId'>;

export interface CopiedTree {
  readonly nodes: number;
  /** Responses that the file did not have. */
  readonly answers: number;
  /** Agents that the file did not have. */
  readonly agents: number;
}

/**
 * Copies a whole tree: every node with its hash, time, author and metadata, edges, notes, responses, the
 * agents it refers to, everyone's cursors and choices, and drafts.
 * @throws {AspenError} INVALID_ARGUMENT when the tree exists; what the store throws
 */
export function copyTree(tx: FileTransaction, options: CopyTreeOptions): CopiedTree {
  const { from, treeId, as, by, kind, details } = options;
  const counts = { nodes: 0, answers: 0, agents: 0 };
  const addAgents = (ids: Iterable<AgentId>) => {
    for (const id of ids) {
      if (findAgent(tx, id) !== undefined) continue;
      addAgent(tx, getAgent(from, id), by);
      counts.agents += 1;
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
      if (copyResponse(from, tx, node.responseId)) counts.answers += 1;
    }
    const nodes = page.map(({ node }) => toCopiedNode(node, options));
    insertNodes(tx, tree, nodes);
    insertEdges(
      tx,
      tree,
      page.flatMap(({ edge }) => (edge === undefined ? [] : [toCopiedEdge(edge, options)])),
    );
    if (properties !== undefined) setRoot(tx, tree, as.rootPositionId as string as NodeId);
    appendLog(tx, by, kind, {
      tree: as.id,
      nodes: nodes.map((node) => logNode(node, tx.sha256)),
      ...(properties === undefined ? {} : { properties, details }),
    });
    properties = undefined;
    counts.nodes += nodes.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.node.id;
  }
  const agentIds = listAgentsIn(from, treeId);
  addAgents(agentIds);
  for (const agentId of agentIds) addAgents(agentsOf(findDraft(from, treeId, agentId)));
  copyCursorsOf(tx, options);
  return counts;
}

/** Copies everyone's cursors, choices and drafts in a tree to a copy whose nodes have been written. */
export function copyCursorsOf(tx: FileTransaction, options: CopyCursorsOptions): void {
  const { from, treeId } = options;
  for (const agentId of listAgentsIn(from, treeId)) copyCursor(tx, options, agentId);
}

/** The authors of a draft: a pasted passage keeps its agents. */
function agentsOf(draft: Draft | undefined): ReadonlySet<AgentId> {
  const texts = draft === undefined ? [] : [draft.buffer, ...draft.edits];
  return new Set(texts.flatMap(({ spans }) => spans.map(({ agent }) => agent)));
}

/** Copies one agent's cursor, choices and draft. */
function copyCursor(tx: FileTransaction, options: CopyCursorsOptions, agentId: AgentId): void {
  const { from, treeId, as } = options;
  const cursor = findCursor(from, treeId, agentId);
  if (cursor === undefined) return;
  const choices = listChoices(from, treeId, agentId).map(({ position, version, lastChild, seenAt }) => ({
    position: toCopiedPosition(position, options),
    version: version === null ? null : options.nodeId(version),
    lastChild: lastChild === null ? null : toCopiedPosition(lastChild, options),
    seenAt,
  }));
  writeCursor(tx, as.id, agentId, { ...cursor, head: toCopiedPosition(cursor.head, options) }, choices);
  const draft = findDraft(from, treeId, agentId);
  if (draft === undefined) return;
  saveDraft(tx, as.id, agentId, {
    head: toCopiedPosition(draft.head, options),
    buffer: draft.buffer,
    edits: draft.edits.map((edit) => ({ ...edit, nodeId: options.nodeId(edit.nodeId) })),
  });
}

function toCopiedNode(node: WholeNode, options: CopyTreeOptions): WholeNode {
  const id = options.nodeId(node.id);
  return {
    ...node,
    id,
    treeId: options.as.id,
    localId: options.localId(id, node),
    positionId: toCopiedPosition(node.positionId, options),
    editedFrom: node.editedFrom === null ? null : options.nodeId(node.editedFrom),
  };
}

function toCopiedEdge(edge: Hyperedge, options: CopyTreeOptions): Hyperedge {
  return {
    ...edge,
    id: options.edgeId(edge),
    treeId: options.as.id,
    targetId: options.nodeId(edge.targetId),
    sources: edge.sources.map(
      (source): EdgeSource =>
        source.role === 'primary'
          ? {
              role: source.role,
              positionId: toCopiedPosition(source.positionId, options),
              originId: options.nodeId(source.originId),
            }
          : { role: source.role, nodeId: options.nodeId(source.nodeId) },
    ),
  };
}

/** A position's id is that of its first node. */
function toCopiedPosition(id: PositionId, options: CopyCursorsOptions): PositionId {
  return options.nodeId(id as string as NodeId) as string as PositionId;
}
