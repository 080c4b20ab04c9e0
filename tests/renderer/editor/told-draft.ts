/**
 * What the outbox and main together know of a manuscript: the path and its texts, kept from nothing but what the
 * editor told and what it was told in turn. Plain lists, so that it is right because it is short.
 */
import type { SpannedText } from '../../../src/core/buffer/draft.ts';
import type { NodeId, PositionId, SegmentId } from '../../../src/core/ids.ts';
import { concatSpans, spliceSpans } from '../../../src/core/text/span.ts';
import type {
  CommittedSegment,
  ManuscriptContent,
  ManuscriptEvent,
  ManuscriptNode,
  SealedSegment,
} from '../../../src/renderer/editor/index.ts';

interface Part extends SpannedText {
  segmentId: SegmentId | null;
  /** Null in the working buffer and in what was one. */
  nodeId: NodeId | null;
  positionId: PositionId | null;
  text: string;
  spans: SpannedText['spans'];
  pending: boolean;
}

export class ToldDraft {
  /** The working buffer is the last. */
  parts: Part[];
  /** What was sealed and is not answered, oldest first. */
  batches: (readonly SealedSegment[])[] = [];

  constructor(content: ManuscriptContent) {
    this.parts = [...content.nodes.map((node) => this.#partOf(node)), this.#buffer(content.buffer)];
  }

  take(event: ManuscriptEvent): void {
    if (event.kind === 'sealed') {
      this.batches.push(event.segments);
      for (const { segmentId, nodeId } of event.segments) this.#get(segmentId, nodeId).pending = false;
      const last = event.segments.at(-1);
      if (last !== undefined && this.parts.at(-1)?.segmentId === last.segmentId)
        this.parts.push(this.#buffer());
      return;
    }
    const part = this.#get(event.segmentId, event.nodeId);
    const { from, to, insert, spans } = event.splice;
    if (to > part.text.length) throw new Error(`told of ${from} to ${to} of ${part.text.length}`);
    part.text = part.text.slice(0, from) + insert + part.text.slice(to);
    part.spans = spliceSpans(part.spans, from, to, spans);
    part.pending = part !== this.parts.at(-1);
  }

  /** Main made nodes of the oldest batch. */
  answer(newId: () => string): readonly CommittedSegment[] {
    return (this.batches.shift() ?? []).map(({ segmentId }) => {
      const part = this.#get(segmentId, null);
      part.nodeId = newId() as NodeId;
      part.positionId ??= `position-${part.nodeId}` as PositionId;
      return { segmentId, nodeId: part.nodeId, positionId: part.positionId };
    });
  }

  /** Main refused. */
  refuse(): void {
    for (const { segmentId } of this.batches.flat()) this.#get(segmentId, null).pending = true;
    this.batches = [];
    const first = this.parts.findIndex((part) => part.nodeId === null);
    const rest = this.parts.splice(first);
    const text = rest.map((part) => part.text).join('');
    const spans = concatSpans(...rest.map((part) => part.spans));
    this.parts.push({ ...this.#buffer({ text, spans }), segmentId: rest[0]?.segmentId ?? null });
  }

  replaceTail(keep: number, nodes: readonly ManuscriptNode[]): void {
    const kept = new Map(this.parts.slice(keep).map((part) => [part.nodeId, part]));
    const tail = nodes.map((node) => kept.get(node.nodeId) ?? this.#partOf(node));
    this.parts.splice(keep, this.parts.length - 1 - keep, ...tail);
  }

  #get(segmentId: SegmentId, nodeId: NodeId | null): Part {
    const known = this.parts.find((part) => part.segmentId === segmentId);
    const part =
      known ??
      (nodeId === null ? this.parts.at(-1) : this.parts.find((candidate) => candidate.nodeId === nodeId));
    if (part === undefined || (part.segmentId !== null && known === undefined)) {
      throw new Error(`told of ${segmentId}, ${nodeId}`);
    }
    part.segmentId = segmentId;
    return part;
  }

  #partOf({ nodeId, positionId, text, spans }: ManuscriptNode): Part {
    return { segmentId: null, nodeId, positionId, text, spans, pending: false };
  }

  #buffer({ text, spans }: SpannedText = { text: '', spans: [] }): Part {
    return { segmentId: null, nodeId: null, positionId: null, text, spans, pending: false };
  }
}
