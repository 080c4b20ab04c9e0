/**
 * The writer's choices where texts part (`domain.md`, *Forks*). All of it is computed for one place at a time: the cost
 * grows with the family and the children there, not with the tree.
 */
import type { PositionId } from '../ids.ts';
import { familyOf, lastRead, type PlacedSplit, placedSplits, placeOfSplit } from './family.ts';
import { selectSibling, visibleChildren } from './path.ts';
import { hidingBase, isHiddenSplit, versionAt } from './shown-version.ts';
import type { PathChange } from './tree-change.ts';
import { textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A place with one list of continuations. */
export interface Fork {
  /** A position with a row of its own: the base or, after a whole text, the position that is continued. */
  readonly position: PositionId;
  /** The offset in what `position` shows, more than 0 and less than its length; null for its end. */
  readonly place: number | null;
}

/** One thing that may follow a fork. */
export interface ForkItem {
  /**
   * The position that it is known by; unique in its list. For the first item, this is the base, which is the fork's
   * own position; for a split without children, the split.
   */
  readonly position: PositionId;
  /**
   * Start of the item's text: an offset in what a position shows. The positions from there to `position`, and what the
   * path reaches below it, follow.
   */
  readonly from: { readonly position: PositionId; readonly offset: number };
  /** The item is what `position`, or whichever of its splits was last on the path, shows from this offset on. */
  readonly readsOn: number | null;
}

/** A fork with its items; the first is the base, except at the end of a text that other positions continue. */
export interface ForkItems {
  readonly fork: Fork;
  readonly items: readonly ForkItem[];
}

/** The same with the item being read. */
export interface ForkList extends ForkItems {
  /** The index of the item that the path shows; null if it ends at the fork. */
  readonly current: number | null;
}

/**
 * The list at a fork inside the text of a position on the path, or after it where the path ends in the middle of the text
 * (`domain.md`, *Forks*).
 */
export interface ForkCount {
  /** The key of the list: its items follow the text of this position. */
  readonly fork: PositionId;
  /** Start of the items: an offset in what the position shows, in UTF-16 code units. */
  readonly offset: number;
  /** 1-based number of the item that the path shows, 0 where it ends there; and the number of items. */
  readonly index: number;
  readonly count: number;
}

/** The fork whose list follows the text of a position. */
export function forkAfter(tree: TreeView, path: PathView, position: PositionId): Fork {
  for (let at = position; ; ) {
    const base = hidingBase(tree, at);
    if (base === null) return { position: at, place: null };
    const place = placeOfSplit(tree, path, base, at);
    if (place > 0) return { position: base, place: place < lengthAt(tree, path, base) ? place : null };
    // At the very beginning of the base: one list with the base's siblings.
    const parent = tree.parentOf(base);
    if (parent === null) return { position: at, place: null };
    at = parent;
  }
}

/**
 * The fork whose list has a position, or what the position shows if it is a split. Null at the root and for
 * annotations.
 */
export function forkOf(tree: TreeView, path: PathView, position: PositionId): Fork | null {
  if (isHiddenSplit(tree, position)) return forkAfter(tree, path, position);
  const parent = tree.parentOf(position);
  return parent === null ? null : forkAfter(tree, path, parent);
}

/** A fork inside a text. */
export interface InnerFork extends Fork {
  readonly place: number;
  /** The oldest split with this place: the fork is the one after it (`forkAfter`). */
  readonly split: PositionId;
}

/**
 * The forks inside the text that a position shows, in text order, each with its list. Those of a split end before its own
 * place, unless its text continues there and nothing continues it: then it is one of the alternatives itself.
 * @param isOnPath as for `listAtFork`
 */
export function listsIn(
  tree: TreeView,
  path: PathView,
  position: PositionId,
  isOnPath: (position: PositionId) => boolean,
): readonly (ForkList & { readonly fork: InnerFork })[] {
  const family = familyOf(tree, position);
  if (family === null) return [];
  const placed = placedSplits(tree, path, family);
  return forksAmong(tree, path, family.base, position, placed).map((fork) => {
    const items = itemsAt(tree, path, fork, placed);
    return { fork, items, current: currentItem(tree, path, items, isOnPath) };
  });
}

/** @param placed the splits of the base that `position` belongs to */
function forksAmong(
  tree: TreeView,
  path: PathView,
  base: PositionId,
  position: PositionId,
  placed: readonly PlacedSplit[],
): readonly InnerFork[] {
  const own = placed.find(({ split }) => split === position);
  const isAlternative =
    own !== undefined && alternatives(tree, path, own).some((one) => one.position === position);
  const last = own === undefined ? Number.POSITIVE_INFINITY : isAlternative ? own.place + 1 : own.place;
  const oldest = new Map<number, PositionId>();
  for (const { split, place, isAsMade } of placed) {
    if (place <= 0 || place >= last || oldest.has(place)) continue;
    if (isAsMade || place < lengthAt(tree, path, base)) oldest.set(place, split);
  }
  return [...oldest]
    .sort(([one], [other]) => one - other)
    .map(([place, split]) => ({ position: base, place, split }));
}

/** The items of the list at a fork, where it does not matter which of them the path shows. */
export function itemsAtFork(tree: TreeView, path: PathView, fork: Fork): readonly ForkItem[] {
  return itemsAt(tree, path, fork, placedAt(tree, path, fork.position));
}

/**
 * The list at a fork. Nothing need be shown where it has only what is being read, or no items at all, which means
 * that nothing follows.
 * @param isOnPath whether the path has a position; not walked here, since paths are long
 */
export function listAtFork(
  tree: TreeView,
  path: PathView,
  fork: Fork,
  isOnPath: (position: PositionId) => boolean,
): ForkList {
  const items = itemsAtFork(tree, path, fork);
  return { fork, items, current: currentItem(tree, path, items, isOnPath) };
}

/**
 * The positions that show an item when the path has one of them: its own and, of a text that is divided, those
 * that show it beyond the place.
 */
export function showing(
  tree: TreeView,
  path: PathView,
  { position, readsOn }: ForkItem,
): readonly PositionId[] {
  const family = readsOn === null ? null : familyOf(tree, position);
  if (readsOn === null || family === null) return [position];
  const further = placedSplits(tree, path, family).filter(({ place }) => place > readsOn);
  return [position, ...further.map(({ split }) => split)];
}

/**
 * The positions whose continuations a fork's list has: the position itself at the end of its text, the splits with its
 * place, and the parents of items whose text begins with a split that is empty.
 */
export function parentsAt(tree: TreeView, path: PathView, { fork, items }: ForkItems): readonly PositionId[] {
  const { position, place } = fork;
  const at = place ?? lengthAt(tree, path, position);
  const family = familyOf(tree, position);
  const splits = family === null ? [] : placedSplits(tree, path, family);
  const parents = splits.filter((one) => one.place === at && at > 0).map(({ split }) => split);
  const further = items.flatMap((item) =>
    item.position === position || item.readsOn === null ? [] : (tree.parentOf(item.position) ?? []),
  );
  return [...new Set([...(place === null ? [position] : []), ...parents, ...further])];
}

/**
 * The text that stays in sight where the path took another way in the middle of the text: after a hidden split, the
 * first item of its list, which is what follows in the text that it divides, also while the list has nothing else;
 * after any other position, the child before which the path was ended. Null if there is none.
 */
export function restAfter(tree: TreeView, path: PathView, position: PositionId): ForkItem | null {
  const base = hidingBase(tree, position);
  if (base === null) {
    const rest = visibleChildren(tree, position).find((child) => path.isRest(child));
    return rest === undefined ? null : { position: rest, from: { position: rest, offset: 0 }, readsOn: 0 };
  }
  const offset = placeOfSplit(tree, path, base, position);
  return { position: base, from: { position: base, offset }, readsOn: offset };
}

/**
 * Switches to an item of a fork's list and goes down from it to the deepest position. A position that was divided
 * returns to whichever of it and its splits with a later place was last on the path.
 * @throws as `moveHead`
 */
export function selectItem(tree: TreeView, path: PathView, item: ForkItem): PathChange {
  return selectSibling(tree, path, memberToRead(tree, path, item));
}

/** The position that shows an item once it is selected. */
export function memberToRead(tree: TreeView, path: PathView, { position, readsOn }: ForkItem): PositionId {
  return readsOn === null ? position : lastRead(tree, path, familyOf(tree, position), position, readsOn);
}

/**
 * The ids that outlines, maps and lists show below a position with a row of its own: what continues its text, and the
 * alternatives from every fork inside it. A position is shown below exactly one other, and nothing below a hidden
 * split, which is shown itself only where its text continues and nothing continues it.
 */
export function shownChildren(tree: TreeView, path: PathView, position: PositionId): readonly PositionId[] {
  if (hidingBase(tree, position) !== null) return [];
  const found: PositionId[] = [];
  const family = familyOf(tree, position);
  const inside = family === null ? [] : placedSplits(tree, path, family).filter(({ place }) => place > 0);
  for (const placed of inside) for (const item of alternatives(tree, path, placed)) found.push(item.position);
  for (const item of following(tree, path, visibleChildren(tree, position), null)) found.push(item.position);
  return found.sort();
}

function placedAt(tree: TreeView, path: PathView, position: PositionId): readonly PlacedSplit[] {
  const family = familyOf(tree, position);
  return family === null ? [] : placedSplits(tree, path, family);
}

/** @param placed the splits of the position, or of the base that it belongs to */
function itemsAt(
  tree: TreeView,
  path: PathView,
  { position, place }: Fork,
  placed: readonly PlacedSplit[],
): readonly ForkItem[] {
  const othersAt = (at: number) =>
    placed.filter((one) => one.place === at).flatMap((one) => alternatives(tree, path, one));
  const firstAt = (offset: number) => ({ position, from: { position, offset }, readsOn: offset });
  if (place !== null) return [firstAt(place), ...othersAt(place).sort(byId)];
  const children = visibleChildren(tree, position);
  const items = following(tree, path, children, null);
  // Splits that are as they were made divide the text before its end.
  if (placed.every(({ isAsMade }) => isAsMade)) return items.sort(byId);
  const end = lengthAt(tree, path, position);
  // The splits of an empty base are at its beginning, not at its end.
  if (end > 0) items.push(...othersAt(end));
  items.sort(byId);
  return children.length > 0 || items.length === 0 ? items : [firstAt(end), ...items];
}

const byId = (one: ForkItem, other: ForkItem) => (one.position < other.position ? -1 : 1);

/** The items that a split offers at its place: its children, or else itself if its text continues. */
function alternatives(tree: TreeView, path: PathView, { split, place, isAsMade }: PlacedSplit): ForkItem[] {
  const from = { position: split, offset: place };
  const children = visibleChildren(tree, split);
  if (children.length > 0) return following(tree, path, children, from);
  const hasMore = !isAsMade && lengthAt(tree, path, split) > place;
  return hasMore ? [{ position: split, from, readsOn: null }] : [];
}

/**
 * Positions that follow one text, and what splits at their very beginning offer.
 * @param from where the text of all of them begins; null if each begins with itself
 */
function following(
  tree: TreeView,
  path: PathView,
  positions: readonly PositionId[],
  from: ForkItem['from'] | null,
): ForkItem[] {
  const items: ForkItem[] = [];
  const pending = positions.map((position) => ({ position, from }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { position } = next;
    items.push({ position, from: next.from ?? { position, offset: 0 }, readsOn: 0 });
    const family = familyOf(tree, position);
    if (family === null || family.base !== position) continue;
    for (const { split, place } of placedSplits(tree, path, family)) {
      if (place > 0) continue;
      const start = next.from ?? { position: split, offset: 0 };
      const children = visibleChildren(tree, split);
      for (const child of children) pending.push({ position: child, from: start });
      if (children.length === 0 && lengthAt(tree, path, split) > 0)
        items.push({ position: split, from: start, readsOn: null });
    }
  }
  return items;
}

function currentItem(
  tree: TreeView,
  path: PathView,
  items: readonly ForkItem[],
  isOnPath: (position: PositionId) => boolean,
): number | null {
  const index = items.findIndex((item) => {
    if (isOnPath(item.position)) return true;
    const family = item.readsOn === null ? null : familyOf(tree, item.position);
    // Only then are the places worth finding.
    return family?.splits.some(isOnPath) === true && showing(tree, path, item).some(isOnPath);
  });
  return index < 0 ? null : index;
}

/** The length of the text that a position shows, in UTF-16 code units. */
export function lengthAt(tree: TreeView, path: PathView, position: PositionId): number {
  return textOf(tree.getContent(versionAt(tree, path, position).id).content).length;
}
