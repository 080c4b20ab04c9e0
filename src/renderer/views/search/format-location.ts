import { nodeAt, OTHER_BRANCH, versionAt } from '../../../ui-text/window/search.ts';
import type { SearchResult } from '../../session/tree/search-session.ts';
import type { TreeDesk } from '../../session/tree/tree-desk.ts';

/** A result's place, relative to the text on the screen; empty for a result in another tree. */
export function formatLocation(
  { treeId, path }: Pick<TreeDesk, 'treeId' | 'path'>,
  result: SearchResult,
): string {
  if (result.treeId !== treeId) return '';
  const { nodeId, positionId } = result.noteOn ?? result;
  const index = path.indexOf(positionId);
  const shown = path.findHeader(positionId);
  if (shown === undefined) return OTHER_BRANCH;
  const [number, count] = [index + 1, path.length];
  if (result.typed) return nodeId === null ? '' : nodeAt(number, count);
  if (nodeId === null || shown.nodeId === nodeId) return nodeAt(number, count);
  // Ids sort by creation time.
  return versionAt(nodeId < shown.nodeId, number, count);
}
