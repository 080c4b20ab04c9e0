import type { TreeId } from '../../../core/ids.ts';
import type { AnchorSummary } from '../../../ipc/wire/position.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAnchors } from '../../store/tables/marks/anchors.ts';
import { hasSplits } from '../../store/tree/hidden-splits.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { unprunedSplits } from './node-reader.ts';

/**
 * The notes and bookmarks on phrases of a tree that are neither removed nor pruned, in the order in which they were set.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function readAnchors(reader: Reader, treeId: TreeId): readonly AnchorSummary[] {
  const anchors = listAnchors(reader, treeId).filter(({ pruned }) => !pruned);
  if (anchors.length === 0) return [];
  const tree = sqlTree(reader, treeId);
  const isForked = hasSplits(reader);
  return anchors.map(({ id, kind, position, node, start, length, quote, note, said, label, besides }) => ({
    anchorId: id,
    kind,
    positionId: position,
    positions: [position, ...(isForked ? unprunedSplits(tree, position) : [])],
    nodeId: node,
    start,
    length,
    quote,
    note: note === null ? null : { positionId: note, text: said ?? '' },
    label,
    besides,
  }));
}
