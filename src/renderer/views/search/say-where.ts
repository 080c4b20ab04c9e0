import type { OpenTree } from '../../session/tree/open-tree.ts';
import type { SearchResult } from '../../session/tree/search-session.ts';

/** Where a place is, seen from the text that is shown; the empty string for another tree, whose text is not. */
export function sayWhere({ treeId, path }: Pick<OpenTree, 'treeId' | 'path'>, place: SearchResult): string {
  if (place.treeId !== treeId) return '';
  const { nodeId, positionId } = place.noteOn ?? place;
  const index = path.indexOf(positionId);
  const shown = path.findHeader(positionId);
  if (shown === undefined) return 'Another branch';
  const node = `${index + 1} of ${path.length}`;
  if (shown.nodeId === nodeId) return `Node ${node}`;
  // Ids sort in the order the versions were made.
  return `${nodeId < shown.nodeId ? 'Earlier' : 'Later'} version of node ${node}`;
}
