/**
 * Bookmark, prune, restore and exclude change metadata, which belongs to the position (`domain.md`,
 * *Operations*).
 */
import { AspenError } from '../errors.ts';
import type { PositionId } from '../ids.ts';
import { normaliseText } from '../text/normalise.ts';
import { leavePruned } from './path.ts';
import { NO_PATH_CHANGE, type TreeChange } from './tree-change.ts';
import type { PositionMetadata } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/**
 * The metadata shared by every version at a position.
 * @throws {AspenError} NOT_FOUND
 */
export function metadataAt(tree: TreeView, position: PositionId): PositionMetadata {
  const [node] = tree.versionsAt(position);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no position ${position}`);
  const { bookmarked, bookmarkLabel, pruned, excluded } = node;
  return { bookmarked, bookmarkLabel, pruned, excluded };
}

/**
 * Bookmarks a position or changes the label of its bookmark.
 * @param label null or only white space for no label
 * @throws {AspenError} NOT_FOUND
 */
export function bookmark(tree: TreeView, position: PositionId, label: string | null): TreeChange {
  const named = label === null || label.trim() === '' ? null : normaliseText(label.trim());
  return makeMetadataChange(tree, position, { bookmarked: true, bookmarkLabel: named });
}

/**
 * Removes a bookmark and its label.
 * @throws {AspenError} NOT_FOUND
 */
export function removeBookmark(tree: TreeView, position: PositionId): TreeChange {
  return makeMetadataChange(tree, position, { bookmarked: false, bookmarkLabel: null });
}

/**
 * Excludes a position from the context sent to models, or includes it again.
 * @throws {AspenError} NOT_FOUND
 */
export function exclude(tree: TreeView, position: PositionId, excluded: boolean): TreeChange {
  return makeMetadataChange(tree, position, { excluded });
}

/**
 * Hides a position and its subtree from paths, navigation and context; if the path runs through it, the head
 * moves to its parent. Nothing is deleted. The paths of other agents may run through it too: see
 * `leavePruned`.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root
 */
export function prune(tree: TreeView, path: PathView, position: PositionId): TreeChange {
  return { ...pruneOffPath(tree, position), path: leavePruned(tree, path, position) };
}

/**
 * Hides a position that no path runs through, and its subtree.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root
 */
export function pruneOffPath(tree: TreeView, position: PositionId): TreeChange {
  if (position === tree.tree.rootPositionId)
    throw new AspenError('INVALID_ARGUMENT', 'the root cannot be pruned');
  return makeMetadataChange(tree, position, { pruned: true });
}

/**
 * Shows a pruned position and its subtree again; the path does not move.
 * @throws {AspenError} NOT_FOUND
 */
export function restore(tree: TreeView, position: PositionId): TreeChange {
  return makeMetadataChange(tree, position, { pruned: false });
}

/** Sets metadata; writes nothing if nothing would change. */
function makeMetadataChange(
  tree: TreeView,
  position: PositionId,
  set: Partial<PositionMetadata>,
): TreeChange {
  const before = metadataAt(tree, position);
  const metadata = { ...before, ...set };
  const isUnchanged =
    metadata.bookmarked === before.bookmarked &&
    metadata.bookmarkLabel === before.bookmarkLabel &&
    metadata.pruned === before.pruned &&
    metadata.excluded === before.excluded;
  return {
    nodes: [],
    edges: [],
    metadata: isUnchanged ? [] : [{ position, metadata }],
    path: NO_PATH_CHANGE,
  };
}
