import type { PositionId } from '../ids.ts';
import { DEFAULT_METADATA, isAlike, metadataOf, type PositionMetadata } from '../tree/position-metadata.ts';
import type { TreeNode } from '../tree/tree-node.ts';

/** The metadata of a position, as recorded in the log. */
export type LoggedMetadata = { readonly position: PositionId } & PositionMetadata;

type Marked = Pick<TreeNode, 'id' | 'positionId'> & PositionMetadata;

/**
 * The metadata to record with nodes that are copied: that of each position they open, unless it is the default. A row
 * that copies nodes records this even if it is empty; without it, the metadata of the positions is unknown.
 */
export function logMetadata(nodes: Iterable<Marked>): readonly LoggedMetadata[] {
  const logged: LoggedMetadata[] = [];
  for (const node of nodes) {
    if ((node.id as string) !== node.positionId || isAlike(node, DEFAULT_METADATA)) continue;
    logged.push({ position: node.positionId, ...metadataOf(node) });
  }
  return logged;
}
