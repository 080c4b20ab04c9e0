/** Snapshots of a tree, which the laws compare before and after a change. */
import { concatSpans, type Spans } from '../../src/core/text/span.ts';
import { resolvePath } from '../../src/core/tree/path.ts';
import type { TreeWorld } from './tree.ts';

/** Each node with its incoming edge, without the metadata. */
export function nodesWithEdges({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ bookmarked: _, bookmarkLabel: __, pruned: ___, excluded: ____, ...node }) => [
      node.id,
      { node, edge: tree.findEdgeInto(node.id) },
    ]),
  );
}

/** The metadata of each node. */
export function metadataOf({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ id, bookmarked, bookmarkLabel, pruned, excluded }) => [
      id,
      { bookmarked, bookmarkLabel, pruned, excluded },
    ]),
  );
}

/** The parent and the children of each position. */
export function structureOf({
  tree,
}: TreeWorld): ReadonlyMap<string, { parent: unknown; children: readonly string[] }> {
  return new Map(
    [...new Set([...tree.nodes()].map(({ positionId }) => positionId))].map((position) => [
      position,
      { parent: tree.parentOf(position), children: tree.childrenOf(position) },
    ]),
  );
}

/** The authorship spans of the text on the path. */
export function spansOnPath({ tree, path }: TreeWorld): Spans {
  return concatSpans(...resolvePath(tree, path).map(({ id }) => tree.getContent(id).spans));
}
