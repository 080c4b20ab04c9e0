import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { NodeId, SegmentId } from '../../../core/ids.ts';
import type {
  AnsweredCommit,
  ClosingEvent,
  PrunedPosition,
  RestoredEvent,
  SealedPart,
  SegmentRef,
  TypingEvent,
} from '../../surface.ts';
import { joinSplices } from './join-splices.ts';

/** Where the queue is cut: all before it is to be committed. `I` is the intent that asks for it, if one does. */
export interface Commit<I> {
  readonly kind: 'commit';
  /** Null where there was no draft. */
  readonly seal: number | null;
  readonly sealed: readonly SealedPart[];
  readonly intent: I | null;
}

/** Where the path becomes what undo put back, with a draft of its own: what was typed before counts no more. */
type Turn<I> = Commit<I> | RestoredEvent;

type Item<I> = TypingEvent | ClosingEvent | { readonly kind: 'whole'; readonly op: DraftOp } | Turn<I>;

function isTurn<I>(item: Item<I>): item is Turn<I> {
  return item.kind === 'commit' || item.kind === 'restored';
}

/** What became of a pending edit; null is the working buffer's. */
export interface BecameNode {
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
}

/** What was typed and not sent, in order, and what changes the path between it. */
export class OutboxQueue<I> {
  #items: readonly Item<I>[] = [];
  /** What became of segments whose commit was answered, by seal. */
  readonly #nodes = new Map<number, ReadonlyMap<SegmentId, NodeId>>();

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  get hasTyping(): boolean {
    return this.#items.some((item) => item.kind === 'typed' || item.kind === 'closed');
  }

  /** Whether something is queued that was typed into a node. */
  hasTypingOf(nodeId: NodeId): boolean {
    return this.#items.some((item) => item.kind === 'typed' && this.nodeOf(item) === nodeId);
  }

  /** Whether something is queued that changes the path. */
  get hasTurn(): boolean {
    return this.#items.some(isTurn);
  }

  get hasRestored(): boolean {
    return this.#items.some((item) => item.kind === 'restored');
  }

  get hasIntent(): boolean {
    return this.#items.some((item) => item.kind === 'commit' && item.intent !== null);
  }

  /** Neighbouring typing becomes one splice. */
  addTyping(event: TypingEvent | ClosingEvent): void {
    const last = this.#items.at(-1);
    const isSame = last?.kind === 'typed' && event.kind === 'typed' && last.segmentId === event.segmentId;
    const joined = isSame ? joinSplices(last.splice, event.splice) : undefined;
    if (isSame && joined !== undefined) this.#items = this.#items.with(-1, { ...last, splice: joined });
    else this.#items = [...this.#items, event];
  }

  addCommit(commit: Omit<Commit<I>, 'kind'>): void {
    this.#items = [...this.#items, { kind: 'commit', ...commit }];
  }

  /** One that follows another at once takes its place: it says the whole of the path and the draft. */
  addRestored(event: RestoredEvent): void {
    const last = this.#items.at(-1);
    if (last?.kind !== 'restored') this.#items = [...this.#items, event];
    else this.#items = this.#items.with(-1, { ...event, pruned: [...last.pruned, ...event.pruned] });
  }

  /** Takes out what is to be sent next: all up to the first turn, or everything. */
  shift(): { readonly ops: readonly DraftOp[]; readonly turn: Turn<I> | null } {
    const at = this.#items.findIndex(isTurn);
    const turn = this.#items[at];
    const ops = this.#opsOf(at < 0 ? this.#items : this.#items.slice(0, at));
    this.#items = at < 0 ? [] : this.#items.slice(at + 1);
    return { ops, turn: turn !== undefined && isTurn(turn) ? turn : null };
  }

  /** Puts these in the place of everything that is queued; answers with what goes with it. */
  replace(ops: readonly DraftOp[]): {
    readonly intents: readonly I[];
    readonly pruned: readonly PrunedPosition[];
  } {
    const intents = this.#items.flatMap((item) =>
      item.kind === 'commit' && item.intent !== null ? [item.intent] : [],
    );
    const pruned = this.#items.flatMap((item) => (item.kind === 'restored' ? item.pruned : []));
    this.#items = ops.map((op) => ({ kind: 'whole', op }));
    this.#nodes.clear();
    return { intents, pruned };
  }

  /** Queued ops, as main would understand them now; what was typed behind a step of history is of another path. */
  opsBeforeRestored(): readonly DraftOp[] {
    const restored = this.#items.findIndex(({ kind }) => kind === 'restored');
    return this.#opsOf(restored < 0 ? this.#items : this.#items.slice(0, restored));
  }

  /**
   * Puts what is for nodes that the path no longer shows first, with a commit of its own: nobody else holds it, and it
   * becomes versions of them. Only what comes before the next turn can be known to be such.
   */
  commitStrays(isStray: (nodeId: NodeId | null) => boolean): void {
    const turn = this.#items.findIndex(isTurn);
    const isStrayItem = (item: Item<I>, index: number) =>
      (turn < 0 || index < turn) &&
      ((item.kind === 'typed' && isStray(this.nodeOf(item))) ||
        (item.kind === 'whole' && isStray(item.op.nodeId)));
    const strays = this.#items.filter(isStrayItem);
    if (strays.length === 0) return;
    const rest = this.#items.filter((item, index) => !isStrayItem(item, index));
    this.#items = [...strays, { kind: 'commit', seal: null, sealed: [], intent: null }, ...rest];
  }

  /** What became of sealed segments, whatever earlier events say of them. */
  learn({ seal, segments }: AnsweredCommit): void {
    this.#nodes.set(seal, new Map(segments.map((part) => [part.segmentId, part.nodeId])));
  }

  /**
   * A commit made other nodes of what was typed into these, sealed by it or not: what is queued of them goes on in those.
   * What undo put back names its nodes itself.
   */
  follow(committed: readonly BecameNode[]): void {
    const became = new Map(committed.map(({ was, nodeId }) => [was, nodeId]));
    const restored = this.#items.findIndex(({ kind }) => kind === 'restored');
    const followed = <R extends SegmentRef>(ref: R): R => {
      const was = this.nodeOf(ref);
      const nodeId = was === null ? undefined : became.get(was);
      if (nodeId === undefined || nodeId === was) return ref;
      const isAnswered = ref.seal !== null && this.#nodes.get(ref.seal)?.has(ref.segmentId) === true;
      return { ...ref, nodeId, seal: isAnswered ? null : ref.seal };
    };
    this.#items = this.#items.map((item, index) => {
      if (restored >= 0 && index >= restored) return item;
      if (item.kind === 'typed' || item.kind === 'closed') return followed(item);
      return item.kind === 'commit' ? { ...item, sealed: item.sealed.map(followed) } : item;
    });
  }

  /** The node that a segment is by now; null for the working buffer. */
  nodeOf({ segmentId, nodeId, seal }: SegmentRef): NodeId | null {
    return (seal === null ? undefined : this.#nodes.get(seal)?.get(segmentId)) ?? nodeId;
  }

  /** Nothing is under way: events to come know their nodes themselves. */
  forget(): void {
    this.#nodes.clear();
  }

  #opsOf(items: readonly Item<I>[]): readonly DraftOp[] {
    return items.flatMap((item): readonly DraftOp[] => {
      if (item.kind === 'whole') return [item.op];
      if (item.kind === 'typed') return [{ nodeId: this.nodeOf(item), splice: item.splice }];
      const nodeId = item.kind === 'closed' ? this.nodeOf(item) : null;
      return nodeId === null ? [] : [{ nodeId, closed: true }];
    });
  }
}
