import { AspenError } from '../errors.ts';
import type { NodeId, PositionId } from '../ids.ts';
import { NO_PATH_CHANGE, type PathChange } from './tree-change.ts';
import type { TreeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** The positions from the root to `position`, both included. @throws {AspenError} CORRUPT where there is a cycle */
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

/** The version an agent sees at a position: the selected one, else the newest (`domain.md`, *Paths*). @throws {AspenError} NOT_FOUND */
export function versionAt(tree: TreeView, path: PathView, position: PositionId): TreeNode {
  const versions = tree.versionsAt(position);
  const selected = path.selectedAt(position);
  const version = versions.find(({ id }) => id === selected) ?? versions.at(-1);
  if (version === undefined) throw new AspenError('NOT_FOUND', `no position ${position}`);
  return version;
}

/** An agent's path from the root to the head, each position with its version. */
export function resolvePath(tree: TreeView, path: PathView): readonly TreeNode[] {
  return positionsTo(tree, path.head).map((position) => versionAt(tree, path, position));
}

/** True where the position itself is pruned; metadata is the same on every version. */
export function isPruned(tree: TreeView, position: PositionId): boolean {
  return tree.versionsAt(position)[0]?.pruned === true;
}

/** True where the position or one above it is pruned: then its text is nowhere. */
export function isHidden(tree: TreeView, position: PositionId): boolean {
  return positionsTo(tree, position).some((at) => isPruned(tree, at));
}

/** Children that are not pruned, in the order they were asked for. */
function livingChildren(tree: TreeView, position: PositionId): readonly PositionId[] {
  return tree.childrenOf(position).filter((child) => !isPruned(tree, child));
}

/** Going down one step: the child last visited, else the newest that is not pruned; undefined at the end. */
export function childToVisit(tree: TreeView, path: PathView, position: PositionId): PositionId | undefined {
  const children = tree.childrenOf(position);
  const last = path.lastChildAt(position);
  if (last !== undefined && children.includes(last) && !isPruned(tree, last)) return last;
  return children.findLast((child) => !isPruned(tree, child));
}

/** The end of the path that goes down from a position by children last visited, then newest ones. */
export function deepestFrom(tree: TreeView, path: PathView, position: PositionId): PositionId {
  let at = position;
  for (let child = childToVisit(tree, path, at); child !== undefined; child = childToVisit(tree, path, at)) {
    at = child;
  }
  return at;
}

/** Refuses a head whose way up does not end at the root (an annotation's does not), or leads through what is pruned. */
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
 * Makes `head` the head: every position on the way remembers its child, and where the path comes for the first time
 * the version it shows is recorded as selected, so that nobody's new version changes the text later.
 * @throws {AspenError} NOT_FOUND where there is no such position; INVALID_ARGUMENT where it or one above it is pruned
 */
export function moveHead(tree: TreeView, path: PathView, head: PositionId): PathChange {
  const positions = positionsTo(tree, head);
  requirePath(tree, positions, head);
  const selected: { position: PositionId; version: NodeId }[] = [];
  const lastChild: { position: PositionId; child: PositionId }[] = [];
  positions.forEach((position, index) => {
    const version = versionAt(tree, path, position);
    if (path.selectedAt(position) === undefined) selected.push({ position, version: version.id });
    const child = positions[index + 1];
    if (child !== undefined && path.lastChildAt(position) !== child) lastChild.push({ position, child });
  });
  return { head, selected, lastChild };
}

/** Switches to `sibling` and goes down from it to the deepest position (`domain.md`, *Paths*). @throws as `moveHead` */
export function selectSibling(tree: TreeView, path: PathView, sibling: PositionId): PathChange {
  return moveHead(tree, path, deepestFrom(tree, path, sibling));
}

/** The parent of the head becomes the head and remembers it. @throws {AspenError} INVALID_ARGUMENT at the root */
export function goToParent(tree: TreeView, path: PathView): PathChange {
  const parent = tree.parentOf(path.head);
  if (parent === null) throw new AspenError('INVALID_ARGUMENT', 'the root has no parent');
  const moved = moveHead(tree, path, parent);
  if (path.lastChildAt(parent) === path.head) return moved;
  return { ...moved, lastChild: [...moved.lastChild, { position: parent, child: path.head }] };
}

/** One step down from the head (`childToVisit`). @throws {AspenError} INVALID_ARGUMENT where nothing continues it */
export function goToChild(tree: TreeView, path: PathView): PathChange {
  const child = childToVisit(tree, path, path.head);
  if (child === undefined)
    throw new AspenError('INVALID_ARGUMENT', `nothing continues position ${path.head}`);
  return moveHead(tree, path, child);
}

/**
 * Selects a version at its position; the head stays.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for an annotation, which no path shows
 */
export function selectVersion(tree: TreeView, version: NodeId): PathChange {
  const node = tree.findNode(version);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${version}`);
  const { positionId } = node;
  if (positionId !== tree.tree.rootPositionId && tree.parentOf(positionId) === null) {
    throw new AspenError('INVALID_ARGUMENT', `node ${version} is an annotation, which no path shows`);
  }
  return { selected: [{ position: positionId, version }], lastChild: [] };
}

/**
 * Puts a path back as undo and redo recorded it: these versions at their positions, then this head.
 * @throws {AspenError} as `selectVersion` and `moveHead`
 */
export function restorePath(
  tree: TreeView,
  path: PathView,
  head: PositionId,
  versions: readonly NodeId[],
): PathChange {
  const selected = versions.flatMap((version) => selectVersion(tree, version).selected);
  const named = new Set(selected.map(({ position }) => position));
  const moved = moveHead(tree, path, head);
  return {
    ...moved,
    selected: [...moved.selected.filter(({ position }) => !named.has(position)), ...selected],
  };
}

/**
 * What pruning `pruned` does to a path: where it runs through there, the head moves to the parent. To be asked for every
 * agent's path, before or after the pruning.
 */
export function leavePruned(tree: TreeView, path: PathView, pruned: PositionId): PathChange {
  const parent = tree.parentOf(pruned);
  if (parent === null || !positionsTo(tree, path.head).includes(pruned)) return NO_PATH_CHANGE;
  const remembers = path.lastChildAt(parent) === pruned;
  return { head: parent, selected: [], lastChild: remembers ? [] : [{ position: parent, child: pruned }] };
}

/** The positions beside one, itself among them, pruned ones only if it is pruned itself. */
export function siblingsOf(tree: TreeView, position: PositionId): readonly PositionId[] {
  const parent = tree.parentOf(position);
  if (parent === null) return [position];
  return tree.childrenOf(parent).filter((beside) => beside === position || !isPruned(tree, beside));
}

/**
 * Which of its siblings a position is, counting from 1, and how many there are: positions, never versions, and no pruned
 * ones. `number` is null for one that is pruned itself.
 */
export function placeAmongSiblings(
  tree: TreeView,
  position: PositionId,
): { readonly number: number | null; readonly count: number } {
  const parent = tree.parentOf(position);
  const siblings = parent === null ? [position] : livingChildren(tree, parent);
  const index = siblings.indexOf(position);
  return { number: index < 0 ? null : index + 1, count: siblings.length };
}
