import { AspenError } from '../../core/errors.ts';
import type { AgentId, EdgeId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../../core/ids.ts';
import { contentHash } from '../../core/provenance/content-hash.ts';
import { logNode } from '../../core/provenance/logged-node.ts';
import { verifyNode } from '../../core/provenance/verify.ts';
import type { Hyperedge } from '../../core/tree/hyperedge.ts';
import { localIdFor } from '../../core/tree/local-id.ts';
import { PLAIN_METADATA, type WholeNode } from '../../core/tree/tree-node.ts';
import { addAgent, findAgent, getAgent } from './agents.ts';
import { findEdgeInto, insertEdges } from './edges.ts';
import { setGroveOwner } from './grove.ts';
import { appendLog } from './log.ts';
import { getNode, insertNodes } from './nodes.ts';
import { loadPath } from './path-loading.ts';
import { writeCursor } from './path-state.ts';
import { defineQuery, NONE, type Reader } from './query.ts';
import { copyResponse, findResponse } from './responses.ts';
import type { Writer } from './store.ts';
import { getTree, insertTreeRow, setRoot } from './trees.ts';

const forgetDrafts = defineQuery('share.drafts', (db) => db.deleteFrom('draft'));
const forgetBodies = defineQuery('share.bodies', (db) =>
  db.updateTable('raw_api_response').set({ response_body: null, response_headers: null }),
);
const setRequest = defineQuery('share.request', (db, p: { id: string; request: string }) =>
  db
    .updateTable('raw_api_response')
    .set({ request: p.request, response_body: null, response_headers: null })
    .where('id', '=', p.id),
);

/** Nodes that one row of the log names. */
const NAMED = 1000;

/**
 * Takes out of a copy what is nobody else's: drafts and, unless they are wanted, what providers answered. The rows of the
 * answers stay with their hashes, so that nodes verify.
 */
export function leaveOutPrivate(writer: Writer, { answers }: { readonly answers: boolean }): void {
  writer.run(forgetDrafts, NONE);
  if (!answers) writer.run(forgetBodies, NONE);
}

export interface PathToShare {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** Whose path. */
  readonly agentId: AgentId;
  newId(): string;
}

/**
 * Writes an agent's path, as it is committed, as the one tree of a new grove: no other branch or version, nothing pruned,
 * no notes, and of what was asked of models only model and parameters. A node that was written after a version which is
 * left out is written here after the one that is on the path, and so has another id and hash; author, time, text and
 * response are the same.
 * @returns how many nodes
 * @throws {AspenError} NOT_FOUND; CORRUPT where a node of the path is not as it was written
 */
export function copyPath(writer: Writer, { from, treeId, agentId, newId }: PathToShare): number {
  const steps = loadPath(from, treeId, agentId);
  addAgent(writer, getAgent(from, agentId));
  setGroveOwner(writer, agentId);
  for (const { node } of steps) addAgentsOf(writer, from, node, agentId);
  const taken = new Set<string>();
  const nodes: WholeNode[] = [];
  const edges: Hyperedge[] = [];
  for (const { node } of steps) {
    const parent = nodes.at(-1);
    const shared = nodeAfter(writer, from, node, parent, newId);
    const localId = localIdFor(shared.id, (candidate) => taken.has(candidate));
    taken.add(localId);
    nodes.push({ ...shared, localId });
    if (parent === undefined) continue;
    edges.push({
      id: newId() as EdgeId,
      treeId,
      targetId: shared.id,
      type: 'continuation',
      createdAt: shared.createdAt,
      sources: [{ role: 'primary', positionId: parent.positionId, originId: parent.id }],
    });
  }
  const [root] = nodes;
  const last = nodes.at(-1);
  if (root === undefined || last === undefined) throw new AspenError('NOT_FOUND', 'the tree has no root');
  const { title, mode, createdAt, updatedAt } = getTree(from, treeId);
  const tree = insertTreeRow(writer, {
    id: treeId,
    title,
    description: null,
    summary: null,
    rootPositionId: root.positionId,
    mode,
    systemContext: null,
    settings: {},
    createdAt,
    updatedAt,
    archivedAt: null,
  });
  insertNodes(writer, tree, nodes);
  insertEdges(writer, tree, edges);
  setRoot(writer, tree, root.id);
  writeCursor(
    writer,
    treeId,
    agentId,
    { head: last.positionId, caret: { anchor: 0, head: 0, scroll: 0 } },
    nodes.map((node, index) => ({
      position: node.positionId,
      version: node.id,
      lastChild: nodes[index + 1]?.positionId ?? null,
      seenAt: null,
    })),
  );
  for (let first = 0; first < nodes.length; first += NAMED) {
    appendLog(writer, agentId, 'import', {
      tree: treeId,
      nodes: nodes.slice(first, first + NAMED).map((node) => logNode(node, writer.sha256)),
      ...(first > 0 ? {} : { properties: { title, mode, archivedAt: null }, details: { path: true } }),
    });
  }
  return nodes.length;
}

function addAgentsOf(writer: Writer, from: Reader, node: WholeNode, by: AgentId): void {
  for (const id of new Set([node.authorId, ...node.spans.map(({ agent }) => agent)])) {
    // How a model is asked is its writer's own business.
    if (findAgent(writer, id) === undefined)
      addAgent(writer, { ...getAgent(from, id), configuration: {} }, by);
  }
}

/** A node of the path after the one before it; with its own id where its hash stays what it was. */
function nodeAfter(
  writer: Writer,
  from: Reader,
  node: WholeNode,
  parent: WholeNode | undefined,
  newId: () => string,
): WholeNode {
  const recordedHash = node.responseId === null ? null : shareResponse(writer, from, node.responseId);
  requireUnaltered(from, node, recordedHash, writer.sha256);
  const hash = contentHash(
    {
      content: node.content,
      parentHashes: parent === undefined ? [] : [parent.contentHash],
      createdAt: node.createdAt,
      authorId: node.authorId,
      responseHash: recordedHash,
    },
    writer.sha256,
  );
  const id = hash === node.contentHash ? node.id : (newId() as NodeId);
  return {
    ...node,
    ...PLAIN_METADATA,
    excluded: node.excluded,
    id,
    positionId: id as string as PositionId,
    editedFrom: null,
    contentHash: hash,
    summary: null,
  };
}

/** A new hash would make an altered text look like an unaltered one. */
function requireUnaltered(
  from: Reader,
  node: WholeNode,
  recordedHash: Sha256 | null,
  sha256: (text: string) => Sha256,
): void {
  const sources = findEdgeInto(from, node.id)?.sources ?? [];
  const parents = sources.map((source) =>
    getNode(from, source.role === 'primary' ? source.originId : source.nodeId),
  );
  const response = node.responseId === null ? null : { recordedHash, bodyHash: null };
  if (verifyNode({ node, parents, response }, sha256).verdict === 'invalid')
    throw new AspenError('CORRUPT', `the text ${node.localId} is not as it was written, and is not shared`);
}

/** What a model was asked may name other branches, and its answer may hold them. Returns the answer's hash. */
function shareResponse(writer: Writer, from: Reader, id: ResponseId): Sha256 {
  const known = findResponse(from, id);
  if (known === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  if (copyResponse(from, writer, id)) {
    const request = known.request as {
      readonly style?: unknown;
      readonly model?: unknown;
      readonly parameters?: unknown;
    };
    const { style, model, parameters } = request;
    writer.run(setRequest, { id, request: JSON.stringify({ style, model, parameters }) });
  }
  return known.bodySha256;
}
