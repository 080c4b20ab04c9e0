import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { findEdgeInto } from '../tables/edges.ts';
import { findNodeKeys, findPositionKey, getAgentKey, getTreeKey } from '../tables/keys.ts';
import { toTreeNode } from '../tables/node-rows.ts';
import { findNode, getNodeContent } from '../tables/nodes.ts';
import { getHead, type PositionChoice } from '../tables/path-state.ts';
import type { Key } from '../tables/schema.ts';
import { getTree } from '../tables/trees.ts';
import { findEqualEdit, findEqualVersion } from './equal-node.ts';
import { childrenAt, choicesAt, climbFrom, descendFrom, versionsAt } from './line-queries.ts';

const localIdIn = defineQuery('tree.localId', (db, p: { tree: Key; localId: string }) =>
  db.selectFrom('node').select('key').where('loom_tree_key', '=', p.tree).where('local_id', '=', p.localId),
);

const parentOf = defineQuery('tree.parent', (db, p: { position: Key }) =>
  db
    .selectFrom('edge')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node', 'node.key', 'edge_source.position_key')
    .select(['node.key', 'node.id'])
    .where('edge.target_node_key', '=', p.position)
    .where('edge.edge_type', '=', 'continuation')
    .where('edge_source.role', '=', 'primary'),
);

/** A tree and an agent's path in it, as the operations ask for them. */
export interface SqlViews {
  readonly tree: TreeView;
  readonly path: PathView;
}

/** Questions of one kind that are answered one by one before many positions are read at once. */
const PATIENCE = 4;
/** All of a line is read once this share of it was asked for: a draft of ten edits asks for little of a long path. */
const SHARE = 1 / 32;

/**
 * The tree in the file and an agent's path, as the operations ask for them. Every statement uses an index, so that an
 * operation costs what its path costs; one that walks along the path is answered by a few statements for all of it.
 *
 * What was read once is kept: make new views for each operation, and after each write.
 *
 * @throws {AspenError} NOT_FOUND where tree or agent are not there
 */
export function sqlViews(reader: Reader, treeId: TreeId, agentId: AgentId): SqlViews {
  const tree = getTreeKey(reader, treeId);
  const line = readLines(reader, tree, getAgentKey(reader, agentId));
  return { tree: treeView(reader, treeId, tree, line), path: pathView(reader, treeId, agentId, line) };
}

/** The tree alone; as `sqlViews` otherwise. @throws {AspenError} NOT_FOUND */
export function sqlTree(reader: Reader, treeId: TreeId): TreeView {
  const tree = getTreeKey(reader, treeId);
  return treeView(reader, treeId, tree, readLines(reader, tree, null));
}

/** An agent's path alone; as `sqlViews` otherwise. @throws {AspenError} NOT_FOUND */
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
  };
}

function treeView(reader: Reader, treeId: TreeId, tree: Key, line: Lines): TreeView {
  return {
    get tree() {
      return getTree(reader, treeId);
    },
    findNode(id) {
      const node = findNode(reader, id);
      return node?.treeId === treeId ? node : undefined;
    },
    getContent(id) {
      if (findNodeKeys(reader, tree, id) === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
      return getNodeContent(reader, id);
    },
    versionsAt: line.versionsAt,
    parentOf: line.parentOf,
    childrenOf: line.childrenOf,
    findEdgeInto: (node) =>
      findNodeKeys(reader, tree, node) === undefined ? undefined : findEdgeInto(reader, node),
    hasLocalId: (localId: LocalId) => reader.first(localIdIn, { tree, localId }) !== undefined,
    findEqualVersion(position, text, spans) {
      const key = line.keyOf(position);
      return key === undefined ? undefined : findEqualVersion(reader, key, text, spans);
    },
    findEqualSibling(node: NodeId, text, spans) {
      const keys = findNodeKeys(reader, tree, node);
      return keys === undefined ? undefined : findEqualEdit(reader, keys.key, text, spans);
    },
  };
}

type Lines = ReturnType<typeof readLines>;

/** Answers about positions: one by one at first, then by whole lines. `agent` is null where no path is asked for. */
function readLines(reader: Reader, tree: Key, agent: Key | null) {
  const keys = new Map<PositionId, Key | undefined>();
  const parents = new Map<PositionId, PositionId | null>();
  const children = new Map<PositionId, readonly PositionId[]>();
  const versions = new Map<PositionId, readonly TreeNode[]>();
  const choices = new Map<PositionId, PositionChoice | undefined>();
  /** Positions of lines that were read, whose versions or choices may be asked for next. */
  const versionsAhead = new Map<PositionId, Key>();
  const choicesAhead = new Map<PositionId, Key>();
  const asked = { children: 0, versions: 0, choices: 0 };
  /** Where the last answer about parents ended, and how many steps it took: who goes on from there is climbing. */
  let climbed: PositionId | undefined;
  let reach = 1;

  function keyOf(position: PositionId): Key | undefined {
    if (!keys.has(position)) keys.set(position, findPositionKey(reader, tree, position));
    return keys.get(position);
  }

  function expect(rows: readonly { readonly key: Key; readonly id: string }[]): void {
    for (const { key, id } of rows) {
      const position = id as PositionId;
      keys.set(position, key);
      if (!versions.has(position)) versionsAhead.set(position, key);
      if (!choices.has(position)) choicesAhead.set(position, key);
    }
  }

  /** The asked position, and those that lie ahead once there were enough questions of this kind. */
  function batch(position: PositionId, key: Key, ahead: Map<PositionId, Key>, kind: keyof typeof asked) {
    asked[kind] += 1;
    const wanted = new Map([[position, key]]);
    if (asked[kind] > Math.max(PATIENCE, ahead.size * SHARE) && ahead.has(position)) {
      for (const [other, otherKey] of ahead) wanted.set(other, otherKey);
      ahead.clear();
    }
    return { positions: [...wanted.keys()], keys: JSON.stringify([...wanted.values()]) };
  }

  function parentAt(position: PositionId): PositionId | null {
    const known = parents.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return null;
    reach = position === climbed ? 2 * reach : 1;
    if (reach > PATIENCE) {
      const rows = reader.all(climbFrom, { position: key, steps: reach });
      expect(rows);
      rows.forEach(({ id }, at) => {
        const source = rows[at + 1]?.id as PositionId | undefined;
        if (source !== undefined || at < reach) parents.set(id as PositionId, source ?? null);
      });
      climbed = rows.at(-1)?.id as PositionId | undefined;
    } else {
      const row = reader.first(parentOf, { position: key });
      if (row !== undefined) expect([row]);
      climbed = row?.id as PositionId | undefined;
      parents.set(position, climbed ?? null);
    }
    return parents.get(position) ?? null;
  }

  function childrenAtPosition(position: PositionId): readonly PositionId[] {
    const known = children.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    asked.children += 1;
    const line =
      asked.children > PATIENCE && agent !== null
        ? reader.all(descendFrom, { tree, agent, position: key })
        : [{ key, id: position }];
    expect(line);
    const found = new Map<string, PositionId[]>(line.map(({ id }) => [id, []]));
    const rows = reader.all(childrenAt, { keys: JSON.stringify(line.map((row) => row.key)) });
    expect(rows);
    for (const row of rows) found.get(row.parent_id)?.push(row.id as PositionId);
    for (const [id, list] of found) children.set(id as PositionId, list);
    return children.get(position) ?? [];
  }

  function versionsAtPosition(position: PositionId): readonly TreeNode[] {
    const known = versions.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    const wanted = batch(position, key, versionsAhead, 'versions');
    const found = new Map<PositionId, TreeNode[]>(wanted.positions.map((id) => [id, []]));
    for (const row of reader.all(versionsAt, { keys: wanted.keys })) {
      const node = toTreeNode(row);
      found.get(node.positionId)?.push(node);
    }
    for (const [id, list] of found) versions.set(id, list);
    return versions.get(position) ?? [];
  }

  function choiceAt(position: PositionId): PositionChoice | undefined {
    if (choices.has(position)) return choices.get(position);
    const key = keyOf(position);
    if (key === undefined || agent === null) return undefined;
    const wanted = batch(position, key, choicesAhead, 'choices');
    for (const id of wanted.positions) choices.set(id, undefined);
    for (const row of reader.all(choicesAt, { tree, agent, keys: wanted.keys })) {
      choices.set(row.position_id as PositionId, {
        version: row.version_id as NodeId | null,
        lastChild: row.child_id as PositionId | null,
        seenAt: row.seen_at,
      });
    }
    return choices.get(position);
  }

  return {
    keyOf,
    parentOf: parentAt,
    childrenOf: childrenAtPosition,
    versionsAt: versionsAtPosition,
    choiceAt,
  };
}
