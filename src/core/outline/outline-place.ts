/** The place of a position in the outline and the map of a tree whose texts were divided (`domain.md`, *Forks*). */
import type { PositionId } from '../ids.ts';
import { findFamily, placeOfSplit } from '../tree/family.ts';
import { lengthAt } from '../tree/forks.ts';
import { visibleChildren } from '../tree/path.ts';
import { baseOf, hidingBase, isPruned, isSplit, versionAt } from '../tree/shown-version.ts';
import { textOf } from '../tree/tree-node.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';

export interface OutlinePlace {
  /** The position it is shown below or, if it is not listed, where its text is found; null at the root. */
  readonly parent: PositionId | null;
  /** The fork inside the parent's text which it follows: its offset, in UTF-16 code units; -1 for the end. */
  readonly offset: number;
  /** It has a row of its own. */
  readonly isListed: boolean;
}

/**
 * The place of a position. For whatever can be reached, this is what `shownChildren` lists. What is pruned is shown
 * as well, so that it can be restored: a pruned split below its base, with what continues it below itself.
 */
export function placeInOutline(tree: TreeView, path: PathView, position: PositionId): OutlinePlace {
  const base = hidingBase(tree, position);
  if (base !== null) {
    const place = placeOfSplit(tree, path, base, position);
    const isListed = isPruned(tree, position) || isAlternative(tree, path, position, place);
    if (place > 0) return { parent: base, offset: offsetIn(tree, path, base, place), isListed };
    return { ...parentInOutline(tree, path, base), isListed };
  }
  return { ...parentInOutline(tree, path, position), isListed: true };
}

/** The position itself or, if it has no row of its own, the one whose row shows its text. */
export function listedInOutline(tree: TreeView, path: PathView, position: PositionId): PositionId {
  for (let at = position; ; ) {
    const { parent, isListed } = placeInOutline(tree, path, at);
    if (isListed || parent === null) return at;
    at = parent;
  }
}

/**
 * The positions whose place or header may have changed if these have: what belongs to the same text, and what is
 * shown below that because it continues a split.
 */
export function positionsShownWith(
  tree: TreeView,
  path: PathView,
  changed: Iterable<PositionId>,
): ReadonlySet<PositionId> {
  const found = new Set<PositionId>(changed);
  const families = new Set<PositionId>();
  const addFamily = (member: PositionId): void => {
    const { base, splits } = findFamily(tree, member);
    if (families.has(base)) return;
    families.add(base);
    if (splits.length === 0) return;
    found.add(base);
    const pending = [...splits];
    for (let split = pending.pop(); split !== undefined; split = pending.pop()) {
      found.add(split);
      for (const child of tree.childrenOf(split)) {
        found.add(child);
        // A split at the very beginning of a child is shown beside the child.
        if (isSplit(tree, child) && isAtBeginning(tree, path, child)) pending.push(child);
      }
    }
  };
  for (const position of [...found]) {
    addFamily(position);
    const parent = tree.parentOf(position);
    if (parent !== null) addFamily(parent);
  }
  return found;
}

/** The parent in the outline of a position that is not a hidden split, and the offset there. */
function parentInOutline(
  tree: TreeView,
  path: PathView,
  position: PositionId,
): Pick<OutlinePlace, 'parent' | 'offset'> {
  let parent = tree.parentOf(position);
  while (parent !== null && !isPruned(tree, parent)) {
    const base = hidingBase(tree, parent);
    if (base === null) break;
    const place = placeOfSplit(tree, path, base, parent);
    if (place > 0) return { parent: base, offset: offsetIn(tree, path, base, place) };
    // At the very beginning of the base: beside it.
    parent = tree.parentOf(base);
  }
  return { parent, offset: -1 };
}

/** `OutlinePlace.offset` of a place: an edit may have moved it to the end of the text. */
function offsetIn(tree: TreeView, path: PathView, base: PositionId, place: number): number {
  return place < lengthAt(tree, path, base) ? place : -1;
}

/** Returns true if nothing continues a split, but its text continues past its place. */
function isAlternative(tree: TreeView, path: PathView, split: PositionId, place: number): boolean {
  if (visibleChildren(tree, split).length > 0) return false;
  const shown = versionAt(tree, path, split);
  // The text of the node that `split` made ends there, which takes no reading.
  return (shown.splitAt ?? textOf(tree.getContent(shown.id).content).length) > place;
}

function isAtBeginning(tree: TreeView, path: PathView, split: PositionId): boolean {
  const base = baseOf(tree, split);
  return base !== null && placeOfSplit(tree, path, base, split) === 0;
}
