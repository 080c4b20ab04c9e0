import { idAt, type NodeId, type PositionId } from '../../src/core/ids.ts';
import { concatSpans, type SpannedText, type Spans } from '../../src/core/text/span.ts';
import type { PathSegments } from '../../src/ipc/wire/path.ts';
import type { PastText } from '../../src/ipc/wire/timeline.ts';

/** A node of a path as a window has it. */
export interface WindowNode extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** The nodes of a part of a path with their authors. */
export function nodesOf(segments: PathSegments): readonly WindowNode[] {
  let [at, span] = [0, 0];
  return Array.from({ length: segments.count }, (_, index) => {
    const text = segments.text.slice(at, at + (segments.lengths[index] ?? 0));
    at += text.length;
    const spans: Spans = Array.from({ length: segments.spanCounts[index] ?? 0 }, () => {
      const agent = segments.agents[segments.spanAgents[span] ?? -1];
      const length = segments.spanLengths[span] ?? 0;
      const isInferred = segments.spanInferred[span] === 1;
      span += 1;
      if (agent === undefined) throw new Error('a span without an agent');
      return isInferred ? { agent, length, inferred: true } : { agent, length };
    });
    const nodeId = idAt(segments.nodeIds, index) as NodeId;
    return { nodeId, positionId: idAt(segments.positionIds, index) as PositionId, text, spans };
  });
}

/** The nodes after a layer, from those that the window shows. */
export function shownAfter(
  past: Pick<PastText, 'keptBefore' | 'tail' | 'keptAfter'>,
  before: readonly WindowNode[],
): readonly WindowNode[] {
  const after = past.keptAfter === 0 ? [] : before.slice(-past.keptAfter);
  return [...before.slice(0, past.keptBefore), ...nodesOf(past.tail), ...after];
}

/** The text on a screen with its authors. */
export function screenOf(
  nodes: readonly WindowNode[],
  edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[],
  buffer: SpannedText,
): SpannedText {
  const edited = new Map<NodeId, SpannedText>(edits.map((edit) => [edit.nodeId, edit]));
  const parts = [...nodes.map((node) => edited.get(node.nodeId) ?? node), buffer];
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
  };
}
