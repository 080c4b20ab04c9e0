/** What a law looks at before and after a change of a tree. */
import { concatSpans, type Spans } from '../../src/core/text/span.ts';
import { resolvePath } from '../../src/core/tree/path.ts';
import type { TreeWorld } from './tree.ts';

/** Everything a tree holds, node by node, but the metadata. */
export function contentsOf({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ bookmarked: _, bookmarkLabel: __, pruned: ___, excluded: ____, ...node }) => [
      node.id,
      { node, edge: tree.findEdgeInto(node.id) },
    ]),
  );
}

/** Metadata of every node. */
export function marksOf({ tree }: TreeWorld): ReadonlyMap<string, unknown> {
  return new Map(
    [...tree.nodes()].map(({ id, bookmarked, bookmarkLabel, pruned, excluded }) => [
      id,
      { bookmarked, bookmarkLabel, pruned, excluded },
    ]),
  );
}

/** How the positions hang together. */
export function shapeOf({
  tree,
}: TreeWorld): ReadonlyMap<string, { parent: unknown; children: readonly string[] }> {
  return new Map(
    [...new Set([...tree.nodes()].map(({ positionId }) => positionId))].map((position) => [
      position,
      { parent: tree.parentOf(position), children: tree.childrenOf(position) },
    ]),
  );
}

/** Who wrote what of the text on the path. */
export function spansOnPath({ tree, path }: TreeWorld): Spans {
  return concatSpans(...resolvePath(tree, path).map(({ id }) => tree.getContent(id).spans));
}
