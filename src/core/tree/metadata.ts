/** Bookmark, prune, restore and exclude change metadata, which belongs to the position (`domain.md`, *Operations*). */
import { AspenError } from '../errors.ts';
import type { PositionId } from '../ids.ts';
import { normaliseText } from '../text/normalise.ts';
import { familyOf, findFamily } from './family.ts';
import { leavePruned } from './path.ts';
import { isAlike, metadataOf, type PositionMetadata } from './position-metadata.ts';
import { isPruned } from './shown-version.ts';
import { NO_PATH_CHANGE, type TreeChange } from './tree-change.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** The metadata shared by every version at a position. @throws {AspenError} NOT_FOUND */
export function metadataAt(tree: TreeView, position: PositionId): PositionMetadata {
  const [node] = tree.versionsAt(position);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no position ${position}`);
  return metadataOf(node);
}

/**
 * Bookmarks a position or changes the label of its bookmark. A text and its hidden splits have one bookmark between
 * them, which is shown at their fork (*Forks*): those of the others are removed.
 * @param label null or only white space for no label
 * @throws {AspenError} NOT_FOUND
 */
export function bookmark(tree: TreeView, position: PositionId, label: string | null): TreeChange {
  const named = label === null || label.trim() === '' ? null : normaliseText(label.trim());
  const others = bookmarkedTogether(tree, position).filter((other) => other !== position);
  return joinChanges([
    makeMetadataChange(tree, position, { bookmarked: true, bookmarkLabel: named }),
    ...others.map((other) => makeMetadataChange(tree, other, NO_BOOKMARK)),
  ]);
}

/**
 * Removes a bookmark and its label, also of the text that a hidden split divides, and of its other splits.
 * @throws {AspenError} NOT_FOUND
 */
export function removeBookmark(tree: TreeView, position: PositionId): TreeChange {
  const members = bookmarkedTogether(tree, position);
  return joinChanges(members.map((member) => makeMetadataChange(tree, member, NO_BOOKMARK)));
}

const NO_BOOKMARK = { bookmarked: false, bookmarkLabel: null } as const;

/** The positions whose bookmarks are shown where that of this one is. */
function bookmarkedTogether(tree: TreeView, position: PositionId): readonly PositionId[] {
  const family = isPruned(tree, position) ? null : familyOf(tree, position);
  if (family === null) return [position];
  return [family.base, ...family.splits.filter((split) => !isPruned(tree, split))];
}

/**
 * Excludes a position from the context sent to models, or includes it again; a text together with all its splits, so
 * that its beginning is sent from all of its branches or from none.
 * @throws {AspenError} NOT_FOUND
 */
export function exclude(tree: TreeView, position: PositionId, excluded: boolean): TreeChange {
  const family = familyOf(tree, position);
  const members = family === null ? [position] : [family.base, ...family.splits];
  return joinChanges(members.map((member) => makeMetadataChange(tree, member, { excluded })));
}

/**
 * Hides a position and its subtree from paths, navigation and context; if the path runs through it, the head moves to
 * its parent. Nothing is deleted. The paths of other agents may run through it too: see `leavePruned`.
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
 * Shows a pruned position and its subtree again; the path does not move. If one of its splits was excluded meanwhile, its text
 * is excluded together with them.
 * @throws {AspenError} NOT_FOUND
 */
export function restore(tree: TreeView, position: PositionId): TreeChange {
  const { base, splits } = findFamily(tree, position);
  if (base !== position || !splits.some((split) => metadataAt(tree, split).excluded))
    return makeMetadataChange(tree, position, { pruned: false });
  return joinChanges([
    makeMetadataChange(tree, position, { pruned: false, excluded: true }),
    ...splits.map((split) => makeMetadataChange(tree, split, { excluded: true })),
  ]);
}

/** Changes of metadata as one. */
function joinChanges(changes: readonly TreeChange[]): TreeChange {
  return {
    nodes: [],
    edges: [],
    metadata: changes.flatMap(({ metadata }) => metadata),
    path: NO_PATH_CHANGE,
  };
}

/** Sets metadata; writes nothing if nothing would change. @throws {AspenError} NOT_FOUND */
export function makeMetadataChange(
  tree: TreeView,
  position: PositionId,
  set: Partial<PositionMetadata>,
): TreeChange {
  const before = metadataAt(tree, position);
  const metadata = { ...before, ...set };
  return {
    nodes: [],
    edges: [],
    metadata: isAlike(metadata, before) ? [] : [{ position, metadata }],
    path: NO_PATH_CHANGE,
  };
}
