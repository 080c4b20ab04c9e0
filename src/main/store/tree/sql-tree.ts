import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { NodeContent } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { findEdgeInto } from '../tables/edges.ts';
import { type AgentKeys, findNodeKeys, getAgentKey, getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { findNode, getNodeContent } from '../tables/nodes.ts';
import { getHead } from '../tables/path-state.ts';
import type { Key } from '../tables/schema.ts';
import { getTree } from '../tables/trees.ts';
import { findEqualVersion, listEqualChildren, listEqualEdits } from './equal-node.ts';
import { type Lines, readLines } from './read-lines.ts';

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

/** Like `sqlViews`, for an agent's path only. @throws {AspenError} NOT_FOUND */
export function sqlPath(reader: Reader, treeId: TreeId, agentId: AgentId): PathView {
  const line = readLines(reader, getTreeKey(reader, treeId), getAgentKey(reader, agentId));
  return pathView(reader, treeId, agentId, line);
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
