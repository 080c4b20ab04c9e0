import type { AgentId, PositionId } from '../../core/ids.ts';
import { POSITION_FLAGS, textOf, type NodeContent, type PositionMetadata, type TreeNode } from '../../core/tree/tree-node.ts';
import type { HeaderPatch, PathSegments } from '../../ipc/wire.ts';

/** How many alternatives a position of the path has, as the status bar and the margin show it. */
export interface PositionCounts {
  /** 1-based, among the siblings that are not pruned. */
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
}

/** A node of a path with all that crosses to the renderer. */
export interface PathNode extends NodeContent {
  readonly node: TreeNode;
  readonly counts: PositionCounts;
}

/** Packs a stretch of a path into one string and typed arrays, in path order. */
export function packPath(nodes: readonly PathNode[]): PathSegments {
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
    authors: new Uint16Array(count),
    spanCounts: new Uint32Array(count),
    spanAgents: new Uint16Array(spanCount),
    spanLengths: new Uint32Array(spanCount),
    spanInferred: new Uint8Array(spanCount),
    siblingIndexes: new Uint32Array(count),
    siblingCounts: new Uint32Array(count),
    versionIndexes: new Uint32Array(count),
    versionCounts: new Uint32Array(count),
    flags: new Uint8Array(count),
  };
  const texts: string[] = [];
  let nodeIds = '';
  let positionIds = '';
  let span = 0;
  for (const [index, { node, content, spans, counts }] of nodes.entries()) {
    const text = textOf(content);
    texts.push(text);
    nodeIds += node.id;
    positionIds += node.positionId;
    packed.lengths[index] = text.length;
    packed.authors[index] = indexOf(node.authorId);
    packed.spanCounts[index] = spans.length;
    packed.siblingIndexes[index] = counts.siblingIndex;
    packed.siblingCounts[index] = counts.siblingCount;
    packed.versionIndexes[index] = counts.versionIndex;
    packed.versionCounts[index] = counts.versionCount;
    packed.flags[index] = flagsOf(node);
    for (const { agent, length, inferred } of spans) {
      packed.spanAgents[span] = indexOf(agent);
      packed.spanLengths[span] = length;
      packed.spanInferred[span] = inferred === true ? 1 : 0;
      span += 1;
    }
  }
  return { count, text: texts.join(''), nodeIds, positionIds, agents, ...packed };
}

/** What a kept position of the path looks like now. */
export function headerPatch(positionId: PositionId, node: PositionMetadata, counts: PositionCounts): HeaderPatch {
  return { positionId, ...counts, flags: flagsOf(node) };
}

function flagsOf({ bookmarked, excluded, pruned }: PositionMetadata): number {
  return (
    (bookmarked ? POSITION_FLAGS.bookmarked : 0) +
    (excluded ? POSITION_FLAGS.excluded : 0) +
    (pruned ? POSITION_FLAGS.pruned : 0)
  );
}
