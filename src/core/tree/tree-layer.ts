import { assert } from '../assert.ts';
import { firstNodeAt, type LocalId, type NodeId, type PositionId, positionOpenedBy } from '../ids.ts';
import { equalSpans, type Spans } from '../text/span.ts';
import type { Hyperedge } from './hyperedge.ts';
import type { PathChange, TreeChange } from './tree-change.ts';
import { type PositionMetadata, type TreeNode, textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** What was added on top of a tree, which is not touched. */
export interface TreeLayer extends TreeView {
  /** @throws {BugError} where a node or an edge into it is there already */
  add(change: Omit<TreeChange, 'path'>): void;
  /** The nodes of this layer, in the order they were added. */
  nodes(): Iterable<WholeNode>;
  /** The edges of this layer, in the order they were added. */
  edges(): Iterable<Hyperedge>;
  /** The metadata that was set in this layer. */
  metadata(): TreeChange['metadata'];
}

/** A tree as it is with what is added to the layer; each answer costs what it is about, never the whole layer. */
export function layerTree(base: TreeView): TreeLayer {
  const nodes = new Map<NodeId, WholeNode>();
  const edges = new Map<NodeId, Hyperedge>();
  const versions = new Map<PositionId, NodeId[]>();
  const children = new Map<PositionId, PositionId[]>();
  const editsBeside = new Map<NodeId, NodeId[]>();
  const parents = new Map<PositionId, PositionId>();
  const localIds = new Set<LocalId>();
  const changed = new Map<PositionId, PositionMetadata>();

  /** A node of the tree below, with the metadata that was set since. */
  function asNow(node: TreeNode): TreeNode {
    const metadata = changed.get(node.positionId);
    return metadata === undefined ? node : { ...node, ...metadata };
  }

  function ownNodes(ids: readonly NodeId[] | undefined): readonly WholeNode[] {
    return ids?.flatMap((id) => nodes.get(id) ?? []) ?? [];
  }

  function setMetadata(position: PositionId, metadata: PositionMetadata): void {
    changed.set(position, metadata);
    for (const node of ownNodes(versions.get(position))) nodes.set(node.id, { ...node, ...metadata });
  }

  function addNode(node: WholeNode): void {
    assert(!nodes.has(node.id), `node ${node.id} is there already`);
    nodes.set(node.id, node);
    localIds.add(node.localId);
    insertInOrder(listAt(versions, node.positionId), node.id);
    if (node.editedFrom !== null && node.positionId === positionOpenedBy(node.id)) {
      listAt(editsBeside, node.editedFrom).push(node.id);
    }
  }

  function addEdge(edge: Hyperedge): void {
    assert(!edges.has(edge.targetId), `there is an edge into ${edge.targetId} already`);
    edges.set(edge.targetId, edge);
    const opened = positionOpenedBy(edge.targetId);
    const source = primarySourceOf(edge);
    if (edge.type !== 'continuation' || source === undefined) return;
    if (nodes.get(edge.targetId)?.positionId !== opened) return;
    parents.set(opened, source.positionId);
    insertInOrder(listAt(children, source.positionId), opened);
  }

  return {
    get tree() {
      return base.tree;
    },
    findNode(id) {
      const own = nodes.get(id);
      if (own !== undefined) return own;
      const node = base.findNode(id);
      return node && asNow(node);
    },
    getContent: (id) => nodes.get(id) ?? base.getContent(id),
    versionsAt(position) {
      const own = ownNodes(versions.get(position));
      const below = base.versionsAt(position);
      if (below.length === 0) return own;
      return [...below.map(asNow), ...own].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    parentOf: (position) => parents.get(position) ?? base.parentOf(position),
    childrenOf(position) {
      const own = children.get(position) ?? [];
      const below = base.childrenOf(position);
      return below.length === 0 ? [...own] : own.length === 0 ? below : [...below, ...own].sort();
    },
    findEdgeInto: (node) => edges.get(node) ?? base.findEdgeInto(node),
    hasLocalId: (localId) => localIds.has(localId) || base.hasLocalId(localId),
    findEqualVersion: (position, text, spans) =>
      base.findEqualVersion(position, text, spans) ??
      ownNodes(versions.get(position)).find((node) => says(node, text, spans)),
    findEqualSibling: (node, text, spans) =>
      base.findEqualSibling(node, text, spans) ??
      ownNodes(editsBeside.get(node)).find((beside) => says(beside, text, spans)),
    add(change) {
      for (const node of change.nodes) addNode(node);
      for (const edge of change.edges) addEdge(edge);
      for (const { position, metadata } of change.metadata) setMetadata(position, metadata);
    },
    nodes: () => nodes.values(),
    edges: () => edges.values(),
    metadata: () => [...changed].map(([position, metadata]) => ({ position, metadata })),
  };
}

/** A path with changes on top of it. */
export interface PathLayer extends PathView {
  add(change: PathChange): void;
  /** Everything that was added, as one change. */
  change(): PathChange;
}

export function layerPath(base: PathView): PathLayer {
  const selected = new Map<PositionId, NodeId>();
  const lastChild = new Map<PositionId, PositionId>();
  let head: PositionId | undefined;
  return {
    get head() {
      return head ?? base.head;
    },
    selectedAt: (position) => selected.get(position) ?? base.selectedAt(position),
    lastChildAt: (position) => lastChild.get(position) ?? base.lastChildAt(position),
    add(change) {
      for (const { position, version } of change.selected) selected.set(position, version);
      for (const { position, child } of change.lastChild) lastChild.set(position, child);
      if (change.head !== undefined) head = change.head;
    },
    change: () => ({
      ...(head === undefined ? {} : { head }),
      selected: [...selected].map(([position, version]) => ({ position, version })),
      lastChild: [...lastChild].map(([position, child]) => ({ position, child })),
    }),
  };
}

/** The position that an edge starts from and the version its author had in front of them. */
export function primarySourceOf(edge: Hyperedge) {
  return edge.sources.find((source) => source.role === 'primary');
}

/** True where the node is the first one at its position. */
export function opensItsPosition(node: TreeNode): boolean {
  return firstNodeAt(node.positionId) === node.id;
}

function says(node: WholeNode, text: string, spans: Spans): boolean {
  return node.content.type === 'text' && textOf(node.content) === text && equalSpans(node.spans, spans);
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: V[] = [];
  lists.set(key, list);
  return list;
}

/** Ids are nearly always added in their order; a continuation's was taken when it was asked for. */
function insertInOrder<Id extends string>(ids: Id[], id: Id): void {
  let at = ids.length;
  for (let before = ids[at - 1]; before !== undefined && before > id; before = ids[at - 1]) at -= 1;
  ids.splice(at, 0, id);
}
