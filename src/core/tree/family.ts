/**
 * A family is a position that was divided, its *base*, with the splits that divide it or one another
 * (`domain.md`, *Forks*).
 */
import type { NodeId, PositionId } from '../ids.ts';
import { baseOf, commonPrefixLength, fittingVersion, isPruned, versionAt } from './shown-version.ts';
import type { PathChange } from './tree-change.ts';
import { layerPath } from './tree-layer.ts';
import { type TreeNode, textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

export interface Family {
  readonly base: PositionId;
  /** By id; includes pruned ones. */
  readonly splits: readonly PositionId[];
}

/** The family of a position; null if it is not divided and no split, or its base is pruned. */
export function familyOf(tree: TreeView, position: PositionId): Family | null {
  const family = findFamily(tree, position);
  return family.splits.length === 0 || isPruned(tree, family.base) ? null : family;
}

/** A position with all that divides it, even if its base is pruned, so that none of them is hidden. */
export function findFamily(tree: TreeView, position: PositionId): Family {
  const base = baseOf(tree, position) ?? position;
  const splits = new Set<PositionId>();
  const pending: PositionId[] = [base];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const split of tree.splitsOf(at)) {
      if (split === base || splits.has(split)) continue;
      splits.add(split);
      pending.push(split);
    }
  }
  return { base, splits: [...splits].sort() };
}

/** A split and where the text of its base continues without it. */
export interface PlacedSplit {
  readonly split: PositionId;
  /** UTF-16 code units of the common beginning of what the base and the split show. */
  readonly place: number;
  /** Neither was changed since: the text of the split ends there, and that of the base continues. */
  readonly isAsMade: boolean;
}

/** The unpruned splits of a base with their places, by id. */
export function placedSplits(
  tree: TreeView,
  path: PathView,
  { base, splits }: Family,
): readonly PlacedSplit[] {
  const shown = versionAt(tree, path, base);
  const textAt = lazily((id: NodeId) => textOf(tree.getContent(id).content));
  return splits
    .filter((split) => !isPruned(tree, split))
    .map((split) => {
      const version = versionAt(tree, path, split);
      const made = undividedLength(tree, shown, version);
      const place = made ?? commonPrefixLength(textAt(shown.id), textAt(version.id));
      return { split, place, isAsMade: made !== undefined };
    });
}

/** The place of one split, even if it is pruned. */
export function placeOfSplit(tree: TreeView, path: PathView, base: PositionId, split: PositionId): number {
  const textAt = (id: NodeId) => textOf(tree.getContent(id).content);
  const shown = versionAt(tree, path, base);
  const version = versionAt(tree, path, split);
  return undividedLength(tree, shown, version) ?? commonPrefixLength(textAt(shown.id), textAt(version.id));
}

/** The place where both versions are as `split` left them, which takes no reading of texts; else undefined. */
function undividedLength(tree: TreeView, base: TreeNode, split: TreeNode): number | undefined {
  let place = Number.POSITIVE_INFINITY;
  let at: TreeNode | undefined = split;
  for (const seen = new Set<NodeId>(); at !== undefined && at.splitAt !== null && !seen.has(at.id); ) {
    seen.add(at.id);
    place = Math.min(place, at.splitAt);
    if (at.editedFrom === base.id) return place;
    at = at.editedFrom === null ? undefined : tree.findNode(at.editedFrom);
  }
  return undefined;
}

/**
 * The member of a family that shows what follows a place of its base: whichever of the base and the splits with
 * a later place was last on the path.
 */
export function lastRead(
  tree: TreeView,
  path: PathView,
  family: Family | null,
  base: PositionId,
  place: number,
): PositionId {
  if (family === null) return base;
  const parent = tree.parentOf(base);
  const now = parent === null ? undefined : path.lastChildAt(parent);
  const timeOf = (member: PositionId) =>
    member === now ? Number.POSITIVE_INFINITY : (path.leftAt(member) ?? 0);
  let last = base;
  for (const { split, place: other } of placedSplits(tree, path, family)) {
    if (other > place && timeOf(split) > timeOf(last)) last = split;
  }
  return last;
}

/**
 * Records that a path goes from a position to one of its children. If it went to another of a family before, it
 * records that it left that one last.
 */
export function visitChild(
  tree: TreeView,
  path: PathView,
  position: PositionId,
  child: PositionId,
): Required<Pick<PathChange, 'lastChild' | 'left'>> {
  const before = path.lastChildAt(position);
  if (before === child) return { lastChild: [], left: [] };
  const lastChild = [{ position, child }];
  const family = before === undefined ? null : familyOf(tree, before);
  if (before === undefined || family === null) return { lastChild, left: [] };
  const known = [family.base, ...family.splits].map((member) => path.leftAt(member) ?? 0);
  return {
    lastChild,
    left: [{ position: before, at: known.reduce((most, at) => Math.max(most, at), 0) + 1 }],
  };
}

/**
 * The versions to select so that a family begins alike once `version`, one of its own, is shown: first at the
 * base, then at the splits; not `version` itself, and only what changes.
 */
export function selectionsInFamily(
  tree: TreeView,
  path: PathView,
  version: TreeNode,
): PathChange['selected'] {
  const family = familyOf(tree, version.positionId);
  if (family === null) return [];
  const after = layerPath(path);
  after.add({ selected: [{ position: version.positionId, version: version.id }], lastChild: [] });
  const selected: { position: PositionId; version: NodeId }[] = [];
  const show = (position: PositionId, beside: TreeNode): void => {
    const current = versionAt(tree, after, position);
    const fitting = fittingVersion(tree, position, beside, current, true);
    if (fitting.id === current.id) return;
    selected.push({ position, version: fitting.id });
    after.add({ selected: [{ position, version: fitting.id }], lastChild: [] });
  };
  if (version.positionId !== family.base) show(family.base, version);
  const base = versionAt(tree, after, family.base);
  for (const split of family.splits) if (split !== version.positionId) show(split, base);
  return selected;
}

function lazily<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = read(key);
    known.set(key, value);
    return value;
  };
}
