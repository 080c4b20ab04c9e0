import { assert } from '../../../core/assert.ts';
import { type AgentId, idAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import { makeSpan, type Span } from '../../../core/text/span.ts';
import type { ForkCount } from '../../../core/tree/forks.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { PathSegments } from '../../../ipc/wire/path.ts';
import type { PathNode, PositionHeader } from '../../surface.ts';

/** A position of the path, as the status bar and the panes show it. */
export interface NodeHeader {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  /** The node's author, who is asked for another like it. */
  readonly authorId: AgentId;
  /** The authors of the committed text, by decreasing share; `PathAuthors` knows of pending edits. */
  readonly authors: readonly AgentId[];
  /** The speaker in a conversation (`core/context/message-origin.ts`); in a manuscript, the author. */
  readonly speakerId: AgentId;
  /** In a conversation: the message ends before its model was done. */
  readonly isCut: boolean;
  /** In a conversation: it continues the message before it, and both are one. */
  readonly continues: boolean;
  /** In a conversation: a model can continue it. */
  readonly isUnfinished: boolean;
  /**
   * 1-based, in the list of what continues the text before it. All four numbers are 0 until main has counted (`PathCounts`).
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

/** The spans of the numbers `[from, to)`. */
function runsIn(segments: PathSegments, from: number, to: number): readonly Span[] {
  return Array.from({ length: to - from }, (_, i) =>
    makeSpan(agentAt(segments, at(segments.spanAgents, from + i)), at(segments.spanLengths, from + i)),
  );
}

/** The nodes of part of a path, with their texts and spans, from the root towards the head. */
export function nodesOf(segments: PathSegments): readonly PathNode[] {
  const nodes: PathNode[] = [];
  const continuing = new Set(segments.continues);
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
      ...(continuing.has(i) ? { continues: true as const } : {}),
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
  const continuing = new Set(segments.continues);
  const unfinished = new Set(segments.unfinished);
  // One for each agent: nearly every node of ten thousand is all one agent's.
  const alone = segments.agents.map((agent) => [agent]);
  let firstSpan = 0;
  return Array.from({ length: segments.count }, (_, i) => {
    const authorIndex = at(segments.authors, i);
    const authorId = agentAt(segments, authorIndex);
    const end = firstSpan + at(segments.spanCounts, i);
    const authors =
      end - firstSpan > 1
        ? authorsOf(runsIn(segments, firstSpan, end), authorId)
        : alone[end > firstSpan ? at(segments.spanAgents, firstSpan) : authorIndex];
    assert(authors !== undefined, 'a span of an agent that is not listed');
    firstSpan = end;
    return {
      positionId: idAt(segments.positionIds, i) as PositionId,
      nodeId: idAt(segments.nodeIds, i) as NodeId,
      authorId,
      authors,
      speakerId: speakers.get(i) ?? authorId,
      isCut: cut.has(i),
      continues: continuing.has(i),
      isUnfinished: unfinished.has(i),
      siblingIndex: at(segments.siblingIndexes, i),
      siblingCount: at(segments.siblingCounts, i),
      versionIndex: at(segments.versionIndexes, i),
      versionCount: at(segments.versionCounts, i),
      flags: at(segments.flags, i),
      forks: forks.get(i) ?? NO_FORKS,
    };
  });
}

/**
 * The item of a list that the path shows, 1-based (0 where it ends before the list), and the number of items. Both are
 * 0 until main has counted.
 */
export interface PlaceInList {
  readonly index: number;
  readonly count: number;
}

/** Returns true if a list has nothing but what the path shows. */
export function isAlone({ index, count }: PlaceInList): boolean {
  return count === 1 && index === 1;
}

/**
 * The place in the list that the caret is at: that of a fork inside the text, or else that of what continues the text
 * before (`domain.md`, *Forks*).
 */
export function placeInList(
  { siblingIndex, siblingCount, forks }: Pick<PositionHeader, 'siblingIndex' | 'siblingCount' | 'forks'>,
  forkId: PositionId | null,
): PlaceInList {
  const inside = forkId === null ? undefined : forks.find(({ fork }) => fork === forkId);
  return inside ?? { index: siblingIndex, count: siblingCount };
}
