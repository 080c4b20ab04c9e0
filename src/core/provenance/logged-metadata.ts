import type { PositionId } from '../ids.ts';
import type { PositionMetadata, TreeNode } from '../tree/tree-node.ts';

/** The metadata of a position, as recorded in the log. */
export type LoggedMetadata = { readonly position: PositionId } & PositionMetadata;

type Marked = Pick<TreeNode, 'id' | 'positionId'> & PositionMetadata;

/**
 * The metadata to record with nodes that are copied: that of each position they open, unless it is the default. A row
 * that copies nodes records this even if it is empty; without it, the metadata of the positions is unknown.
 */
export function logMetadata(nodes: Iterable<Marked>): readonly LoggedMetadata[] {
  const logged: LoggedMetadata[] = [];
  for (const { id, positionId: position, bookmarked, bookmarkLabel, pruned, excluded } of nodes) {
    if ((id as string) !== position) continue;
    if (!bookmarked && bookmarkLabel === null && !pruned && !excluded) continue;
    logged.push({ position, bookmarked, bookmarkLabel, pruned, excluded });
  }
  return logged;
}
