import type { SearchResult } from '../../session/tree/search-session.ts';
import type { TreeDesk } from '../../session/tree/tree-desk.ts';

/** Where a result is, relative to the text on the screen; empty for a result in another tree. */
export function formatLocation(
  { treeId, path }: Pick<TreeDesk, 'treeId' | 'path'>,
  result: SearchResult,
): string {
  if (result.treeId !== treeId) return '';
  const { nodeId, positionId } = result.noteOn ?? result;
  const index = path.indexOf(positionId);
  const shown = path.findHeader(positionId);
  if (shown === undefined) return 'Another branch';
  const node = `${index + 1} of ${path.length}`;
  if (shown.nodeId === nodeId) return `Node ${node}`;
  // Ids sort by creation time.
  return `${nodeId < shown.nodeId ? 'Earlier' : 'Later'} version of node ${node}`;
}
