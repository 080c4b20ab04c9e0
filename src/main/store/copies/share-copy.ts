import { type RawBuilder, sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, EdgeId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../../../core/ids.ts';
import { contentHash } from '../../../core/provenance/content-hash.ts';
import { logMetadata, logNode } from '../../../core/provenance/logged-node.ts';
import { verifyNode } from '../../../core/provenance/verify.ts';
import { untilConfirmed } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { localIdFor } from '../../../core/tree/new-node.ts';
import { DEFAULT_METADATA } from '../../../core/tree/position-metadata.ts';
import type { Hyperedge, WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { Store } from '../connection/store.ts';
import { addAgent, findAgent, getAgent, makeAgentsAsk } from '../tables/agents.ts';
import { findEdgeInto, insertEdges } from '../tables/edges.ts';
import { setGroveOwner } from '../tables/grove.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { copySharedLinks } from '../tables/marks/links.ts';
import { copyNames, writeTitle } from '../tables/marks/names.ts';
import { copyTags } from '../tables/marks/tag-assignments.ts';
import { indexLinks } from '../tables/node-links.ts';
import { getNode, insertNodes } from '../tables/nodes.ts';
import { markVisited, writeCursor } from '../tables/path-state.ts';
import { copyResponse, findResponse, isUnused } from '../tables/responses.ts';
import type { Key } from '../tables/schema.ts';
import { tablesWhere } from '../tables/table-list.ts';
import type { TableUses } from '../tables/table-uses.ts';
import { getTree, insertTreeRow, setRoot } from '../tables/trees.ts';
import { loadPath } from '../tree/path-loading.ts';

const deletePrivate = deletesOf('none');
const deleteTraces = deletesOf('withTraces');
// Deleting a response searches for its nodes, and no other query needs an index of these.
const indexNodes = defineQuery(
  'share.index.node',
  () => sql<never>`create index share_node_response on node (raw_api_response_key)`,
);
const unindexNodes = defineQuery('share.unindex.node', () => sql<never>`drop index share_node_response`);
const deleteUnused = defineQuery(
  'share.delete.unused',
  () => sql<never>`
    delete from raw_api_response where ${isUnused}`,
);
const isOfTurn = sql`key in (select raw_api_response_key from agent_call where raw_api_response_key is not null)`;
const clearBodies = defineQuery(
  'share.clear.bodies',
  (_, p: { ofTurns: 0 | 1 }) => sql<never>`
    update raw_api_response set response_body = null, response_headers = null where (${isOfTurn}) = ${p.ofTurns}`,
);
const clearRequests = defineQuery(
  'share.clear.requests',
  (_, p: { ofTurns: 0 | 1 }) => sql<never>`
    update raw_api_response
    set request = ${reducedRequest(sql`iif(json_valid(request), request, '{}')`)}
    where (${isOfTurn}) = ${p.ofTurns}`,
);
const clearResponse = defineQuery(
  'share.clear.response',
  (_, p: { id: string }) => sql<never>`
    update raw_api_response
    set request = ${reducedRequest(sql`request`)}, response_body = null, response_headers = null
    where id = ${p.id}`,
);

/**
 * The model of a request and its parameters, with what of them was sent otherwise. Its `leftOut` keeps it from being
 * compared with the log.
 */
function reducedRequest(request: RawBuilder<unknown>): RawBuilder<unknown> {
  const reduced = sql`json_object(
    'style', ${request} -> '$.style', 'model', ${request} -> '$.model',
    'parameters', ${request} -> '$.parameters', 'leftOut', json('true'))`;
  const otherwise = sql`${request} -> '$.sentOtherwise'`;
  return sql`iif(${otherwise} is null, ${reduced}, json_insert(${reduced}, '$.sentOtherwise', json(${otherwise})))`;
}

// The responses of a tree are written before its row can be named.
const setTree = defineQuery('share.tree', (db, p: { tree: Key }) =>
  db.updateTable('raw_api_response').set({ loom_tree_key: p.tree }).where('loom_tree_key', 'is', null),
);

/** A row is deleted before the row it refers to. */
function deletesOf(listed: TableUses['shareGrove']) {
  return tablesWhere(({ shareGrove }) => shareGrove === listed)
    .toReversed()
    .map((table) => defineQuery(`share.delete.${table}`, (db) => db.deleteFrom(table)));
}

/** Nodes written and logged in one row at a time. */
const PAGE = 200;

/** The parts of a shared grove besides its trees. */
export interface SharedParts {
  /** Models' requests and answers; those of turns only together with `traces`. */
  readonly answers: boolean;
  /** Agents' actions in turns, and what they were sent there. */
  readonly traces: boolean;
}

/**
 * Removes private data from a copy: drafts, sessions, proposals, and what is not to be shared. The rows of responses stay with the
 * hashes of their bodies, so that nodes and turns verify; of a request that is left out, the model and its parameters stay.
 */
export function removePrivateData(tx: FileTransaction, { answers, traces }: SharedParts): void {
  if (!answers) tx.run(clearBodies, { ofTurns: 0 });
  if (!answers) tx.run(clearRequests, { ofTurns: 0 });
  if (!answers || !traces) tx.run(clearBodies, { ofTurns: 1 });
  if (!traces) tx.run(clearRequests, { ofTurns: 1 });
  for (const query of deletePrivate) tx.run(query, NONE);
  makeAgentsAsk(tx);
  if (!traces) for (const query of deleteTraces) tx.run(query, NONE);
  tx.run(indexNodes, NONE);
  tx.run(deleteUnused, NONE);
  tx.run(unindexNodes, NONE);
}

export interface CopyPathsOptions {
  readonly from: Reader;
  /** The tree, and the documents that go with it. */
  readonly treeIds: readonly TreeId[];
  /** The agent whose paths they are. */
  readonly agentId: AgentId;
  newId(): string;
}

/**
 * Writes an agent's committed paths in some trees as the trees of a new grove: no other branch or version, nothing pruned, no
 * notes, the links of which both ends are there, and of each request to a model only the model and its parameters. A node written after a version that is left
 * out follows the version on the path instead, and so gets another id and hash; author, time, text and response stay
 * the same. The file is complete after the last step; until then only the caller knows of it.
 * @returns yields the completed fraction, from 0 to 1, after each transaction
 * @throws {AspenError} NOT_FOUND; CORRUPT when a node of the path is altered
 */
export function* copyPaths(copy: Store, options: CopyPathsOptions): Generator<number, void> {
  const { from, treeIds, agentId } = options;
  /** The nodes that were written, by the positions on the paths. */
  const shared = new Map<PositionId, WholeNode>();
  for (const [index, treeId] of treeIds.entries())
    for (const share of copyPath(copy, treeId, options, shared)) yield (index + share) / treeIds.length;
  const nodeOf = (position: PositionId) => shared.get(position)?.id;
  copy.transact((tx) => {
    for (const treeId of treeIds) copySharedLinks(tx, { from, treeId, nodeOf, by: agentId });
    // The grove opens with the tree, not with a document.
    const [opening] = treeIds;
    if (opening !== undefined) markVisited(tx, opening, agentId);
  });
}

function* copyPath(
  copy: Store,
  treeId: TreeId,
  { from, treeIds, agentId, newId }: CopyPathsOptions,
  shared: Map<PositionId, WholeNode>,
): Generator<number, void> {
  const isFirst = treeId === treeIds[0];
  const steps = loadPath(from, treeId, agentId);
  const { title, mode, kind, createdAt } = getTree(from, treeId);
  const usedLocalIds = new Set<string>();
  const nodes: WholeNode[] = [];
  const makeNode = (tx: FileTransaction, { node }: (typeof steps)[number]): WholeNode => {
    addAgentsOf(tx, from, node, agentId);
    const written = toSharedNode(tx, from, node, nodes.at(-1), newId);
    const localId = localIdFor(written.id, (candidate) => usedLocalIds.has(candidate));
    usedLocalIds.add(localId);
    const copied = { ...written, localId };
    nodes.push(copied);
    shared.set(node.positionId, copied);
    return copied;
  };
  const edgeInto = ({ id, createdAt: time }: WholeNode, index: number): readonly Hyperedge[] => {
    const parent = nodes[index - 1];
    if (parent === undefined) return [];
    const sources = [{ role: 'primary', positionId: parent.positionId, originId: parent.id }] as const;
    return [{ id: newId() as EdgeId, treeId, targetId: id, type: 'continuation', createdAt: time, sources }];
  };
  for (let first = 0; first < steps.length; first += PAGE) {
    copy.transact((tx) => {
      if (first === 0 && isFirst) {
        addAgent(tx, { ...getAgent(from, agentId), configuration: {} });
        setGroveOwner(tx, agentId);
      }
      const page = steps.slice(first, first + PAGE).map((step) => makeNode(tx, step));
      const [root] = page;
      if (first === 0 && root !== undefined) insertTreeRow(tx, sharedTree(getTree(from, treeId), root));
      const tree = getTreeKey(tx, treeId);
      const keys = insertNodes(tx, tree, page);
      insertEdges(
        tx,
        tree,
        page.flatMap((node, index) => edgeInto(node, first + index)),
      );
      indexLinks(tx, keys);
      if (first === 0 && root !== undefined) {
        setRoot(tx, tree, root.id);
        if (isFirst) writeTitle(tx, tree, title, createdAt);
      }
      appendLog(tx, agentId, 'import', {
        tree: treeId,
        nodes: page.map((node) => logNode(node)),
        metadata: logMetadata(page),
        ...(first > 0
          ? {}
          : { properties: { title, mode, kind, archivedAt: null }, details: { path: true } }),
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
      leftAt: null,
      isRest: false,
    }));
    tx.run(setTree, { tree: getTreeKey(tx, treeId) });
    const copied = { from, treeId, as: treeId, by: agentId, kind: 'import' } as const;
    const positionOf = (position: PositionId) => shared.get(position)?.positionId;
    copyTags(tx, { ...copied, positionOf, isShared: true });
    // By its former names a document is found by links that were written before it was renamed.
    if (!isFirst) copyNames(tx, copied);
    writeCursor(tx, treeId, agentId, { head, caret: { anchor: 0, head: 0, scroll: 0 } }, choices);
  });
}

/** A tree without the writer's own summaries, context and settings, and without its topic, which is not shared with it. */
function sharedTree({ id, title, mode, kind, createdAt, updatedAt }: LoomTree, root: WholeNode): LoomTree {
  return {
    id,
    title,
    description: null,
    summary: null,
    rootPositionId: root.positionId,
    mode,
    kind,
    topicTreeId: null,
    systemContext: null,
    settings: {},
    createdAt,
    updatedAt,
    archivedAt: null,
  };
}

function addAgentsOf(tx: FileTransaction, from: Reader, node: WholeNode, by: AgentId): void {
  for (const id of new Set([node.authorId, ...node.spans.map(({ agent }) => agent)])) {
    // The configuration of a model is private.
    if (findAgent(tx, id) === undefined)
      addAgent(tx, { ...untilConfirmed(getAgent(from, id)), configuration: {} }, by);
  }
}

/** A node of the path with `parent` before it; it keeps its id if its hash stays the same. */
function toSharedNode(
  tx: FileTransaction,
  from: Reader,
  node: WholeNode,
  parent: WholeNode | undefined,
  newId: () => string,
): WholeNode {
  const recordedHash = node.responseId === null ? null : shareResponse(tx, from, node.responseId);
  requireUnaltered(from, node, recordedHash);
  const hash = contentHash({
    content: node.content,
    parentHashes: parent === undefined ? [] : [parent.contentHash],
    createdAt: node.createdAt,
    authorId: node.authorId,
    responseHash: recordedHash,
  });
  const id = hash === node.contentHash ? node.id : (newId() as NodeId);
  return {
    ...node,
    ...DEFAULT_METADATA,
    excluded: node.excluded,
    id,
    positionId: id as string as PositionId,
    editedFrom: null,
    splitAt: null,
    offered: false,
    contentHash: hash,
    summary: null,
  };
}

/** Checks the node first: a new hash would make an altered text look unaltered. */
function requireUnaltered(from: Reader, node: WholeNode, recordedHash: Sha256 | null): void {
  const sources = findEdgeInto(from, node.id)?.sources ?? [];
  const parents = sources.map((source) =>
    getNode(from, source.role === 'primary' ? source.originId : source.nodeId),
  );
  const response = node.responseId === null ? null : { recordedHash, bodyHash: null };
  if (verifyNode({ node, parents, response }).verdict === 'invalid')
    throw new AspenError('CORRUPT', `the text ${node.localId} has been altered and cannot be shared`);
}

/**
 * Copies a response without its body and most of the request, which may contain text of other branches.
 * Returns the response's hash.
 */
function shareResponse(tx: FileTransaction, from: Reader, id: ResponseId): Sha256 {
  const known = findResponse(from, id);
  if (known === undefined) throw new AspenError('NOT_FOUND', `no response ${id}`);
  if (copyResponse(from, tx, id, null)) tx.run(clearResponse, { id });
  return known.bodySha256;
}
