import { assert } from '../assert.ts';
import { type LocalId, type NodeId, type PositionId, positionOpenedBy } from '../ids.ts';
import { equalSpans, type Spans } from '../text/span.ts';
import type { PositionMetadata } from './position-metadata.ts';
import type { PathChange, TreeChange } from './tree-change.ts';
import { type Hyperedge, type TreeNode, textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** Additions on top of a tree, which itself is not modified. */
export interface TreeLayer extends TreeView {
  /** @throws {BugError} if a node, or an edge into it, already exists */
  add(change: Omit<TreeChange, 'path'>): void;
  /** The nodes of this layer, in the order they were added. */
  nodes(): Iterable<WholeNode>;
  /** The edges of this layer, in the order they were added. */
  edges(): Iterable<Hyperedge>;
  /** The metadata set in this layer. */
  metadata(): TreeChange['metadata'];
}

/** Creates a layer on a tree. Each lookup costs time proportional to its result, never to the size of the layer. */
export function layerTree(base: TreeView): TreeLayer {
  const nodes = new Map<NodeId, WholeNode>();
  const edges = new Map<NodeId, Hyperedge>();
  const versions = new Map<PositionId, NodeId[]>();
  const children = new Map<PositionId, PositionId[]>();
  const siblingEdits = new Map<NodeId, NodeId[]>();
  const splits = new Map<PositionId, PositionId[]>();
  const parents = new Map<PositionId, PositionId>();
  const localIds = new Set<LocalId>();
  const changed = new Map<PositionId, PositionMetadata>();

  /** A node of the base tree with the metadata set in this layer. */
  function withChanges(node: TreeNode): TreeNode {
    const metadata = changed.get(node.positionId);
    return metadata === undefined ? node : { ...node, ...metadata };
  }

  function nodesWithIds(ids: readonly NodeId[] | undefined): readonly WholeNode[] {
    return ids?.flatMap((id) => nodes.get(id) ?? []) ?? [];
  }

  function joinById(inBase: readonly TreeNode[], own: readonly TreeNode[]): readonly TreeNode[] {
    return [...inBase.map(withChanges), ...own].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  function setMetadata(position: PositionId, metadata: PositionMetadata): void {
    changed.set(position, metadata);
    for (const node of nodesWithIds(versions.get(position))) nodes.set(node.id, { ...node, ...metadata });
  }

  function addNode(node: WholeNode): void {
    assert(!nodes.has(node.id), `node ${node.id} already exists`);
    nodes.set(node.id, node);
    localIds.add(node.localId);
    insertInOrder(listAt(versions, node.positionId), node.id);
    if (node.editedFrom === null || node.positionId !== positionOpenedBy(node.id)) return;
    if (node.splitAt === null) listAt(siblingEdits, node.editedFrom).push(node.id);
    else {
      const divided = nodes.get(node.editedFrom) ?? base.findNode(node.editedFrom);
      if (divided !== undefined) insertInOrder(listAt(splits, divided.positionId), node.positionId);
    }
  }

  function addEdge(edge: Hyperedge): void {
    assert(!edges.has(edge.targetId), `an edge into ${edge.targetId} already exists`);
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
      return node && withChanges(node);
    },
    getContent: (id) => nodes.get(id) ?? base.getContent(id),
    versionsAt(position) {
      const own = nodesWithIds(versions.get(position));
      const inBase = base.versionsAt(position);
      if (inBase.length === 0) return own;
      return joinById(inBase, own);
    },
    parentOf: (position) => parents.get(position) ?? base.parentOf(position),
    childrenOf(position) {
      const own = children.get(position) ?? [];
      const inBase = base.childrenOf(position);
      return inBase.length === 0 ? [...own] : own.length === 0 ? inBase : [...inBase, ...own].sort();
    },
    splitsOf(position) {
      const own = splits.get(position) ?? [];
      const inBase = base.splitsOf(position);
      return inBase.length === 0 ? [...own] : own.length === 0 ? inBase : [...inBase, ...own].sort();
    },
    findEdgeInto: (node) => edges.get(node) ?? base.findEdgeInto(node),
    hasLocalId: (localId) => localIds.has(localId) || base.hasLocalId(localId),
    findEqualVersion: (position, text, spans) =>
      base.findEqualVersion(position, text, spans) ??
      nodesWithIds(versions.get(position)).find((node) => hasContent(node, text, spans)),
    listEqualSiblings: (node, text, spans) =>
      joinById(
        base.listEqualSiblings(node, text, spans),
        nodesWithIds(siblingEdits.get(node)).filter((sibling) => hasContent(sibling, text, spans)),
      ),
    listEqualChildren(position, text, spans) {
      const own = children.get(position) ?? [];
      const changed = base.childrenOf(position).filter((child) => versions.has(child));
      return joinById(
        base.listEqualChildren(position, text, spans),
        [...own, ...changed]
          .flatMap((child) => nodesWithIds(versions.get(child)))
          .filter((child) => hasContent(child, text, spans)),
      );
    },
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

/** A path with changes applied on top of it. */
export interface PathLayer extends PathView {
  add(change: PathChange): void;
  /** All changes in this layer, as one. */
  change(): PathChange;
}

export function layerPath(base: PathView): PathLayer {
  const selected = new Map<PositionId, NodeId>();
  const lastChild = new Map<PositionId, PositionId>();
  const left = new Map<PositionId, number>();
  const rests = new Set<PositionId>();
  let head: PositionId | undefined;
  return {
    get head() {
      return head ?? base.head;
    },
    selectedAt: (position) => selected.get(position) ?? base.selectedAt(position),
    lastChildAt: (position) => lastChild.get(position) ?? base.lastChildAt(position),
    leftAt: (position) => left.get(position) ?? base.leftAt(position),
    isRest: (position) => rests.has(position) || base.isRest(position),
    add(change) {
      for (const { position, version } of change.selected) selected.set(position, version);
      for (const { position, child } of change.lastChild) lastChild.set(position, child);
      for (const { position, at } of change.left ?? []) left.set(position, at);
      for (const position of change.rests ?? []) rests.add(position);
      if (change.head !== undefined) head = change.head;
    },
    change: () => ({
      ...(head === undefined ? {} : { head }),
      selected: [...selected].map(([position, version]) => ({ position, version })),
      lastChild: [...lastChild].map(([position, child]) => ({ position, child })),
      ...(left.size === 0 ? {} : { left: [...left].map(([position, at]) => ({ position, at })) }),
      ...(rests.size === 0 ? {} : { rests: [...rests] }),
    }),
  };
}

/** The primary source of an edge: the source position, and the version of it that the author saw. */
export function primarySourceOf(edge: Hyperedge) {
  return edge.sources.find((source) => source.role === 'primary');
}

function hasContent(node: WholeNode, text: string, spans: Spans): boolean {
  return node.content.type === 'text' && textOf(node.content) === text && equalSpans(node.spans, spans);
}

function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: V[] = [];
  lists.set(key, list);
  return list;
}

/** Ids are nearly always added in order, but the id of a continuation is assigned when it is requested. */
function insertInOrder<Id extends string>(ids: Id[], id: Id): void {
  let at = ids.length;
  for (let before = ids[at - 1]; before !== undefined && before > id; before = ids[at - 1]) at -= 1;
  ids.splice(at, 0, id);
}
