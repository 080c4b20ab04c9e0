import { AspenError } from '../../../core/errors.ts';
import type { PositionId } from '../../../core/ids.ts';
import { type Fork, type ForkItem, type ForkList, forkAfter, forkOf } from '../../../core/tree/forks.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { SiblingTarget } from '../../../ipc/wire/path.ts';

/**
 * The fork whose list is of what follows the text of `fork`, or else has `at`.
 * @throws {AspenError} NOT_FOUND if there is none
 */
export function getFork(tree: TreeView, path: PathView, at: PositionId, fork: PositionId | undefined): Fork {
  if (fork !== undefined) requirePosition(tree, fork);
  const found = fork === undefined ? forkOf(tree, path, at) : forkAfter(tree, path, fork);
  if (found === null) throw new AspenError('NOT_FOUND', `nothing is beside position ${at}`);
  return found;
}

/**
 * The item that a target names: relative to the one that the path shows (wrapping round), by its number from 1, or by
 * its position.
 * @throws {AspenError} NOT_FOUND if the list has no such item
 */
export function getItem({ items, current }: ForkList, to: SiblingTarget): ForkItem {
  if ('positionId' in to) return getItemAt(items, to.positionId);
  return requireItem(items['index' in to ? to.index - 1 : stepFrom(current, to.step, items.length)]);
}

/** The item with a position. @throws {AspenError} NOT_FOUND if there is none */
export function getItemAt(items: readonly ForkItem[], positionId: PositionId): ForkItem {
  return requireItem(items.find(({ position }) => position === positionId));
}

function requireItem(item: ForkItem | undefined): ForkItem {
  if (item === undefined) throw new AspenError('NOT_FOUND', 'there is no such continuation');
  return item;
}

/** If the path ends before the list, the first step leads to its first or last item. */
function stepFrom(current: number | null, step: -1 | 1, count: number): number {
  if (current === null) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}

function requirePosition(tree: TreeView, position: PositionId): void {
  if (tree.versionsAt(position).length === 0) throw new AspenError('NOT_FOUND', `no position ${position}`);
}
