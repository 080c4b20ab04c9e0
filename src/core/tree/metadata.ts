/** Bookmark, prune, restore, exclude: metadata, which belongs to the position (`domain.md`, *Operations*). */
import { AspenError } from '../errors.ts';
import type { PositionId } from '../ids.ts';
import { normaliseText } from '../text/normalise.ts';
import { leavePruned } from './path.ts';
import { NO_PATH_CHANGE, type TreeChange } from './tree-change.ts';
import type { PositionMetadata } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** The metadata that every version at a position has. @throws {AspenError} NOT_FOUND */
export function metadataAt(tree: TreeView, position: PositionId): PositionMetadata {
  const [node] = tree.versionsAt(position);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no position ${position}`);
  const { bookmarked, bookmarkLabel, pruned, excluded } = node;
  return { bookmarked, bookmarkLabel, pruned, excluded };
}

/**
 * Bookmarks a position, or names its bookmark anew.
 * @param label what to call it; null, or nothing but white space, for no name
 * @throws {AspenError} NOT_FOUND
 */
export function bookmark(tree: TreeView, position: PositionId, label: string | null): TreeChange {
  const named = label === null || label.trim() === '' ? null : normaliseText(label.trim());
  return setting(tree, position, { bookmarked: true, bookmarkLabel: named });
}

/** Takes a bookmark away, its label too. @throws {AspenError} NOT_FOUND */
export function removeBookmark(tree: TreeView, position: PositionId): TreeChange {
  return setting(tree, position, { bookmarked: false, bookmarkLabel: null });
}

/** Leaves a position out of what models are sent, or puts it back. @throws {AspenError} NOT_FOUND */
export function exclude(tree: TreeView, position: PositionId, excluded: boolean): TreeChange {
  return setting(tree, position, { excluded });
}

/**
 * Hides a position and all below it from paths, navigation and context; where the path runs through it, the head moves
 * to its parent. Nothing is deleted. Other agents' paths may run through it too: see `leavePruned`.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root
 */
export function prune(tree: TreeView, path: PathView, position: PositionId): TreeChange {
  return { ...pruneOffPath(tree, position), path: leavePruned(tree, path, position) };
}

/** Hides a position that no path runs through, and all below it. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root */
export function pruneOffPath(tree: TreeView, position: PositionId): TreeChange {
  if (position === tree.tree.rootPositionId)
    throw new AspenError('INVALID_ARGUMENT', 'the root is never pruned');
  return setting(tree, position, { pruned: true });
}

/** Shows a pruned position and what is below it again; the path stays where it is. @throws {AspenError} NOT_FOUND */
export function restore(tree: TreeView, position: PositionId): TreeChange {
  return setting(tree, position, { pruned: false });
}

/** Nothing is written where all of it is so already. */
function setting(tree: TreeView, position: PositionId, set: Partial<PositionMetadata>): TreeChange {
  const before = metadataAt(tree, position);
  const metadata = { ...before, ...set };
  const same =
    metadata.bookmarked === before.bookmarked &&
    metadata.bookmarkLabel === before.bookmarkLabel &&
    metadata.pruned === before.pruned &&
    metadata.excluded === before.excluded;
  return { nodes: [], edges: [], metadata: same ? [] : [{ position, metadata }], path: NO_PATH_CHANGE };
}
