import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { logMetadata, logNode } from '../../../core/provenance/logged-node.ts';
import type { RecordedTurn } from '../../../core/provenance/logged-state.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { addAction, addCall, addTurn, findTurn, listTurns, loggedTurn } from '../tables/agent-turns.ts';
import { copyAgents } from '../tables/agents.ts';
import { mapAuthorship } from '../tables/authorship-column.ts';
import { findLongDraft } from '../tables/drafts.ts';
import { findTreeKey, getResponseKey, getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { appendLog, appendLogJson, type LogEntry } from '../tables/log.ts';
import type { CopyMarksOptions } from '../tables/marks/mark-kind.ts';
import { copyMarks } from '../tables/marks/mark-tables.ts';
import { indexLinks } from '../tables/node-links.ts';
import { getNextNodeKey, insertNodeRows } from '../tables/nodes.ts';
import { findProposal, insertProposal, listProposalIds } from '../tables/proposals/proposals.ts';
import { copyResponse, getResponseOwners, listResponsesIn } from '../tables/responses.ts';
import type { EdgeSourceTable, Key, NodeTable } from '../tables/schema.ts';
import { insertTreeRow, loggedNewTree, setRoot } from '../tables/trees.ts';
import { pagesOfNodes } from '../tree/whole-trees.ts';
import { settingsHere } from './copy-settings.ts';
import { countContents } from './delete-tree.ts';

/** Nodes read, written and logged in one row at a time. */
const PAGE = 500;

// The plus makes the planner scan in id order: by the tree's own index it would sort the tree for each page.
const nodeRows = defineQuery(
  'copy.nodes',
  (db, p: { readonly tree: Key; readonly after: string; readonly limit: number }) =>
    db
      .selectFrom('node')
      .selectAll()
      .where(sql<boolean>`+loom_tree_key = ${p.tree}`)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
);

interface EdgeRow {
  readonly key: Key;
  readonly id: string;
  readonly target_node_key: Key;
  readonly edge_type: string;
  readonly created_at: number;
}

const edgeRows = defineQuery(
  'copy.edges',
  (_, p: { targets: string }) => sql<EdgeRow>`
    select edge.key, edge.id, edge.target_node_key, edge.edge_type, edge.created_at
    from json_each(${p.targets}) as wanted
    cross join edge on edge.target_node_key = wanted.value
    order by wanted.key`,
);

const sourceRows = defineQuery(
  'copy.sources',
  (_, p: { edges: string }) => sql<EdgeSourceTable>`
    select source.edge_key, source.ordinal, source.role, source.position_key, source.origin_node_key
    from json_each(${p.edges}) as wanted
    cross join edge_source as source on source.edge_key = wanted.value
    order by wanted.key, source.ordinal`,
);

const nextEdgeKey = defineQuery(
  'copy.nextEdgeKey',
  () => sql<{ key: Key }>`select coalesce(max(key), 0) + 1 as key from edge`,
);

const insertEdgeRows = defineQuery(
  'copy.edges.insert',
  (_, p: { tree: Key; rows: string }) => sql<never>`
    insert into edge (key, id, loom_tree_key, target_node_key, edge_type, created_at)
    select row.value ->> 0, row.value ->> 1, ${p.tree}, row.value ->> 2, row.value ->> 3, row.value ->> 4
    from json_each(${p.rows}) as row`,
);

const insertSourceRows = defineQuery(
  'copy.sources.insert',
  (_, p: { rows: string }) => sql<never>`
    insert into edge_source (edge_key, ordinal, role, position_key, origin_node_key)
    select row.value ->> 0, row.value ->> 1, row.value ->> 2, row.value ->> 3, row.value ->> 4
    from json_each(${p.rows}) as row`,
);

/** A tree to be copied to another file with the same ids, and what can be computed before writing. */
export interface PreparedCopy {
  /** The file that has the tree. */
  readonly from: Reader;
  /** The tree to write. */
  readonly as: LoomTree;
  /** The log's entries as canonical JSON, one for each page. */
  readonly entries: readonly string[];
  /** Number of nodes that the entries name. */
  readonly nodes: number;
  /** The authors of its nodes and of their spans, and who asked for its responses. */
  readonly agents: ReadonlySet<AgentId>;
  readonly responses: ReadonlySet<ResponseId>;
}

export interface CopiedTree {
  readonly nodes: number;
  /** Responses that the file did not have. */
  readonly answers: number;
}

/**
 * Reads a whole tree, one page at a time, for a copy in another file. It writes nothing, and the result is
 * valid as long as the tree does not change.
 * @param as the tree to write, with the same ids
 * @param details recorded in the first row of the log
 * @returns yields the completed fraction, from 0 to 1
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT when a text is too long; CORRUPT when a column is invalid
 */
export function* prepareTreeCopy(
  from: Reader,
  as: LoomTree,
  details: Readonly<Record<string, JsonValue>>,
): Generator<number, PreparedCopy> {
  const total = countContents(from, as.id).nodes;
  const entries: string[] = [];
  const agents = new Set<AgentId>();
  const responses = new Set<ResponseId>();
  let nodes = 0;
  for (const page of pagesOfNodes(from, as.id, PAGE)) {
    if (nodes > 0) yield Math.min(1, nodes / Math.max(1, total));
    for (const { node } of page) {
      requireTextFits(node, as);
      agents.add(node.authorId);
      for (const { agent } of node.spans) agents.add(agent);
      if (node.responseId !== null) responses.add(node.responseId);
    }
    const entry: LogEntry = {
      tree: as.id,
      nodes: page.map(({ node }) => logNode(node)),
      metadata: logMetadata(page.map(({ node }) => node)),
      ...(entries.length > 0 ? {} : { properties: loggedNewTree(as), details }),
    };
    entries.push(canonicalJson(entry as JsonValue));
    nodes += page.length;
  }
  for (const id of listResponsesIn(from, as.id)) responses.add(id);
  for (const id of responses) {
    const { agentId } = getResponseOwners(from, id);
    if (agentId !== null) agents.add(agentId);
  }
  return { from, as, entries, nodes, agents, responses };
}

/**
 * Writes a copy that was prepared: every node with its hash, time, author and metadata, edges, notes,
 * responses, turns, and the agents they refer to. Cursors and drafts are not included (`copyPaths`).
 * @throws {AspenError} INVALID_ARGUMENT when the tree exists; CORRUPT when a row refers outside the tree;
 *   what the store throws
 */
export function writeTreeCopy(
  tx: FileTransaction,
  { from, as, entries, nodes, agents, responses }: PreparedCopy,
  by: AgentId,
  kind: LogKind,
): CopiedTree {
  copyAgents(tx, from, agents, by);
  const tree = insertTreeRow(tx, { ...as, settings: settingsHere(tx, from, as.settings, by, kind) });
  const responseKeys = new Map<Key, Key>();
  let answers = 0;
  for (const id of responses) {
    if (copyResponse(from, tx, id, tree)) answers += 1;
    responseKeys.set(getResponseKey(from, id), getResponseKey(tx, id));
  }
  const written = copyNodesAndEdges(tx, from, getTreeKey(from, as.id), tree, responseKeys);
  if (written !== nodes)
    throw new AspenError('CORRUPT', `${written} nodes were copied, but ${nodes} were prepared`);
  setRoot(tx, tree, as.rootPositionId as string as NodeId);
  for (const entry of entries) appendLogJson(tx, by, kind, entry);
  const same = { nodeId: (id: NodeId) => id, positionId: (id: PositionId) => id };
  const copied = { from, treeId: as.id, as: as.id, ...same, by, kind };
  copyMarks(tx, copied);
  copyTurns(tx, copied);
  return { nodes, answers };
}

/** Copies rows as they are, with the keys of this file. @returns how many nodes */
function copyNodesAndEdges(
  tx: FileTransaction,
  from: Reader,
  fromTree: Key,
  tree: Key,
  responseKeys: ReadonlyMap<Key, Key>,
): number {
  const theirs = readAgentKeys(from);
  const ours = readAgentKeys(tx);
  const agentKey = (key: Key): Key => ours.keyOf(theirs.idOf(key));
  const keys = new Map<Key, Key>();
  const nodeKey = (key: Key): Key => orOutside(keys.get(key));
  let nextNode = getNextNodeKey(tx);
  let nextEdge = tx.first(nextEdgeKey, NONE)?.key ?? 1;
  for (let after = ''; ; ) {
    const page: readonly NodeTable[] = from.all(nodeRows, { tree: fromTree, after, limit: PAGE });
    for (const { key } of page) keys.set(key, nextNode++);
    insertNodeRows(
      tx,
      page.map((row) => ({
        ...row,
        key: nodeKey(row.key),
        loom_tree_key: tree,
        position_key: nodeKey(row.position_key),
        edited_from_key: row.edited_from_key === null ? null : nodeKey(row.edited_from_key),
        author_agent_key: agentKey(row.author_agent_key),
        raw_api_response_key:
          row.raw_api_response_key === null ? null : orOutside(responseKeys.get(row.raw_api_response_key)),
        authorship: mapAuthorship(row.authorship, agentKey),
      })),
    );
    const edges = from.all(edgeRows, { targets: JSON.stringify(page.map(({ key }) => key)) });
    const sources = from.all(sourceRows, { edges: JSON.stringify(edges.map(({ key }) => key)) });
    const edgeKeys = new Map(edges.map(({ key }) => [key, nextEdge++]));
    const rows = edges.map(({ key, id, target_node_key, edge_type, created_at }) => [
      edgeKeys.get(key) ?? 0,
      id,
      nodeKey(target_node_key),
      edge_type,
      created_at,
    ]);
    tx.run(insertEdgeRows, { tree, rows: JSON.stringify(rows) });
    const mapped = sources.map(({ edge_key, ordinal, role, position_key, origin_node_key }) => [
      edgeKeys.get(edge_key) ?? 0,
      ordinal,
      role,
      nodeKey(position_key),
      nodeKey(origin_node_key),
    ]);
    tx.run(insertSourceRows, { rows: JSON.stringify(mapped) });
    indexLinks(tx, { from: nextNode - page.length, to: nextNode - 1 });
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return keys.size;
    after = last.id;
  }
}

function orOutside(key: Key | undefined): Key {
  if (key === undefined) throw new AspenError('CORRUPT', 'a row of the tree refers to a row outside it');
  return key;
}

/**
 * Copies the proposals of a tree that was copied with the same ids, with their responses and agents. The conversation in
 * which one was made need not be here.
 * @throws {AspenError} NOT_FOUND when this file lacks the tree or a version; CORRUPT
 */
export function copyProposals(tx: FileTransaction, from: Reader, treeId: TreeId, by: AgentId): void {
  const tree = getTreeKey(tx, treeId);
  for (const id of listProposalIds(from, treeId)) {
    const proposal = findProposal(from, id);
    if (proposal === undefined || findProposal(tx, id) !== undefined) continue;
    const { agentId, askedBy, responseId } = proposal;
    copyAgents(tx, from, askedBy === null ? [agentId] : [agentId, askedBy], by);
    if (responseId !== null) copyResponse(from, tx, responseId, tree);
    insertProposal(tx, proposal);
  }
}

/**
 * Adds the turns of a tree that only another file has, with their responses and agents, and a log row that names
 * them. A turn that runs there, or ran when the program ended, was stopped as far as this file is concerned.
 * @throws {AspenError} NOT_FOUND when this file lacks a node; CORRUPT
 */
export function copyTurns(tx: FileTransaction, options: CopyMarksOptions): void {
  const { from, treeId, nodeId, positionId, by, kind } = options;
  const copied: RecordedTurn[] = [];
  for (const { calls, actions, ...turn } of listTurns(from, treeId).toReversed()) {
    if (findTurn(tx, turn.id) !== undefined) continue;
    copyAgents(tx, from, [turn.agentId], by);
    const ended = turn.state === 'running' ? ({ state: 'stopped', endedAt: tx.now() } as const) : {};
    addTurn(tx, { ...turn, ...ended, parentId: positionId(turn.parentId) });
    for (const call of calls) {
      if (call.responseId !== null) copyResponse(from, tx, call.responseId, findTreeKey(tx, treeId) ?? null);
      addCall(tx, turn.id, { ...call, nodeId: call.nodeId === null ? null : nodeId(call.nodeId) });
    }
    for (const action of actions) {
      const isHere = action.treeId !== null && findTreeKey(tx, action.treeId) !== undefined;
      addAction(tx, turn.id, { ...action, treeId: isHere ? action.treeId : null, logSeq: null });
    }
    copied.push(loggedTurn(tx, turn.id));
  }
  if (copied.length > 0) appendLog(tx, by, kind, { tree: treeId, turns: copied });
}

/**
 * No file gets a text of an earlier version that is longer than the bounds (`generation.md`, *Bounds*) from another file.
 * @throws {AspenError} INVALID_ARGUMENT when the text of a node is too long
 */
export function requireTextFits({ localId, content, spans }: WholeNode, { title }: LoomTree): void {
  if (isWithinBounds([{ text: textOf(content), spans }])) return;
  throw tooLong(`The text ${localId} of “${title}”`, 'Split it in its own grove first.');
}

/** @throws {AspenError} INVALID_ARGUMENT when an agent's draft in the other file is too long */
export function requireDraftFits(from: Reader, { id, title }: LoomTree, agentId: AgentId): void {
  if (findLongDraft(from, id, agentId) !== undefined)
    throw tooLong(`The draft of “${title}”`, 'Open its own grove first, which puts it into branches.');
}

function tooLong(what: string, remedy: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', `${what} is longer than a grove takes. ${remedy}`);
}
