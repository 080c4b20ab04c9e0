import { firstNodeAt, type NodeId, type PositionId } from '../ids.ts';
import { positionsTo } from '../tree/path.ts';
import { versionAt } from '../tree/shown-version.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';
import type { StateChange } from './path-state.ts';

/** A position of a path and the version that it shows. */
export interface ShownNode {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
}

/** A path that was read before: with it, only what is below a branch point is read again. */
export interface KnownPath {
  /** From below the root to the head. */
  readonly ids: readonly ShownNode[];
  /** A node's index in `ids`; undefined if the path does not show it. */
  indexOf(nodeId: NodeId): number | undefined;
}

/** The difference between a path's former and present text, apart from its draft. */
export type ShownChange = Omit<StateChange, 'draft'>;

/** The change from one state of a path to another. */
export interface PathDifference {
  /** Null if both show the same. */
  readonly change: ShownChange | null;
  /** The path afterwards, if it was known before. */
  readonly known: KnownPath | undefined;
}

/**
 * The change of an agent's path. It reads what is below the branch point, however long the path; if `known` is missing
 * and versions further up are selected, it climbs to them.
 * @param tree has the nodes of both paths
 * @param selected at least the positions whose version was selected since, but for those below the branch point
 * @param known the path before
 */
export function pathDifference(
  tree: TreeView,
  before: PathView,
  after: PathView,
  selected: readonly { readonly position: PositionId }[],
  known?: KnownPath,
): PathDifference {
  const was = (position: PositionId) => before.selectedAt(position) ?? versionAt(tree, before, position).id;
  const is = (position: PositionId) => after.selectedAt(position) ?? versionAt(tree, after, position).id;
  const { left, entered } = parting(tree, before.head, after.head, was, known);
  const versionsOut = new Set<NodeId>();
  const versionsIn = new Set<NodeId>();
  const add = (set: Set<NodeId>, position: PositionId, version: NodeId) => {
    if (version !== firstNodeAt(position)) set.add(version);
  };
  for (const { positionId, nodeId } of left) add(versionsOut, positionId, nodeId);
  const arrived = entered.map((positionId) => ({ positionId, nodeId: is(positionId) }));
  for (const { positionId, nodeId } of arrived) add(versionsIn, positionId, nodeId);
  const parted = new Set([...left.map(({ positionId }) => positionId), ...entered]);
  const changed = selected
    .filter(({ position }) => !parted.has(position) && is(position) !== was(position))
    .filter(onPath(tree, before, was, known));
  for (const { position } of changed) {
    add(versionsOut, position, was(position));
    add(versionsIn, position, is(position));
  }
  const isSame = before.head === after.head && versionsIn.size + versionsOut.size === 0;
  const change = isSame
    ? null
    : { head: after.head, versionsIn: [...versionsIn], versionsOut: [...versionsOut] };
  if (known === undefined) return { change, known };
  const revised = new Map(changed.map(({ position }) => [position, is(position)]));
  return { change, known: advanced(known, left, arrived, revised) };
}

/** The versions of a path that are not the first at their positions. */
export function laterVersions(ids: readonly ShownNode[]): readonly NodeId[] {
  return ids.flatMap(({ positionId, nodeId }) => (nodeId === firstNodeAt(positionId) ? [] : [nodeId]));
}

/** Joins two successive changes of a path's text. */
export function joinChanges(first: ShownChange, second: ShownChange): ShownChange {
  const without = (list: readonly NodeId[], others: readonly NodeId[]) => {
    const dropped = new Set(others);
    return list.filter((id) => !dropped.has(id));
  };
  return {
    head: second.head,
    versionsIn: [
      ...without(first.versionsIn, second.versionsOut),
      ...without(second.versionsIn, first.versionsOut),
    ],
    versionsOut: [
      ...without(first.versionsOut, second.versionsIn),
      ...without(second.versionsOut, first.versionsIn),
    ],
  };
}

interface Parting {
  /** From the old head up to below the branch point. */
  readonly left: readonly ShownNode[];
  /** From the new head up to below the branch point. */
  readonly entered: readonly PositionId[];
}

function parting(
  tree: TreeView,
  from: PositionId,
  to: PositionId,
  was: (position: PositionId) => NodeId,
  known: KnownPath | undefined,
): Parting {
  if (from === to) return { left: [], entered: [] };
  const appended = climbTo(tree, to, from);
  if (appended !== null) return { left: [], entered: appended };
  if (known !== undefined) {
    const entered: PositionId[] = [];
    let at: PositionId | null = to;
    for (; at !== null && at !== from && tree.parentOf(at) !== null; at = tree.parentOf(at)) {
      if (known.indexOf(was(at)) !== undefined) break;
      entered.push(at);
    }
    const left: ShownNode[] = [];
    for (let index = known.ids.length - 1; index >= 0; index -= 1) {
      const shown = known.ids[index];
      if (shown === undefined || shown.positionId === at) break;
      left.push(shown);
    }
    return { left, entered };
  }
  const [left, entered] = climbApart(tree, from, to);
  return { left: left.map((positionId) => ({ positionId, nodeId: was(positionId) })), entered };
}

/** A commit only appends: so many positions are climbed before anything is looked up on the path. */
const APPENDED = 4;

/** The positions from one up to below another, if it is a few steps above; else null. */
function climbTo(tree: TreeView, from: PositionId, to: PositionId): readonly PositionId[] | null {
  const positions: PositionId[] = [];
  for (let at: PositionId | null = from; at !== null && positions.length < APPENDED; at = tree.parentOf(at)) {
    if (at === to) return positions;
    positions.push(at);
  }
  return null;
}

/** Climbs from both positions, step by step, to where they meet; what is below that, from each. */
function climbApart(
  tree: TreeView,
  from: PositionId,
  to: PositionId,
): readonly [readonly PositionId[], readonly PositionId[]] {
  const lines = [new Set<PositionId>(), new Set<PositionId>()] as const;
  const at: [PositionId | null, PositionId | null] = [from, to];
  for (let side: 0 | 1 = 0; at[0] !== null || at[1] !== null; side = side === 0 ? 1 : 0) {
    const position = at[side];
    if (position === null) continue;
    const [own, other] = side === 0 ? lines : [lines[1], lines[0]];
    if (other.has(position)) return [above(lines[0], position), above(lines[1], position)];
    own.add(position);
    at[side] = tree.parentOf(position);
  }
  return [[...lines[0]], [...lines[1]]];
}

/** The positions of a line before another, in order; all of them if it is not among them. */
function above(line: ReadonlySet<PositionId>, end: PositionId): readonly PositionId[] {
  const positions = [...line];
  const index = positions.indexOf(end);
  return index < 0 ? positions : positions.slice(0, index);
}

function onPath(
  tree: TreeView,
  before: PathView,
  was: (position: PositionId) => NodeId,
  known: KnownPath | undefined,
): (selected: { readonly position: PositionId }) => boolean {
  if (known !== undefined) return ({ position }) => known.indexOf(was(position)) !== undefined;
  let positions: ReadonlySet<PositionId> | undefined;
  return ({ position }) => {
    positions ??= new Set(positionsTo(tree, before.head));
    return positions.has(position);
  };
}

function advanced(
  known: KnownPath,
  left: readonly ShownNode[],
  entered: readonly ShownNode[],
  revised: ReadonlyMap<PositionId, NodeId>,
): KnownPath {
  if (left.length + entered.length + revised.size === 0) return known;
  const kept = known.ids.slice(0, known.ids.length - left.length);
  const shown =
    revised.size === 0
      ? kept
      : kept.map((ids) => ({ ...ids, nodeId: revised.get(ids.positionId) ?? ids.nodeId }));
  const ids = [...shown, ...entered.toReversed()];
  let indexes: ReadonlyMap<NodeId, number> | undefined;
  return {
    ids,
    indexOf(nodeId) {
      indexes ??= new Map(ids.map(({ nodeId: id }, index) => [id, index]));
      return indexes.get(nodeId);
    },
  };
}
