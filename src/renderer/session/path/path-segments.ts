import { assert } from '../../../core/assert.ts';
import { type AgentId, idAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { makeSpan, type Span } from '../../../core/text/span.ts';
import type { ForkCount } from '../../../core/tree/forks.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { PathSegments } from '../../../ipc/wire/path.ts';
import type { PathNode } from '../../surface.ts';

/** What the status bar and the panes show of one position of the path. */
export interface NodeHeader {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly authorId: AgentId;
  /** Whose words they are in a conversation (`core/context/speaker.ts`); in a manuscript, the author's. */
  readonly speakerId: AgentId;
  /** In a conversation: the message ends before its model was done. */
  readonly isCut: boolean;
  /**
   * 1-based, in the list of what continues the text before it. All four numbers are 0 until main has counted (`path-counts.ts`).
   */
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  /** A sum of `POSITION_FLAGS`. */
  readonly flags: number;
  /** The lists at forks inside its text, in text order. */
  readonly forks: readonly ForkCount[];
}

const NO_FORKS: readonly ForkCount[] = [];

function at(numbers: Uint8Array | Uint32Array, index: number): number {
  const value = numbers[index];
  assert(value !== undefined, `no entry ${index} of ${numbers.length}`);
  return value;
}

function agentAt(segments: PathSegments, index: number): AgentId {
  const agent = segments.agents[index];
  assert(agent !== undefined, `no agent ${index} of ${segments.agents.length}`);
  return agent;
}

/** The nodes of part of a path, with their texts and spans, from the root towards the head. */
export function nodesOf(segments: PathSegments): readonly PathNode[] {
  const nodes: PathNode[] = [];
  let offset = 0;
  let firstSpan = 0;
  for (let i = 0; i < segments.count; i++) {
    const length = at(segments.lengths, i);
    const spanCount = at(segments.spanCounts, i);
    const spans: Span[] = [];
    for (let s = firstSpan; s < firstSpan + spanCount; s++) {
      const agent = agentAt(segments, at(segments.spanAgents, s));
      spans.push(makeSpan(agent, at(segments.spanLengths, s), at(segments.spanInferred, s) === 1));
    }
    nodes.push({
      nodeId: idAt(segments.nodeIds, i) as NodeId,
      positionId: idAt(segments.positionIds, i) as PositionId,
      text: segments.text.slice(offset, offset + length),
      spans,
      ...((at(segments.flags, i) & POSITION_FLAGS.split) === 0 ? {} : { isSplit: true as const }),
    });
    offset += length;
    firstSpan += spanCount;
  }
  assert(offset === segments.text.length, `lengths add up to ${offset} of ${segments.text.length}`);
  return nodes;
}

/** The headers of the same nodes, in the same order. */
export function headersOf(segments: PathSegments): readonly NodeHeader[] {
  const forks = new Map(segments.forks.map((inside) => [inside.at, inside.forks]));
  const speakers = new Map(segments.speakers.map((message) => [message.at, message.speakerId]));
  const cut = new Set(segments.cut);
  return Array.from({ length: segments.count }, (_, i) => {
    const authorId = agentAt(segments, at(segments.authors, i));
    return {
      positionId: idAt(segments.positionIds, i) as PositionId,
      nodeId: idAt(segments.nodeIds, i) as NodeId,
      authorId,
      speakerId: speakers.get(i) ?? authorId,
      isCut: cut.has(i),
      siblingIndex: at(segments.siblingIndexes, i),
      siblingCount: at(segments.siblingCounts, i),
      versionIndex: at(segments.versionIndexes, i),
      versionCount: at(segments.versionCounts, i),
      flags: at(segments.flags, i),
      forks: forks.get(i) ?? NO_FORKS,
    };
  });
}
