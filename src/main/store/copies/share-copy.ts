import { AspenError } from '../../../core/errors.ts';
import type { AgentId, EdgeId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../../../core/ids.ts';
import { contentHash } from '../../../core/provenance/content-hash.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import { verifyNode } from '../../../core/provenance/verify.ts';
import type { Hyperedge } from '../../../core/tree/hyperedge.ts';
import { localIdFor } from '../../../core/tree/local-id.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { PLAIN_METADATA, type WholeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { FileTransaction, Store } from '../connection/store.ts';
import { addAgent, findAgent, getAgent } from '../tables/agents.ts';
import { findEdgeInto, insertEdges } from '../tables/edges.ts';
import { setGroveOwner } from '../tables/grove.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { getNode, insertNodes } from '../tables/nodes.ts';
import { writeCursor } from '../tables/path-state.ts';
import { copyResponse, findResponse } from '../tables/responses.ts';
import { getTree, insertTreeRow, setRoot } from '../tables/trees.ts';
import { loadPath } from '../tree/path-loading.ts';

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

/** Nodes that are written, and named in one row of the log, at a time. */
const PAGE = 200;

/**
 * Takes out of a copy what is nobody else's: drafts and, unless they are wanted, what providers answered. The rows of the
 * answers stay with their hashes, so that nodes verify.
 */
export function leaveOutPrivate(tx: FileTransaction, { answers }: { readonly answers: boolean }): void {
  tx.run(forgetDrafts, NONE);
  if (!answers) tx.run(forgetBodies, NONE);
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
 * response are the same. The file is whole when the last step is done: until then nobody but the caller knows of it.
 * @returns yields the share that is done, from 0 to 1, after each transaction
 * @throws {AspenError} NOT_FOUND; CORRUPT where a node of the path is not as it was written
 */
export function* copyPath(
  copy: Store,
  { from, treeId, agentId, newId }: PathToShare,
): Generator<number, void> {
  const steps = loadPath(from, treeId, agentId);
  const { title, mode } = getTree(from, treeId);
  const taken = new Set<string>();
  const nodes: WholeNode[] = [];
  const makeNode = (tx: FileTransaction, { node }: (typeof steps)[number]): WholeNode => {
    addAgentsOf(tx, from, node, agentId);
    const shared = nodeAfter(tx, from, node, nodes.at(-1), newId);
    const localId = localIdFor(shared.id, (candidate) => taken.has(candidate));
    taken.add(localId);
    nodes.push({ ...shared, localId });
    return { ...shared, localId };
  };
  const edgeInto = ({ id, createdAt: time }: WholeNode, index: number): readonly Hyperedge[] => {
    const parent = nodes[index - 1];
    if (parent === undefined) return [];
    const sources = [{ role: 'primary', positionId: parent.positionId, originId: parent.id }] as const;
    return [{ id: newId() as EdgeId, treeId, targetId: id, type: 'continuation', createdAt: time, sources }];
  };
  for (let first = 0; first < steps.length; first += PAGE) {
    copy.transact((tx) => {
      if (first === 0) {
        addAgent(tx, getAgent(from, agentId));
        setGroveOwner(tx, agentId);
      }
      const page = steps.slice(first, first + PAGE).map((step) => makeNode(tx, step));
      const [root] = page;
      if (first === 0 && root !== undefined) insertTreeRow(tx, sharedTree(getTree(from, treeId), root));
      const tree = getTreeKey(tx, treeId);
      insertNodes(tx, tree, page);
      insertEdges(
        tx,
        tree,
        page.flatMap((node, index) => edgeInto(node, first + index)),
      );
      if (first === 0 && root !== undefined) setRoot(tx, tree, root.id);
      appendLog(tx, agentId, 'import', {
        tree: treeId,
        nodes: page.map((node) => logNode(node, tx.sha256)),
        ...(first > 0 ? {} : { properties: { title, mode, archivedAt: null }, details: { path: true } }),
      });
    });
    yield Math.min(1, (first + PAGE) / steps.length);
  }
  copy.transact((tx) => {
    const head = nodes.at(-1)?.positionId;
    if (head === undefined) throw new AspenError('NOT_FOUND', 'the tree has no root');
    const choices = nodes.map((node, index) => ({
      position: node.positionId,
      version: node.id,
      lastChild: nodes[index + 1]?.positionId ?? null,
      seenAt: null,
    }));
    writeCursor(tx, treeId, agentId, { head, caret: { anchor: 0, head: 0, scroll: 0 } }, choices);
  });
}

/** A tree without what its writer keeps beside it. */
function sharedTree({ id, title, mode, createdAt, updatedAt }: LoomTree, root: WholeNode): LoomTree {
  return {
    id,
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
  };
}

function addAgentsOf(tx: FileTransaction, from: Reader, node: WholeNode, by: AgentId): void {
  for (const id of new Set([node.authorId, ...node.spans.map(({ agent }) => agent)])) {
    // How a model is asked is its writer's own business.
    if (findAgent(tx, id) === undefined) addAgent(tx, { ...getAgent(from, id), configuration: {} }, by);
  }
}

/** A node of the path after the one before it; with its own id where its hash stays what it was. */
function nodeAfter(
  tx: FileTransaction,
  from: Reader,
  node: WholeNode,
  parent: WholeNode | undefined,
  newId: () => string,
): WholeNode {
  const recordedHash = node.responseId === null ? null : shareResponse(tx, from, node.responseId);
  requireUnaltered(from, node, recordedHash, tx.sha256);
  const hash = contentHash(
    {
      content: node.content,
      parentHashes: parent === undefined ? [] : [parent.contentHash],
      createdAt: node.createdAt,
      authorId: node.authorId,
      responseHash: recordedHash,
    },
    tx.sha256,
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
function shareResponse(tx: FileTransaction, from: Reader, id: ResponseId): Sha256 {
  const known = findResponse(from, id);
  if (known === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  if (copyResponse(from, tx, id)) {
    const request = known.request as {
      readonly style?: unknown;
      readonly model?: unknown;
      readonly parameters?: unknown;
    };
    const { style, model, parameters } = request;
    tx.run(setRequest, { id, request: JSON.stringify({ style, model, parameters }) });
  }
  return known.bodySha256;
}
