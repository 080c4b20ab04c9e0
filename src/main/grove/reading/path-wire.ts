import {
  canBeContinued,
  continuesMessage,
  type Origins,
  speakerOf,
} from '../../../core/context/message-origin.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { type ForkCount, forkAfter, listAtFork, listsIn, restAfter } from '../../../core/tree/forks.ts';
import type { PositionMetadata } from '../../../core/tree/position-metadata.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import {
  isCut,
  POSITION_FLAGS,
  type TreeNode,
  textOf,
  type WholeNode,
} from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { HeaderPatch, PathSegments } from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { PositionMarks } from '../../store/tree/family-marks.ts';
import { findForked } from '../../store/tree/hidden-splits.ts';
import { type PositionOrdinals, readOrdinals } from '../../store/tree/path-loading.ts';
import { countSimpleForks, readRests, type SimpleForkCounts } from '../../store/tree/simple-forks.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/** Marks of positions on a path besides those in their own rows. */
export interface PathMarks extends PositionMarks {
  /** Positions after which text stays in sight while the path takes another way (`readRests`). */
  readonly beforeRest: ReadonlySet<PositionId>;
  /** Positions that continue such a position in place of that text. */
  readonly besideRest: ReadonlySet<PositionId>;
}

/**
 * Packs a part of a path into one string and typed arrays, in path order.
 * @param counts of siblings and versions for each node, in the same order; undefined if not counted
 * @param origins of the messages of a conversation; null for a manuscript
 */
export function packPath(
  nodes: readonly WholeNode[],
  counts: readonly (PositionCounts | undefined)[],
  marked: PathMarks,
  origins: Origins | null,
): PathSegments {
  const count = nodes.length;
  const spanCount = nodes.reduce((sum, { spans }) => sum + spans.length, 0);
  const agents: AgentId[] = [];
  const indexes = new Map<AgentId, number>();
  const indexOf = (agent: AgentId): number => {
    const known = indexes.get(agent);
    if (known !== undefined) return known;
    indexes.set(agent, agents.length);
    return agents.push(agent) - 1;
  };
  const packed = {
    lengths: new Uint32Array(count),
    authors: new Uint32Array(count),
    spanCounts: new Uint32Array(count),
    spanAgents: new Uint32Array(spanCount),
    spanLengths: new Uint32Array(spanCount),
    spanInferred: new Uint8Array(spanCount),
    siblingIndexes: new Uint32Array(count),
    siblingCounts: new Uint32Array(count),
    versionIndexes: new Uint32Array(count),
    versionCounts: new Uint32Array(count),
    flags: new Uint8Array(count),
  };
  const texts: string[] = [];
  const nodeIds: string[] = [];
  const positionIds: string[] = [];
  let span = 0;
  for (const [index, node] of nodes.entries()) {
    const nodeCounts = counts[index];
    const text = textOf(node.content);
    texts.push(text);
    nodeIds.push(node.id);
    positionIds.push(node.positionId);
    packed.lengths[index] = text.length;
    packed.authors[index] = indexOf(node.authorId);
    packed.spanCounts[index] = node.spans.length;
    if (nodeCounts !== undefined) {
      packed.siblingIndexes[index] = nodeCounts.sibling.index;
      packed.siblingCounts[index] = nodeCounts.sibling.count;
      packed.versionIndexes[index] = nodeCounts.version.index;
      packed.versionCounts[index] = nodeCounts.version.count;
    }
    packed.flags[index] = flagsOf(node, marked);
    for (const { agent, length, inferred } of node.spans) {
      packed.spanAgents[span] = indexOf(agent);
      packed.spanLengths[span] = length;
      packed.spanInferred[span] = inferred === true ? 1 : 0;
      span += 1;
    }
  }
  return {
    count,
    text: texts.join(''),
    nodeIds: nodeIds.join(''),
    positionIds: positionIds.join(''),
    agents,
    ...packed,
    ...messageFacts(nodes, origins),
    forks: counts.flatMap((one, at) =>
      one === undefined || one.forks.length === 0 ? [] : [{ at, forks: one.forks }],
    ),
  };
}

/** The facts of a conversation's messages; of a manuscript, none. */
function messageFacts(
  nodes: readonly WholeNode[],
  origins: Origins | null,
): Pick<PathSegments, 'speakers' | 'cut' | 'continues' | 'unfinished'> {
  if (origins === null) return { speakers: [], cut: [], continues: [], unfinished: [] };
  const where = (holds: (node: WholeNode) => boolean) =>
    nodes.flatMap((node, at) => (holds(node) ? [at] : []));
  return {
    speakers: nodes.flatMap((node, at) => {
      const speakerId = speakerOf(node, origins);
      return speakerId === node.authorId ? [] : [{ at, speakerId }];
    }),
    cut: where(({ finishReason }) => isCut(finishReason)),
    continues: where((node) => continuesMessage(node, origins)),
    unfinished: where((node) => canBeContinued(node, origins)),
  };
}

/** The current header of a position that stays on the path. */
export function headerPatch(
  position: PositionMetadata & Pick<TreeNode, 'positionId'>,
  { sibling, version, forks }: PositionCounts,
  marked: PathMarks,
): HeaderPatch {
  return {
    positionId: position.positionId,
    siblingIndex: sibling.index,
    siblingCount: sibling.count,
    versionIndex: version.index,
    versionCount: version.count,
    flags: flagsOf(position, marked),
    forks,
  };
}

function flagsOf(
  { positionId, bookmarked, excluded, pruned }: PositionMetadata & Pick<TreeNode, 'positionId'>,
  { noted, bookmarked: marked, splits, beforeRest, besideRest }: PathMarks,
): number {
  const base = splits.get(positionId);
  return (
    (bookmarked || marked.has(positionId) ? POSITION_FLAGS.bookmarked : 0) +
    ((base?.excluded ?? excluded) ? POSITION_FLAGS.excluded : 0) +
    (pruned ? POSITION_FLAGS.pruned : 0) +
    (noted.has(positionId) ? POSITION_FLAGS.noted : 0) +
    (base !== undefined ? POSITION_FLAGS.split : 0) +
    (beforeRest.has(positionId) ? POSITION_FLAGS.beforeRest : 0) +
    (besideRest.has(positionId) ? POSITION_FLAGS.besideRest : 0)
  );
}

/** The numbers of a position, and of the forks inside what it shows, in text order. */
export interface PositionCounts extends PositionOrdinals {
  readonly forks: readonly ForkCount[];
  /** It is noted (`PositionMarks`), where counting has read that; else undefined. */
  readonly hasNote?: boolean | undefined;
}

/** A position of a path, with the version that the path shows and the position before it. */
export interface CountedPosition {
  readonly id: NodeId;
  readonly positionId: PositionId;
  readonly parentId: PositionId;
}

/**
 * The numbers behind `2 of 3` and `v3` for positions of a path, in their order, as the lists at its forks number them
 * (`domain.md`, *Forks*).
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function countPositions(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  shown: readonly CountedPosition[],
  isOnPath: (position: PositionId) => boolean,
): readonly PositionCounts[] {
  const forked = findForked(reader, [...new Set(shown.map(({ parentId }) => parentId))]);
  const rests = readRests(reader, treeId, agentId);
  const isForked = (position: CountedPosition | undefined) =>
    position !== undefined && (forked.has(position.parentId) || rests.has(position.positionId));
  const simple = findSimple(
    reader,
    shown.filter((position) => isForked(position) && !rests.has(position.positionId)),
  );
  const others = shown.filter((position) => !simple.has(position));
  const ordinals = readOrdinals(reader, others, (at) => !isForked(others[at]));
  const ordinalsAt = new Map(others.map((position, at) => [position, ordinals[at]]));
  const counts = shown.map((position): PositionCounts => {
    const counted = simple.get(position);
    if (counted === undefined) return { ...ALONE, ...ordinalsAt.get(position), forks: NO_FORKS };
    const { index, count, places, hasNote } = counted;
    // The path reads on at each of them.
    const forks = places.map(({ split, place, count }) => ({ fork: split, offset: place, index: 1, count }));
    return { ...ALONE, sibling: { index, count }, forks, hasNote };
  });
  const byText = shown.flatMap((position, index) =>
    isForked(position) && !simple.has(position) ? [index] : [],
  );
  if (byText.length > 0) countByText(reader, treeId, agentId, shown, isOnPath, byText, counts);
  return counts;
}

/** The counts of those around which no text was changed since it was divided; each of those has one version. */
function findSimple(
  reader: Reader,
  positions: readonly CountedPosition[],
): ReadonlyMap<CountedPosition, SimpleForkCounts> {
  const counts = positions.length === 0 ? [] : countSimpleForks(reader, positions);
  return new Map(
    positions.flatMap((position, at) => {
      const counted = counts[at];
      return counted === undefined ? [] : [[position, counted]];
    }),
  );
}

/** The numbers of a position without siblings or other versions. */
const ALONE: PositionOrdinals = { sibling: { index: 1, count: 1 }, version: { index: 1, count: 1 } };

/** Counts some positions by the rules of core, where the lists depend on what is shown. */
function countByText(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  shown: readonly CountedPosition[],
  isOnPath: (position: PositionId) => boolean,
  indexes: readonly number[],
  into: PositionCounts[],
): void {
  const { tree, path, readAround } = sqlViews(reader, treeId, agentId);
  readAround([...new Set(indexes.flatMap((index) => shown[index]?.parentId ?? []))]);
  for (const index of indexes) {
    const { positionId, parentId } = shown[index] ?? {};
    const plain = into[index];
    if (positionId === undefined || parentId === undefined || plain === undefined) continue;
    const { current, items } = listAtFork(tree, path, forkAfter(tree, path, parentId), isOnPath);
    into[index] = {
      ...plain,
      // A split at the very beginning of a text has no text of its own, and is in no list.
      ...(items.length === 0 ? {} : { sibling: { index: (current ?? -1) + 1, count: items.length } }),
      forks: countInside(tree, path, positionId, isOnPath),
    };
  }
}

const NO_FORKS: readonly ForkCount[] = [];

/** The forks inside what a position shows, and the one after it where the path ends in the middle of the text. */
function countInside(
  tree: TreeView,
  path: PathView,
  position: PositionId,
  isOnPath: (position: PositionId) => boolean,
): readonly ForkCount[] {
  const inside = listsIn(tree, path, position, isOnPath).flatMap(({ fork, items, current }) =>
    items.length < 2 || current === null
      ? []
      : [{ fork: fork.split, offset: fork.place, index: current + 1, count: items.length }],
  );
  if (position !== path.head || restAfter(tree, path, position) === null) return inside;
  const { current, items } = listAtFork(tree, path, forkAfter(tree, path, position), isOnPath);
  if (items.length === 0 || current !== null) return inside;
  const { length } = textOf(tree.getContent(versionAt(tree, path, position).id).content);
  return [...inside, { fork: position, offset: length, index: 0, count: items.length }];
}
