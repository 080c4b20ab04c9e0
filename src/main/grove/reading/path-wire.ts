import {
  canBeContinued,
  continuesMessage,
  type Origins,
  speakerOf,
} from '../../../core/context/message-origin.ts';
import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { PositionMetadata } from '../../../core/tree/position-metadata.ts';
import {
  isCut,
  POSITION_FLAGS,
  type TreeNode,
  textOf,
  type WholeNode,
} from '../../../core/tree/tree-node.ts';
import type { HeaderPatch, PathSegments } from '../../../ipc/wire/path.ts';
import type { PositionMarks } from '../../store/tree/family-marks.ts';
import type { PositionCounts } from './count-positions.ts';

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
