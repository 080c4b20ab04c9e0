/**
 * The outbox's and main's knowledge of a manuscript: the path and its texts, derived only from the events the editor
 * sent and the replies it got. Plain lists, short enough to be obviously right.
 */
import type { Draft } from '../../../src/core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../src/core/ids.ts';
import { equalSpans, type SpannedText, spliceSpans } from '../../../src/core/text/span.ts';
import type {
  CommitResult,
  CommittedSegment,
  DraftEvent,
  ManuscriptContent,
  PathNode,
} from '../../../src/renderer/editor/index.ts';
import type { SegmentRef } from '../../../src/renderer/surface.ts';

const NO_TEXT: SpannedText = { text: '', spans: [] };

export class ToldDraft {
  /** Every node that ever existed. */
  readonly #nodes = new Map<NodeId, PathNode>();
  readonly #answers = new Map<number, CommitResult>();
  /** Events waiting for an earlier commit. */
  #queue: DraftEvent[] = [];
  #edits = new Map<NodeId, SpannedText>();
  #buffer: Draft['buffer'];
  /** From the first node after the root to the head. */
  path: readonly NodeId[];

  constructor({ nodes, buffer }: ManuscriptContent) {
    for (const node of nodes) this.#nodes.set(node.nodeId, node);
    this.path = nodes.map(({ nodeId }) => nodeId);
    this.#buffer = buffer;
  }

  /** True if every event has been applied. */
  get isIdle(): boolean {
    return this.#queue.length === 0;
  }

  onEvent(event: DraftEvent): void {
    this.#queue.push(event);
    this.#work();
  }

  /** Commits the oldest seal as main would; undefined if nothing is sealed. */
  answer(newId: () => string, discardBlank = false): CommitResult | undefined {
    const event = this.#queue.shift();
    if (event === undefined) return undefined;
    if (event.kind !== 'sealed') throw new Error(`a ${event.kind} event was queued without a seal before it`);
    const segments: CommittedSegment[] = [];
    for (const ref of event.segments) {
      const was = this.#resolve(ref);
      const became = was === null ? this.#commitBuffer(newId, discardBlank) : this.#commitEdit(was, newId);
      if (became === null) continue;
      const { nodeId, positionId } = this.nodeAt(became);
      segments.push({ segmentId: ref.segmentId, nodeId, positionId });
    }
    if (this.#edits.size > 0) throw new Error('an edit was not sealed');
    this.#buffer = NO_TEXT;
    const commit = { seal: event.seal, segments };
    this.#answers.set(event.seal, commit);
    return commit;
  }

  /** Applies the events that waited for the reply; call this once the manuscript has the reply. */
  applyQueued(): void {
    this.#work();
  }

  /** Main refused, so the editor resends the whole draft, and the path in case undo restored another one. */
  refuse(nodes: readonly NodeId[], draft: Draft): void {
    this.#queue = [];
    this.#put(nodes, draft);
  }

  replaceTail(keep: number, nodes: readonly PathNode[]): void {
    for (const node of nodes) this.#nodes.set(node.nodeId, this.#nodes.get(node.nodeId) ?? node);
    this.path = [...this.path.slice(0, keep), ...nodes.map(({ nodeId }) => nodeId)];
  }

  nodeAt(nodeId: NodeId): PathNode {
    const node = this.#nodes.get(nodeId);
    if (node === undefined) throw new Error(`no node ${nodeId}`);
    return node;
  }

  /** The path's texts with the edits in them, then the working buffer. */
  get parts(): readonly (SpannedText & { readonly pending: boolean })[] {
    const nodes = this.path.map((nodeId) => {
      const { text, spans } = this.#edits.get(nodeId) ?? this.nodeAt(nodeId);
      return { text, spans, pending: this.#edits.has(nodeId) };
    });
    const { text, spans } = this.#buffer;
    return [...nodes, { text, spans, pending: false }];
  }

  draft(): Draft {
    const last = this.path.at(-1);
    const edits = this.path.flatMap((nodeId) => {
      const edit = this.#edits.get(nodeId);
      return edit === undefined ? [] : [{ nodeId, text: edit.text, spans: edit.spans }];
    });
    const head = last === undefined ? ('root' as PositionId) : this.nodeAt(last).positionId;
    return { head, edits, buffer: this.#buffer };
  }

  #work(): void {
    for (let event = this.#queue[0]; event !== undefined && event.kind !== 'sealed'; event = this.#queue[0]) {
      this.#queue.shift();
      if (event.kind === 'restored') {
        const { nodes, draft } = event.read();
        this.#put(
          nodes.map(({ nodeId }) => nodeId),
          draft,
        );
        continue;
      }
      const nodeId = this.#resolve(event);
      if (nodeId !== null && !this.path.includes(nodeId)) throw new Error(`${nodeId} is not on the path`);
      if (event.kind === 'closed') {
        if (nodeId === null || !this.#edits.delete(nodeId)) throw new Error(`closed ${nodeId}`);
        continue;
      }
      const { from, to, insert, spans } = event.splice;
      const old = nodeId === null ? this.#buffer : (this.#edits.get(nodeId) ?? this.nodeAt(nodeId));
      if (to > old.text.length) throw new Error(`splice ${from} to ${to} exceeds length ${old.text.length}`);
      const now = {
        text: old.text.slice(0, from) + insert + old.text.slice(to),
        spans: spliceSpans(old.spans, from, to, spans),
      };
      if (nodeId === null) this.#buffer = { ...this.#buffer, ...now };
      else this.#edits.set(nodeId, now);
    }
  }

  #put(nodes: readonly NodeId[], { head, edits, buffer }: Draft): void {
    for (const nodeId of nodes) this.nodeAt(nodeId);
    this.path = nodes;
    this.#edits = new Map(edits.map(({ nodeId, text, spans }) => [nodeId, { text, spans }]));
    this.#buffer = buffer;
    if (this.draft().head !== head) throw new Error(`restored to ${head}, not ${this.draft().head}`);
    if (this.draft().edits.length !== edits.length)
      throw new Error('restored an edit of a node off the path');
  }

  #resolve({ segmentId, nodeId, seal }: SegmentRef): NodeId | null {
    const answer = seal === null ? undefined : this.#answers.get(seal);
    return answer?.segments.find((segment) => segment.segmentId === segmentId)?.nodeId ?? nodeId;
  }

  #commitEdit(was: NodeId, newId: () => string): NodeId {
    const edit = this.#edits.get(was);
    const { text, spans, positionId } = this.nodeAt(was);
    this.#edits.delete(was);
    if (edit === undefined) throw new Error(`sealed ${was} without an edit`);
    if (edit.text === text && equalSpans(edit.spans, spans)) return was;
    const nodeId = newId() as NodeId;
    this.#nodes.set(nodeId, { nodeId, positionId, ...edit });
    this.path = this.path.map((id) => (id === was ? nodeId : id));
    return nodeId;
  }

  #commitBuffer(newId: () => string, discardBlank: boolean): NodeId | null {
    const { text, spans } = this.#buffer;
    if (text === '') throw new Error('sealed an empty working buffer');
    if (discardBlank && text.trim() === '') return null;
    const nodeId = newId() as NodeId;
    this.#nodes.set(nodeId, { nodeId, positionId: `position-${nodeId}` as PositionId, text, spans });
    this.path = [...this.path, nodeId];
    return nodeId;
  }
}
