import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { NodeContent, TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { findEdgeInto } from '../tables/edges.ts';
import {
  type AgentKeys,
  findNodeKeys,
  findPositionKey,
  getAgentKey,
  getTreeKey,
  readAgentKeys,
} from '../tables/keys.ts';
import { toTreeNode } from '../tables/node-rows.ts';
import { findNode, getNodeContent } from '../tables/nodes.ts';
import { getHead, type PositionChoice } from '../tables/path-state.ts';
import type { Key } from '../tables/schema.ts';
import { getTree } from '../tables/trees.ts';
import { findEqualEdit, findEqualVersion } from './equal-node.ts';
import { childrenAt, choicesAt, climbFrom, descendFrom, splitsAt, versionsAt } from './line-queries.ts';

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

/** A tree and an agent's path in it, in the form that the operations of `core` take. */
export interface SqlViews {
  readonly tree: TreeView;
  readonly path: PathView;
  /**
   * Reads, in a few statements, what the lists of continuations around these positions consist of (`domain.md`,
   * *Forks*): their children, the splits of all of those, and the versions and choices there.
   */
  readAround(positions: readonly PositionId[]): void;
}

/** Queries of one kind that are answered one by one before the next reads many positions at once. */
const BATCH_AFTER = 4;
/**
 * A whole line is read after this share of it was queried: a draft of ten edits queries little of a long
 * path.
 */
const BATCH_SHARE = 1 / 32;

/**
 * Views of the stored tree and an agent's path for the operations of `core`. Every statement uses an index,
 * so an operation costs as much as its path; one that walks along the path is answered by a few statements
 * for all of it.
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
  };
}

function treeView(reader: Reader, treeId: TreeId, tree: Key, line: Lines): TreeView {
  const nodes = new Map<NodeId, TreeNode | undefined>();
  const contents = new Map<NodeId, NodeContent>();
  let agents: AgentKeys | undefined;
  const view: TreeView = {
    get tree() {
      return getTree(reader, treeId);
    },
    findNode(id) {
      const read = line.findRead(id);
      if (read !== undefined) return read;
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
    findEqualSibling(node: NodeId, text, spans) {
      const keys = findNodeKeys(reader, tree, node);
      return keys === undefined ? undefined : findEqualEdit(reader, keys.key, text, spans);
    },
  };
  return view;
}

type Lines = ReturnType<typeof readLines>;

/** Positions, and their keys as a JSON array. */
interface Batch {
  readonly positions: readonly PositionId[];
  readonly keys: string;
}

/**
 * Answers queries about positions: one by one at first, then by whole lines. `agent` is null when no path is
 * needed.
 */
function readLines(reader: Reader, tree: Key, agent: Key | null) {
  const keys = new Map<PositionId, Key | undefined>();
  const parents = new Map<PositionId, PositionId | null>();
  const children = new Map<PositionId, readonly PositionId[]>();
  const versions = new Map<PositionId, readonly TreeNode[]>();
  const nodes = new Map<NodeId, TreeNode>();
  const choices = new Map<PositionId, PositionChoice | undefined>();
  /** Positions on lines already read, whose versions or choices may be queried next. */
  const versionsAhead = new Map<PositionId, Key>();
  const choicesAhead = new Map<PositionId, Key>();
  const splits = new Map<PositionId, readonly PositionId[]>();
  const splitsAhead = new Map<PositionId, Key>();
  const queries = { children: 0, versions: 0, choices: 0, splits: 0 };
  /**
   * Where the last parent query ended, and how many steps it took: a query that starts there is part of a
   * climb.
   */
  let climbed: PositionId | undefined;
  let reach = 1;

  function keyOf(position: PositionId): Key | undefined {
    if (!keys.has(position)) keys.set(position, findPositionKey(reader, tree, position));
    return keys.get(position);
  }

  function queueAhead(rows: readonly { readonly key: Key; readonly id: string }[]): void {
    for (const { key, id } of rows) {
      const position = id as PositionId;
      keys.set(position, key);
      if (!versions.has(position)) versionsAhead.set(position, key);
      if (!choices.has(position)) choicesAhead.set(position, key);
      if (!splits.has(position)) splitsAhead.set(position, key);
    }
  }

  /** The queried position and, after enough queries of this kind, all those ahead. */
  function batch(
    position: PositionId,
    key: Key,
    ahead: Map<PositionId, Key>,
    kind: keyof typeof queries,
  ): Batch {
    queries[kind] += 1;
    const wanted = new Map([[position, key]]);
    if (queries[kind] > Math.max(BATCH_AFTER, ahead.size * BATCH_SHARE) && ahead.has(position)) {
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
    if (reach > BATCH_AFTER) {
      const rows = reader.all(climbFrom, { position: key, steps: reach });
      queueAhead(rows);
      rows.forEach(({ id }, at) => {
        const source = rows[at + 1]?.id as PositionId | undefined;
        if (source !== undefined || at < reach) parents.set(id as PositionId, source ?? null);
      });
      climbed = rows.at(-1)?.id as PositionId | undefined;
    } else {
      const row = reader.first(parentOf, { position: key });
      if (row !== undefined) queueAhead([row]);
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
    queries.children += 1;
    const line =
      queries.children > BATCH_AFTER && agent !== null
        ? reader.all(descendFrom, { tree, agent, position: key })
        : [{ key, id: position }];
    queueAhead(line);
    readChildren(line);
    return children.get(position) ?? [];
  }

  function readChildren(of: readonly { readonly key: Key; readonly id: string }[]): void {
    const found = new Map<string, PositionId[]>(of.map(({ id }) => [id, []]));
    const rows = reader.all(childrenAt, { keys: JSON.stringify(of.map(({ key }) => key)) });
    queueAhead(rows);
    for (const row of rows) {
      found.get(row.parent_id)?.push(row.id as PositionId);
      parents.set(row.id as PositionId, row.parent_id as PositionId);
    }
    for (const [id, list] of found) children.set(id as PositionId, list);
  }

  function splitsOfPosition(position: PositionId): readonly PositionId[] {
    const known = splits.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    readSplits(batch(position, key, splitsAhead, 'splits'));
    return splits.get(position) ?? [];
  }

  /** @returns the splits */
  function readSplits(wanted: Batch): readonly PositionId[] {
    const found = new Map<string, PositionId[]>(wanted.positions.map((id) => [id, []]));
    const rows = reader.all(splitsAt, { keys: wanted.keys });
    for (const row of rows) found.get(row.position_id)?.push(row.id as PositionId);
    for (const [id, list] of found) splits.set(id as PositionId, list);
    queueAhead(rows);
    return rows.map(({ id }) => id as PositionId);
  }

  function versionsAtPosition(position: PositionId): readonly TreeNode[] {
    const known = versions.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    readVersions(batch(position, key, versionsAhead, 'versions'));
    return versions.get(position) ?? [];
  }

  function readVersions(wanted: Batch): void {
    const found = new Map<PositionId, TreeNode[]>(wanted.positions.map((id) => [id, []]));
    for (const row of reader.all(versionsAt, { keys: wanted.keys })) {
      const node = toTreeNode(row);
      nodes.set(node.id, node);
      found.get(node.positionId)?.push(node);
    }
    for (const [id, list] of found) versions.set(id, list);
  }

  function choiceAt(position: PositionId): PositionChoice | undefined {
    if (choices.has(position)) return choices.get(position);
    const key = keyOf(position);
    if (key === undefined || agent === null) return undefined;
    readChoices(batch(position, key, choicesAhead, 'choices'), agent);
    return choices.get(position);
  }

  function readChoices(wanted: Batch, of: Key): void {
    for (const id of wanted.positions) choices.set(id, undefined);
    for (const row of reader.all(choicesAt, { tree, agent: of, keys: wanted.keys })) {
      choices.set(row.position_id as PositionId, {
        version: row.version_id as NodeId | null,
        lastChild: row.child_id as PositionId | null,
        seenAt: row.seen_at,
        leftAt: row.left_at,
      });
    }
  }

  function readAround(positions: readonly PositionId[]): void {
    const withKeys = (wanted: readonly PositionId[]) =>
      wanted.flatMap((id) => {
        const key = keyOf(id);
        return key === undefined ? [] : [{ id, key }];
      });
    const batchOf = (wanted: readonly PositionId[]): Batch => {
      const there = withKeys(wanted);
      return { positions: there.map(({ id }) => id), keys: JSON.stringify(there.map(({ key }) => key)) };
    };
    const around = new Set(positions);
    const readChildrenOf = (parents: readonly PositionId[]) => {
      readChildren(withKeys(parents));
      for (const parent of parents) for (const child of children.get(parent) ?? []) around.add(child);
    };
    readChildrenOf(positions);
    for (let divided: readonly PositionId[] = [...around]; divided.length > 0; ) {
      const found = readSplits(batchOf(divided));
      readChildrenOf(found);
      // What follows a split may be divided, too.
      divided = [...new Set([...found, ...found.flatMap((split) => children.get(split) ?? [])])].filter(
        (position) => !splits.has(position),
      );
      for (const position of found) around.add(position);
    }
    const all = batchOf([...around]);
    readVersions(all);
    if (agent !== null) readChoices(all, agent);
  }

  return {
    keyOf,
    readAround,
    findRead: (id: NodeId) => nodes.get(id),
    parentOf: parentAt,
    childrenOf: childrenAtPosition,
    splitsOf: splitsOfPosition,
    versionsAt: versionsAtPosition,
    choiceAt,
  };
}
