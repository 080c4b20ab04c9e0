import { AspenError } from '../errors.ts';
import type { NodeId, PositionId } from '../ids.ts';
import { familyOf, lastRead, placeOfSplit, selectionsInFamily, visitChild } from './family.ts';
import { hidingBase, isHiddenSplit, isPruned, versionAt } from './shown-version.ts';
import { NO_PATH_CHANGE, type PathChange } from './tree-change.ts';
import { isHeldBack, type TreeNode, textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** The positions from the root to `position`, both included. @throws {AspenError} CORRUPT if there is a cycle */
export function positionsTo(tree: TreeView, position: PositionId): readonly PositionId[] {
  const positions: PositionId[] = [];
  const seen = new Set<PositionId>();
  for (let at: PositionId | null = position; at !== null; at = tree.parentOf(at)) {
    if (seen.has(at)) throw new AspenError('CORRUPT', `position ${at} continues itself`);
    seen.add(at);
    positions.push(at);
  }
  return positions.reverse();
}

/** Resolves the path of an agent from the root to the head, each position to its version. */
export function resolvePath(tree: TreeView, path: PathView): readonly TreeNode[] {
  return positionsTo(tree, path.head).map((position) => versionAt(tree, path, position));
}

/** Returns true if the position or one of its ancestors is pruned, so that its text is shown nowhere. */
export function isHidden(tree: TreeView, position: PositionId): boolean {
  return positionsTo(tree, position).some((at) => isPruned(tree, at));
}

/**
 * Children with a row of their own, in the order they were requested: neither pruned nor hidden splits
 * (`domain.md`, *Forks*).
 */
export function visibleChildren(tree: TreeView, position: PositionId): readonly PositionId[] {
  return tree.childrenOf(position).filter((child) => !isPruned(tree, child) && !isHiddenSplit(tree, child));
}

/**
 * The next position when a path goes down by itself: the child last visited, or else the newest one that is
 * neither pruned, a hidden split nor held back; undefined at the end.
 */
export function childToFollow(tree: TreeView, path: PathView, position: PositionId): PositionId | undefined {
  const children = tree.childrenOf(position);
  const last = path.lastChildAt(position);
  if (last !== undefined && children.includes(last) && !isPruned(tree, last)) return last;
  return children.findLast(
    (child) =>
      !isPruned(tree, child) &&
      !isHeldBack(versionAt(tree, path, child).finishReason) &&
      !isHiddenSplit(tree, child),
  );
}

/** The next position when the writer goes down: as `childToFollow`, or else the newest that is visible. */
export function childToVisit(tree: TreeView, path: PathView, position: PositionId): PositionId | undefined {
  return (
    childToFollow(tree, path, position) ??
    tree.childrenOf(position).findLast((child) => !isPruned(tree, child) && !isHiddenSplit(tree, child))
  );
}

/** The deepest position that a path reaches by itself from here (`childToFollow`). */
export function deepestFrom(tree: TreeView, path: PathView, position: PositionId): PositionId {
  let at = position;
  for (
    let child = childToFollow(tree, path, at);
    child !== undefined;
    child = childToFollow(tree, path, at)
  ) {
    at = child;
  }
  return at;
}

/** Rejects a head that is not connected to the root (such as an annotation) or has a pruned ancestor. */
function requirePath(tree: TreeView, positions: readonly PositionId[], head: PositionId): void {
  if (positions[0] !== tree.tree.rootPositionId) {
    throw new AspenError('NOT_FOUND', `position ${head} is not on a path from the root`);
  }
  const pruned = positions.find((position) => isPruned(tree, position));
  if (pruned !== undefined) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `position ${head} is hidden: ${pruned} is pruned; restore it first`,
    );
  }
}

/**
 * Moves the head to `head`. Each position on the way remembers its child, and where the path arrives for the
 * first time, the version shown is recorded as selected, so that a new version by another agent does not
 * change the text later.
 * @throws {AspenError} NOT_FOUND if there is no such position; INVALID_ARGUMENT if it or an ancestor is
 *   pruned
 */
export function moveHead(tree: TreeView, path: PathView, head: PositionId): PathChange {
  const positions = positionsTo(tree, head);
  requirePath(tree, positions, head);
  const selected: { position: PositionId; version: NodeId }[] = [];
  const visited: ReturnType<typeof visitChild>[] = [];
  positions.forEach((position, index) => {
    const version = versionAt(tree, path, position);
    if (path.selectedAt(position) === undefined) selected.push({ position, version: version.id });
    const child = positions[index + 1];
    if (child !== undefined && path.lastChildAt(position) !== child)
      visited.push(visitChild(tree, path, position, child));
  });
  return { head, selected, ...visits(visited) };
}

/** Visits of children as parts of a change. */
function visits(all: readonly ReturnType<typeof visitChild>[]): Pick<PathChange, 'lastChild' | 'left'> {
  const left = all.flatMap((visit) => visit.left);
  return { lastChild: all.flatMap((visit) => visit.lastChild), ...(left.length === 0 ? {} : { left }) };
}

/**
 * A move of the head to the parent of `next`, which the path goes on with: `next` stays in sight as the parent's rest
 * (`restAfter`), unless the parent has one, by being a split or because the path ended there before.
 */
export function endBefore(tree: TreeView, path: PathView, ended: PathChange, next: PositionId): PathChange {
  const parent = tree.parentOf(next);
  if (parent === null || hidingBase(tree, parent) !== null) return ended;
  const base = hidingBase(tree, next) ?? next;
  const hasRest = visibleChildren(tree, parent).some((child) => path.isRest(child));
  return hasRest ? ended : { ...ended, rests: [base] };
}

/** Switches to `sibling` and goes down from it to the deepest position (`domain.md`, *Paths*). @throws as `moveHead` */
export function selectSibling(tree: TreeView, path: PathView, sibling: PositionId): PathChange {
  return moveHead(tree, path, deepestFrom(tree, path, sibling));
}

/** Moves the head to its parent, which remembers it. @throws {AspenError} INVALID_ARGUMENT at the root */
export function goToParent(tree: TreeView, path: PathView): PathChange {
  const parent = tree.parentOf(path.head);
  if (parent === null) throw new AspenError('INVALID_ARGUMENT', 'the root has no parent');
  const { lastChild, left = [], ...moved } = moveHead(tree, path, parent);
  return { ...moved, ...visits([{ lastChild, left }, visitChild(tree, path, parent, path.head)]) };
}

/** Moves the head one step down (`childToVisit`). @throws {AspenError} INVALID_ARGUMENT if nothing continues it */
export function goToChild(tree: TreeView, path: PathView): PathChange {
  const child = childToVisit(tree, path, path.head);
  if (child === undefined)
    throw new AspenError('INVALID_ARGUMENT', `nothing continues position ${path.head}`);
  return moveHead(tree, path, child);
}

/**
 * Selects a version at its position; the head stays. Where the base and the splits of its family would no longer
 * begin alike, versions that fit are selected there (`domain.md`, *Forks*).
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for an annotation, which is never on a path
 */
export function selectVersion(tree: TreeView, path: PathView, version: NodeId): PathChange {
  const node = tree.findNode(version);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${version}`);
  const { positionId } = node;
  if (positionId !== tree.tree.rootPositionId && tree.parentOf(positionId) === null) {
    throw new AspenError('INVALID_ARGUMENT', `node ${version} is an annotation and cannot be on a path`);
  }
  const selected = [{ position: positionId, version }, ...selectionsInFamily(tree, path, node)];
  return { selected, lastChild: [] };
}

/**
 * Restores a path recorded by undo or redo: selects these versions, then moves the head.
 * @throws {AspenError} as `selectVersion` and `moveHead`
 */
export function restorePath(
  tree: TreeView,
  path: PathView,
  head: PositionId,
  versions: readonly NodeId[],
): PathChange {
  // Versions already shown need no fitting: undo returns to what each position showed.
  const changes = versions.map((version) => {
    const change = selectVersion(tree, path, version).selected;
    const [own] = change;
    return own !== undefined && path.selectedAt(own.position) === version ? [own] : change;
  });
  const own = changes.flatMap((selected) => selected.slice(0, 1));
  const named = new Set(own.map(({ position }) => position));
  const fitting = changes.flatMap((selected) => selected.slice(1));
  const moved = moveHead(tree, path, head);
  const others = new Map([...moved.selected, ...fitting].map(({ position, version }) => [position, version]));
  for (const position of named) others.delete(position);
  return {
    ...moved,
    selected: [...[...others].map(([position, version]) => ({ position, version })), ...own],
  };
}

/**
 * The effect of pruning `pruned` on a path: if the path runs through it, the head moves to the parent. From a
 * split that shows nothing more without it, the head goes to what follows in the base instead (`domain.md`,
 * *Forks*). Call this for the path of every agent, before or after pruning.
 */
export function leavePruned(tree: TreeView, path: PathView, pruned: PositionId): PathChange {
  const parent = tree.parentOf(pruned);
  if (parent === null || !positionsTo(tree, path.head).includes(pruned)) return NO_PATH_CHANGE;
  const base = hidingBase(tree, parent);
  const isLast = visibleChildren(tree, parent).every((child) => child === pruned);
  if (base !== null && isLast) {
    const change = goToBase(tree, path, base, parent);
    if (change !== null) return change;
  }
  return { head: parent, selected: [], ...visits([visitChild(tree, path, parent, pruned)]) };
}

/**
 * Continues from the end of a path, which was ended there for a request that produced nothing (`domain.md`, *Forks*):
 * to what followed there before or, from a split that nothing ever continued, to what follows in its base. Null for a
 * position that is not the head, and if something continues it that the path never went to, or it has text of its own
 * after its place.
 */
export function leaveEmptyEnd(tree: TreeView, path: PathView, end: PositionId): PathChange | null {
  if (path.head !== end) return null;
  const next = path.lastChildAt(end);
  if (next !== undefined && !isPruned(tree, next)) return selectSibling(tree, path, next);
  const base = hidingBase(tree, end);
  if (base === null || visibleChildren(tree, end).length > 0) return null;
  return goToBase(tree, path, base, end);
}

/** Goes from a split to the first item of its list; null if the split has text of its own after its place. */
function goToBase(tree: TreeView, path: PathView, base: PositionId, split: PositionId): PathChange | null {
  const family = familyOf(tree, base);
  if (family === null) return null;
  const place = placeOfSplit(tree, path, base, split);
  const { content } = tree.getContent(versionAt(tree, path, split).id);
  if (textOf(content).length > place) return null;
  return selectSibling(tree, path, lastRead(tree, path, family, base, place));
}
