import { AspenError } from '../errors.ts';
import type { NodeId, PositionId } from '../ids.ts';
import { snapToPairStart } from '../text/surrogate-pair.ts';
import { type TreeNode, textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** Returns true if the position itself is pruned; metadata is the same on every version. */
export function isPruned(tree: TreeView, position: PositionId): boolean {
  return tree.versionsAt(position)[0]?.pruned === true;
}

/**
 * The version that a list of them shows if none is selected: the newest that is not offered, which the first at
 * a position never is.
 * @param versions oldest first
 */
function newestVersion(versions: readonly TreeNode[]): TreeNode | undefined {
  return versions.findLast(({ offered }) => !offered) ?? versions[0];
}

/**
 * The version an agent sees at a position: the selected one, or else the newest that is not offered
 * (`domain.md`, *Paths*). At a split, it is the newest that fits what its base shows (*Forks*).
 * @throws {AspenError} NOT_FOUND
 */
export function versionAt(tree: TreeView, path: PathView, position: PositionId): TreeNode {
  const versions = tree.versionsAt(position);
  const selected = path.selectedAt(position);
  const version = versions.find(({ id }) => id === selected) ?? newestVersion(versions);
  if (version === undefined) throw new AspenError('NOT_FOUND', `no position ${position}`);
  if (version.id === selected || versions.length === 1 || !isHiddenSplit(tree, position)) return version;
  const base = baseOf(tree, position);
  const shown = base === null ? undefined : versionAt(tree, path, base);
  return shown === undefined ? version : fittingVersion(tree, position, shown, version, false);
}

/** True if `split` made this position: its text ended where its writer divided another (`domain.md`, *Forks*). */
export function isSplit(tree: TreeView, position: PositionId): boolean {
  return (tree.versionsAt(position)[0]?.splitAt ?? null) !== null;
}

/**
 * The base of a split: the position of the node that it divides or, if that is a split, that split's base. Null
 * for a position that is not a split, and where the base is not in the tree.
 */
export function baseOf(tree: TreeView, position: PositionId): PositionId | null {
  let at = position;
  for (const seen = new Set<PositionId>(); !seen.has(at); ) {
    seen.add(at);
    const first = tree.versionsAt(at)[0];
    if (first === undefined) return null;
    if (first.splitAt === null) return at === position ? null : at;
    const divided = first.editedFrom === null ? undefined : tree.findNode(first.editedFrom);
    if (divided === undefined) return null;
    at = divided.positionId;
  }
  return null;
}

/** The base of a split that is in the tree and not pruned, and so hides the split; null for any other position. */
export function hidingBase(tree: TreeView, position: PositionId): PositionId | null {
  const base = baseOf(tree, position);
  return base === null || isPruned(tree, base) ? null : base;
}

/** Returns true if a position is a split whose base is in the tree and not pruned, so that it has no row of its own. */
export function isHiddenSplit(tree: TreeView, position: PositionId): boolean {
  return hidingBase(tree, position) !== null;
}

/** The length of the common beginning of two texts; it never ends inside a surrogate pair. */
export function commonPrefixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return Math.min(snapToPairStart(one, length), snapToPairStart(other, length));
}

/**
 * The version at `position` to show beside `shown`, a version at another position of its family: `current` if it
 * fits, or else the newest that fits, or else the one that shares most with it. Two versions fit if no other
 * version where `shown` is begins more like this one.
 * @param offers whether versions that are offered may be shown too, if no other fits
 */
export function fittingVersion(
  tree: TreeView,
  position: PositionId,
  shown: TreeNode,
  current: TreeNode,
  offers: boolean,
): TreeNode {
  const textAt = (id: NodeId) => textOf(tree.getContent(id).content);
  const text = textAt(shown.id);
  const sharedWith = (node: TreeNode) => commonPrefixLength(textAt(node.id), text);
  const others = tree.versionsAt(shown.positionId).filter(({ id }) => id !== shown.id);
  const fits = (node: TreeNode): boolean => {
    const own = textAt(node.id);
    const shared = commonPrefixLength(own, text);
    if (shared === own.length || others.length === 0) return true;
    return others.every(({ id }) => commonPrefixLength(own, textAt(id)) <= shared);
  };
  if (fits(current)) return current;
  const versions = tree.versionsAt(position).toReversed();
  const candidates = [
    ...versions.filter(({ offered }) => !offered),
    ...(offers ? versions.filter(({ offered }) => offered) : []),
  ];
  const fitting = candidates.find(fits);
  if (fitting !== undefined) return fitting;
  let best = current;
  let most = sharedWith(current);
  for (const node of candidates) {
    const shared = sharedWith(node);
    if (shared > most) [best, most] = [node, shared];
  }
  return best;
}
