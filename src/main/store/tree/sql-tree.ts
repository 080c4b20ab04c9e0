import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { Spans } from '../../../core/text/span.ts';
import type { NodeContent, TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { findEdgeInto } from '../tables/edges.ts';
import { type AgentKeys, findNodeKeys, getAgentKey, getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { selectHeaders, toTreeNode } from '../tables/node-rows.ts';
import { findNode, getNodeContent } from '../tables/nodes.ts';
import { getHead } from '../tables/path-state.ts';
import type { Key } from '../tables/schema.ts';
import { getTree } from '../tables/trees.ts';
import { type Lines, readLines } from './read-lines.ts';
import { isListed } from './turns/listed-versions.ts';

const localIdIn = defineQuery('tree.localId', (db, p: { tree: Key; localId: string }) =>
  db.selectFrom('node').select('key').where('loom_tree_key', '=', p.tree).where('local_id', '=', p.localId),
);

/** A tree and an agent's path in it, in the form that the operations of `core` take. */
export interface SqlViews {
  readonly tree: TreeView;
  readonly path: PathView;
  /**
   * Reads what placing these positions among others takes, in a few statements for all of them: what they divide and
   * continue, what continues those that are splits and, if wanted, their families. Without it, each would be queried
   * by itself.
   */
  readonly readAhead: (positions: readonly PositionId[], withFamilies: boolean) => void;
  /**
   * Reads, in a few statements, what the lists of continuations around these positions consist of (`domain.md`,
   * *Forks*): their children, the splits of all of those, what continues them, and the versions and choices there.
   */
  readonly readAround: (positions: readonly PositionId[]) => void;
}

/**
 * Views of the stored tree and an agent's path for the operations of `core`. Every statement uses an index, so an
 * operation costs as much as its path; one that walks along the path is answered by a few statements for all of it.
 *
 * The views cache what they read: create new ones for each operation and after each write.
 *
 * @throws {AspenError} NOT_FOUND when the tree or agent does not exist
 */
export function sqlViews(reader: Reader, treeId: TreeId, agentId: AgentId): SqlViews {
  const tree = getTreeKey(reader, treeId);
  const line = readLines(reader, tree, getAgentKey(reader, agentId));
  return {
    tree: treeView(reader, treeId, tree, line),
    path: pathView(reader, treeId, agentId, line),
    readAhead: line.readAhead,
    readAround: line.readAround,
  };
}

/** Like `sqlViews`, for the tree only. @throws {AspenError} NOT_FOUND */
export function sqlTree(reader: Reader, treeId: TreeId): TreeView {
  const tree = getTreeKey(reader, treeId);
  return treeView(reader, treeId, tree, readLines(reader, tree, null));
}

function pathView(reader: Reader, treeId: TreeId, agentId: AgentId, line: Lines): PathView {
  let head: PositionId | undefined;
  return {
    get head() {
      head ??= getHead(reader, treeId, agentId);
      return head;
    },
    selectedAt: (position) => line.choiceAt(position)?.version ?? undefined,
    lastChildAt: (position) => line.choiceAt(position)?.lastChild ?? undefined,
    leftAt: (position) => line.choiceAt(position)?.leftAt ?? undefined,
    isRest: (position) => line.choiceAt(position)?.isRest === true,
  };
}

function treeView(reader: Reader, treeId: TreeId, tree: Key, line: Lines): TreeView {
  const { nodes } = line;
  const contents = new Map<NodeId, NodeContent>();
  let agents: AgentKeys | undefined;
  const view: TreeView = {
    get tree() {
      return getTree(reader, treeId);
    },
    findNode(id) {
      if (!nodes.has(id)) nodes.set(id, findNode(reader, id));
      const node = nodes.get(id);
      return node?.treeId === treeId ? node : undefined;
    },
    getContent(id) {
      const known = contents.get(id);
      if (known !== undefined) return known;
      if (view.findNode(id) === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
      agents ??= readAgentKeys(reader);
      const content = getNodeContent(reader, id, agents);
      contents.set(id, content);
      return content;
    },
    versionsAt: line.versionsAt,
    parentOf: line.parentOf,
    childrenOf: line.childrenOf,
    splitsOf: line.splitsOf,
    findEdgeInto: (node) =>
      findNodeKeys(reader, tree, node) === undefined ? undefined : findEdgeInto(reader, node),
    hasLocalId: (localId: LocalId) => reader.first(localIdIn, { tree, localId }) !== undefined,
    findEqualVersion(position, text, spans) {
      const key = line.keyOf(position);
      return key === undefined ? undefined : findEqualVersion(reader, key, text, spans);
    },
    listEqualSiblings(node: NodeId, text, spans) {
      const keys = findNodeKeys(reader, tree, node);
      return keys === undefined ? [] : listEqualEdits(reader, keys.key, text, spans);
    },
    listEqualChildren(position, text, spans) {
      const key = line.keyOf(position);
      return key === undefined ? [] : listEqualChildren(reader, key, text, spans);
    },
  };
  return view;
}

/** A text and its spans, to compare with a node's columns. */
interface TextToMatch {
  readonly text: string;
  /** UTF-8 bytes; SQLite compares the length without reading the text. */
  readonly bytes: number;
  /** The spans as stored in the column when it is not null. */
  readonly authorship: string;
  /** The key of the only agent in the spans; the column is null when that agent is the node's author. */
  readonly sole: Key | null;
  /** 1 when there are no spans: an empty text matches any author. */
  readonly empty: 0 | 1;
}

function matches(p: TextToMatch) {
  return sql<boolean>`
    node.content_type = 'text' and octet_length(node.text) = ${p.bytes} and node.text = ${p.text}
    and (node.authorship = ${p.authorship}
      or node.authorship is null and (node.author_agent_key = ${p.sole} or ${p.empty} = 1))`;
}

const equalVersion = defineQuery('twin.version', (db, p: TextToMatch & { position: Key }) =>
  selectHeaders(db)
    .where('node.position_key', '=', p.position)
    .where(matches(p))
    .where(isListed('node'))
    .orderBy('node.id')
    .limit(1),
);

const equalEdits = defineQuery('twin.beside', (db, p: TextToMatch & { editedFrom: Key }) =>
  selectHeaders(db)
    .where('node.edited_from_key', '=', p.editedFrom)
    .whereRef('node.position_key', '=', 'node.key')
    .where('node.split_at', 'is', null)
    .where(matches(p))
    .orderBy('node.id'),
);

const equalChildren = defineQuery('twin.children', (db, p: TextToMatch & { source: Key }) =>
  selectHeaders(db)
    .innerJoin('edge', 'edge.target_node_key', 'node.key')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .where('edge_source.position_key', '=', p.source)
    .where('edge_source.role', '=', 'primary')
    .where('edge.edge_type', '=', 'continuation')
    .where(matches(p))
    .orderBy('node.id'),
);

/** The oldest version that is listed at the position with exactly this text and these spans. */
function findEqualVersion(reader: Reader, position: Key, text: string, spans: Spans): TreeNode | undefined {
  const wanted = textToMatch(reader, text, spans);
  if (wanted === undefined) return undefined;
  const row = reader.first(equalVersion, { ...wanted, position });
  return row === undefined ? undefined : toTreeNode(row);
}

/**
 * The nodes edited from this one that opened their own position, are not splits, and have exactly this text and
 * these spans, by id.
 */
function listEqualEdits(reader: Reader, editedFrom: Key, text: string, spans: Spans): readonly TreeNode[] {
  const wanted = textToMatch(reader, text, spans);
  return wanted === undefined ? [] : reader.all(equalEdits, { ...wanted, editedFrom }).map(toTreeNode);
}

/** The nodes that continue a position with exactly this text and these spans, every version, by id. */
function listEqualChildren(reader: Reader, source: Key, text: string, spans: Spans): readonly TreeNode[] {
  const wanted = textToMatch(reader, text, spans);
  return wanted === undefined ? [] : reader.all(equalChildren, { ...wanted, source }).map(toTreeNode);
}

/** Undefined when the spans name an agent that the grove does not have: then no node can be equal. */
function textToMatch(reader: Reader, text: string, spans: Spans): TextToMatch | undefined {
  const agents = readAgentKeys(reader);
  const runs: number[][] = [];
  for (const { agent, length, inferred } of spans) {
    const key = agents.findKey(agent);
    if (key === undefined) return undefined;
    runs.push(inferred === true ? [key, length, 1] : [key, length]);
  }
  const [first] = runs;
  const sole = runs.length === 1 && first?.length === 2 ? (first[0] ?? null) : null;
  const empty = runs.length === 0 ? 1 : 0;
  return { text, bytes: Buffer.byteLength(text), authorship: JSON.stringify(runs), sole, empty };
}
