import type { PositionId } from '../ids.ts';
import { familyOf } from '../tree/family.ts';
import { isPruned } from '../tree/shown-version.ts';
import type { TreeView } from '../tree/tree-view.ts';

/**
 * The position that has the tags of a passage: that of the text which hidden splits divide, so that all its branches show
 * them (`domain.md`, *Forks*).
 */
export function taggedPosition(tree: TreeView, position: PositionId): PositionId {
  return isPruned(tree, position) ? position : (familyOf(tree, position)?.base ?? position);
}

/** The positions whose tags a passage shows: its own, that of the text which hidden splits divide, and those of all of them. */
export function positionsTaggedTogether(tree: TreeView, position: PositionId): readonly PositionId[] {
  const family = isPruned(tree, position) ? null : familyOf(tree, position);
  return family === null ? [position] : [family.base, ...family.splits];
}
