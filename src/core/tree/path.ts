import { AspenError } from '../errors.ts';
import type { NodeId, PositionId } from '../ids.ts';
import type { PathChange } from './tree-change.ts';
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

/** True where the position or one above it is pruned: then its text is nowhere. */
export function isHidden(tree: TreeView, position: PositionId): boolean {
  return positionsTo(tree, position).some((at) => tree.versionsAt(at)[0]?.pruned === true);
}

/** Children that are not pruned, in the order they were asked for. */
export function livingChildren(tree: TreeView, position: PositionId): readonly PositionId[] {
  return tree.childrenOf(position).filter((child) => tree.versionsAt(child)[0]?.pruned !== true);
}

/** Going down one step: the child last visited, else the newest that is not pruned; undefined at the end. */
export function childToVisit(tree: TreeView, path: PathView, position: PositionId): PositionId | undefined {
  const children = livingChildren(tree, position);
  const last = path.lastChildAt(position);
  return last !== undefined && children.includes(last) ? last : children.at(-1);
}

/** The end of the path that goes down from a position by children last visited, then newest ones. */
export function deepestFrom(tree: TreeView, path: PathView, position: PositionId): PositionId {
  let at = position;
  for (let child = childToVisit(tree, path, at); child !== undefined; child = childToVisit(tree, path, at)) {
    at = child;
  }
  return at;
}

/**
 * Makes `head` the head: every position on the way remembers its child, and where the path comes for the first time
 * the version it shows is recorded as selected, so that nobody's new version changes the text later.
 * @throws {AspenError} NOT_FOUND where there is no such position
 */
export function moveHead(tree: TreeView, path: PathView, head: PositionId): PathChange {
  const positions = positionsTo(tree, head);
  if (positions[0] !== tree.tree.rootPositionId) {
    throw new AspenError('NOT_FOUND', `position ${head} is not on a path from the root`);
  }
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

/** Switches to `sibling` and goes down from it to the deepest position (`domain.md`, *Paths*). */
export function selectSibling(tree: TreeView, path: PathView, sibling: PositionId): PathChange {
  return moveHead(tree, path, deepestFrom(tree, path, sibling));
}

/** Selects a version at its position; the head stays. @throws {AspenError} NOT_FOUND */
export function selectVersion(tree: TreeView, version: NodeId): PathChange {
  const node = tree.findNode(version);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${version}`);
  return { selected: [{ position: node.positionId, version }], lastChild: [] };
}

/** The positions beside one, itself among them, pruned ones only if it is pruned itself. */
export function siblingsOf(tree: TreeView, position: PositionId): readonly PositionId[] {
  const parent = tree.parentOf(position);
  if (parent === null) return [position];
  return tree
    .childrenOf(parent)
    .filter((beside) => beside === position || tree.versionsAt(beside)[0]?.pruned !== true);
}
