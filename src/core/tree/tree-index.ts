import { firstNodeAt, type NodeId, type PositionId } from '../ids.ts';
import { type Groups, groupBy, membersOf } from './group-by.ts';
import { primarySourceOf, type TreeLayer } from './tree-layer.ts';

/** Bit flags of a node, in `TreeHeaders.flags`. */
export const INDEX_FLAGS = { bookmarked: 1, pruned: 2, excluded: 4, annotation: 8, model: 16 } as const;

/**
 * The headers of a whole tree without its texts, as arrays: index i describes the i-th node, and nodes are in
 * the order of their ids. Other nodes are referred to by index; -1 means none.
 */
export interface TreeHeaders {
  readonly count: number;
  readonly ids: readonly NodeId[];
  /** The first node at the same position; its own index if it is the first. */
  readonly positions: Int32Array;
  /** The first node at the source position of the node's edge; -1 at the root. */
  readonly parents: Int32Array;
  /** A sum of `INDEX_FLAGS` values. */
  readonly flags: Uint8Array;
}

/**
 * A traversable index of a whole tree: what the outline, the map and the counts need for a million nodes, in flat
 * arrays (about 40 bytes per node besides the ids). A position is identified by the index of its first node.
 */
export interface TreeIndex {
  readonly headers: TreeHeaders;
  /** The index of the root; -1 in a tree without one. */
  readonly root: number;
  /** Depth of each position below the root; -1 for later versions, annotations and nodes not connected to the root. */
  readonly depths: Int32Array;
  /** Child positions in the order they were requested, including pruned ones. */
  childrenOf(position: number): Int32Array;
  /** Nodes at a position, oldest first. */
  versionsOf(position: number): Int32Array;
  /** Annotations of a position, oldest first. */
  annotationsOf(position: number): Int32Array;
  /** The index of a node; -1 if it is not in the tree. Uses a binary search. */
  indexOf(id: NodeId | PositionId): number;
  /** Every position reachable from the root, in depth-first order: parents before children, siblings in order. */
  inReadingOrder(): Int32Array;
}

/** Indexes the headers of a tree by position, parent and depth. Linear in the number of nodes and not recursive. */
export function buildTreeIndex(headers: TreeHeaders): TreeIndex {
  const { count, ids, positions, parents, flags } = headers;
  const isFirstAtPosition = (node: number) => positions[node] === node;
  const isNote = (node: number) => ((flags[node] ?? 0) & INDEX_FLAGS.annotation) !== 0;
  const versions = groupBy(positions, count);
  const children = groupBy(
    parents.map((parent, node) => (isFirstAtPosition(node) && !isNote(node) ? parent : -1)),
    count,
  );
  const annotations = groupBy(
    parents.map((parent, node) => (isFirstAtPosition(node) && isNote(node) ? parent : -1)),
    count,
  );
  const root = parents.findIndex((parent, node) => parent < 0 && isFirstAtPosition(node) && !isNote(node));
  return {
    headers,
    root,
    depths: depthsBelow(root, count, children),
    childrenOf: (position) => membersOf(children, position),
    versionsOf: (position) => membersOf(versions, position),
    annotationsOf: (position) => membersOf(annotations, position),
    indexOf: (id) => binarySearch(ids, id),
    inReadingOrder: () => readingOrder(root, count, children),
  };
}

function depthsBelow(root: number, count: number, children: Groups): Int32Array {
  const depths = new Int32Array(count).fill(-1);
  if (root < 0) return depths;
  const queue = new Int32Array(count);
  depths[root] = 0;
  queue[0] = root;
  let end = 1;
  for (let at = 0; at < end; at += 1) {
    const position = queue[at] ?? 0;
    for (const child of membersOf(children, position)) {
      depths[child] = (depths[position] ?? 0) + 1;
      queue[end++] = child;
    }
  }
  return depths;
}

function readingOrder(root: number, count: number, children: Groups): Int32Array {
  const order = new Int32Array(count);
  const stack = new Int32Array(count);
  let found = 0;
  let depth = 0;
  if (root >= 0) stack[depth++] = root;
  while (depth > 0) {
    const position = stack[--depth] ?? 0;
    order[found++] = position;
    // Push the last child first, so that the first child is popped next.
    const { starts, members } = children;
    const first = starts[position] ?? 0;
    for (let at = (starts[position + 1] ?? first) - 1; at >= first; at -= 1)
      stack[depth++] = members[at] ?? 0;
  }
  return order.subarray(0, found);
}

function binarySearch(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle] ?? '';
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The headers of a tree in memory. */
export function headersOf(tree: TreeLayer): TreeHeaders {
  const nodes = [...tree.nodes()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const indexes = new Map<NodeId, number>(nodes.map(({ id }, index) => [id, index]));
  const indexOf = (id: NodeId | undefined) => (id === undefined ? -1 : (indexes.get(id) ?? -1));
  const edges = nodes.map(({ id }) => tree.findEdgeInto(id));
  return {
    count: nodes.length,
    ids: nodes.map(({ id }) => id),
    positions: Int32Array.from(nodes, ({ positionId }) => indexOf(firstNodeAt(positionId))),
    parents: Int32Array.from(edges, (edge) => {
      const source = edge && primarySourceOf(edge);
      return indexOf(source && firstNodeAt(source.positionId));
    }),
    flags: Uint8Array.from(nodes, (node, index) => {
      const { bookmarked, pruned, excluded, annotation, model } = INDEX_FLAGS;
      return (
        (node.bookmarked ? bookmarked : 0) +
        (node.pruned ? pruned : 0) +
        (node.excluded ? excluded : 0) +
        (edges[index]?.type === 'annotation' ? annotation : 0) +
        (node.authorType === 'model' ? model : 0)
      );
    }),
  };
}
