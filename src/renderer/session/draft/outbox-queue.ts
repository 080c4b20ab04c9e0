import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { NodeId, SegmentId } from '../../../core/ids.ts';
import { spliceSpans } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type {
  ClosedEvent,
  CommitResult,
  PrunedPosition,
  RestoredEvent,
  SealedEvent,
  SealedSegment,
  SegmentRef,
  TypedEvent,
} from '../../surface.ts';

/** Commits everything before it in the queue. `I` is the intent that asked for it, if one did. */
export interface Commit<I> {
  readonly kind: 'commit';
  /** Null if there was no draft. */
  readonly seal: number | null;
  readonly sealed: readonly SealedSegment[];
  readonly intent: I | null;
}

/** Changes the path: a commit, or an undo that restores another path with its own draft. */
type PathChange<I> = Commit<I> | RestoredEvent;

type Item<I> = TypedEvent | ClosedEvent | { readonly kind: 'whole'; readonly op: DraftOp } | PathChange<I>;

function isPathChange<I>(item: Item<I>): item is PathChange<I> {
  return item.kind === 'commit' || item.kind === 'restored';
}

/** The node that a commit made of a pending edit; `was` is null for the working buffer. */
export interface CommittedNode {
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
}

/** Typed text that has not been sent, and the path changes between, in order. */
export class OutboxQueue<I> {
  #items: readonly Item<I>[] = [];
  /** The nodes that segments became, by the seal of the answered commit. */
  readonly #nodes = new Map<number, ReadonlyMap<SegmentId, NodeId>>();

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** True if text is queued that no path change makes due. */
  get hasText(): boolean {
    return this.#items.some((item) => !isPathChange(item));
  }

  /** Returns true if text typed into this node is queued. */
  hasTypingOf(nodeId: NodeId): boolean {
    return this.#items.some((item) => item.kind === 'typed' && this.nodeIdOf(item) === nodeId);
  }

  get hasPathChange(): boolean {
    return this.#items.some(isPathChange);
  }

  get hasRestored(): boolean {
    return this.#items.some((item) => item.kind === 'restored');
  }

  get hasIntent(): boolean {
    return this.#items.some((item) => item.kind === 'commit' && item.intent !== null);
  }

  /** Joins adjacent typing into one splice. */
  addTyping(event: TypedEvent | ClosedEvent): void {
    const last = this.#items.at(-1);
    const isSame = last?.kind === 'typed' && event.kind === 'typed' && last.segmentId === event.segmentId;
    const joined = isSame ? joinSplices(last.splice, event.splice) : undefined;
    if (isSame && joined !== undefined) this.#items = this.#items.with(-1, { ...last, splice: joined });
    else this.#items = [...this.#items, event];
  }

  /** @param sealed what the commit seals; null if there was no draft */
  addCommit(sealed: SealedEvent | null, intent: I | null): void {
    const commit = { seal: sealed?.seal ?? null, sealed: sealed?.segments ?? [], intent };
    this.#items = [...this.#items, { kind: 'commit', ...commit }];
  }

  /** Replaces a restored path directly before it, because each is the complete path and draft. */
  addRestored(event: RestoredEvent): void {
    const last = this.#items.at(-1);
    if (last?.kind !== 'restored') this.#items = [...this.#items, event];
    else this.#items = this.#items.with(-1, { ...event, pruned: [...last.pruned, ...event.pruned] });
  }

  /** Removes and returns what to send next: everything up to and including the first path change. */
  shift(): { readonly ops: readonly DraftOp[]; readonly pathChange: PathChange<I> | null } {
    const at = this.#items.findIndex(isPathChange);
    const pathChange = this.#items[at];
    const ops = this.#opsOf(at < 0 ? this.#items : this.#items.slice(0, at));
    this.#items = at < 0 ? [] : this.#items.slice(at + 1);
    return {
      ops,
      pathChange: pathChange !== undefined && isPathChange(pathChange) ? pathChange : null,
    };
  }

  /** Replaces everything queued by these ops. Returns the intents and prunings that are dropped with it. */
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

  /** The queued ops that still apply to main's path: typing after an undo or redo belongs to another path. */
  opsBeforeRestored(): readonly DraftOp[] {
    const restored = this.#items.findIndex(({ kind }) => kind === 'restored');
    return this.#opsOf(restored < 0 ? this.#items : this.#items.slice(0, restored));
  }

  /**
   * Moves ops for nodes that have left the path to the front, with a commit of their own that makes them
   * versions: nothing else holds that text. Only ops before the next path change can be judged.
   */
  commitStrays(isStray: (nodeId: NodeId | null) => boolean): void {
    const end = this.#items.findIndex(isPathChange);
    const isStrayItem = (item: Item<I>, index: number) =>
      (end < 0 || index < end) &&
      ((item.kind === 'typed' && isStray(this.nodeIdOf(item))) ||
        (item.kind === 'whole' && isStray(item.op.nodeId)));
    const strays = this.#items.filter(isStrayItem);
    if (strays.length === 0) return;
    const rest = this.#items.filter((item, index) => !isStrayItem(item, index));
    this.#items = [...strays, { kind: 'commit', seal: null, sealed: [], intent: null }, ...rest];
  }

  /** Records which nodes sealed segments became; this overrides earlier events. */
  recordCommit({ seal, segments }: CommitResult): void {
    this.#nodes.set(seal, new Map(segments.map((part) => [part.segmentId, part.nodeId])));
  }

  /**
   * Redirects queued ops to the nodes a commit made of theirs, whether that commit sealed them or not.
   * Restored paths name their own nodes.
   */
  remapNodes(committed: readonly CommittedNode[]): void {
    const nodeIds = new Map(committed.map(({ was, nodeId }) => [was, nodeId]));
    const restored = this.#items.findIndex(({ kind }) => kind === 'restored');
    const remap = <R extends SegmentRef>(ref: R): R => {
      const was = this.nodeIdOf(ref);
      const nodeId = was === null ? undefined : nodeIds.get(was);
      if (nodeId === undefined || nodeId === was) return ref;
      const isAnswered = ref.seal !== null && this.#nodes.get(ref.seal)?.has(ref.segmentId) === true;
      return { ...ref, nodeId, seal: isAnswered ? null : ref.seal };
    };
    this.#items = this.#items.map((item, index) => {
      if (restored >= 0 && index >= restored) return item;
      if (item.kind === 'typed' || item.kind === 'closed') return remap(item);
      return item.kind === 'commit' ? { ...item, sealed: item.sealed.map(remap) } : item;
    });
  }

  /** The node that a segment is now; null for the working buffer. */
  nodeIdOf({ segmentId, nodeId, seal }: SegmentRef): NodeId | null {
    return (seal === null ? undefined : this.#nodes.get(seal)?.get(segmentId)) ?? nodeId;
  }

  /** Call it when nothing is in progress: later events name their nodes themselves. */
  clearCommits(): void {
    this.#nodes.clear();
  }

  #opsOf(items: readonly Item<I>[]): readonly DraftOp[] {
    return items.flatMap((item): readonly DraftOp[] => {
      if (item.kind === 'whole') return [item.op];
      if (item.kind === 'typed') return [{ nodeId: this.nodeIdOf(item), splice: item.splice }];
      const nodeId = item.kind === 'closed' ? this.nodeIdOf(item) : null;
      return nodeId === null ? [] : [{ nodeId, closed: true }];
    });
  }
}

/**
 * One splice with the same effect as `first` and then `second`. Undefined if the second does not touch what
 * the first inserted or where it deleted: one splice would then have to repeat the text between them.
 */
export function joinSplices(first: DraftSplice, second: DraftSplice): DraftSplice | undefined {
  const insertEnd = first.from + first.insert.length;
  if (second.from > insertEnd || second.to < first.from) return undefined;
  // Text that the second deletes outside the first's insertion was there before the first.
  const before = Math.max(0, first.from - second.from);
  const after = Math.max(0, second.to - insertEnd);
  const from = Math.max(0, second.from - first.from);
  const to = Math.min(first.insert.length, second.to - first.from);
  return {
    from: first.from - before,
    to: first.to + after,
    insert: first.insert.slice(0, from) + second.insert + first.insert.slice(to),
    spans: spliceSpans(first.spans, from, to, second.spans),
  };
}

/** Unsent text is sent at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SEND_AFTER = 250;
/** It is sent at once when this much was typed or deleted. UTF-16 code units. */
export const SEND_LENGTH = 200;
/** Delay before a retry: after the first failure, and after later ones. Milliseconds. */
const FIRST_RETRY = 250;
const LATER_RETRY = 2_000;

/** Decides when typed text is sent, and how long to back off after a failure. @param onDue called when a timer makes text due */
export function createSendScheduler(onDue: () => void) {
  let isDue = false;
  let typedLength = 0;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  return {
    /** True if unsent text should be sent now. */
    get isDue(): boolean {
      return isDue;
    },

    /** True while nothing may be sent, because the last attempt failed. */
    get isBackingOff(): boolean {
      return retryTimer !== undefined;
    },

    /** Failures since the last success. */
    get failures(): number {
      return failures;
    },

    /** @param splice null for a change that inserts and deletes nothing */
    onTyped(splice: DraftSplice | null): void {
      if (splice !== null) typedLength += splice.insert.length + splice.to - splice.from;
      if (typedLength >= SEND_LENGTH) isDue = true;
      sendTimer ??= setTimeout(() => {
        sendTimer = undefined;
        isDue = true;
        onDue();
      }, SEND_AFTER);
    },

    makeDue(): void {
      isDue = true;
    },

    /** No typed text is unsent. @param hasWaiters a caller waits for everything to be sent */
    onAllSent(hasWaiters: boolean): void {
      clearTimeout(sendTimer);
      sendTimer = undefined;
      typedLength = 0;
      isDue = hasWaiters;
    },

    /** The queue is empty. */
    onIdle(): void {
      isDue = false;
    },

    onSuccess(): void {
      failures = 0;
    },

    onFailure(): void {
      failures += 1;
    },

    /** Makes text due after a delay, and backs off until then. */
    retryLater(): void {
      isDue = true;
      retryTimer = setTimeout(
        () => {
          retryTimer = undefined;
          isDue = true;
          onDue();
        },
        failures <= 1 ? FIRST_RETRY : LATER_RETRY,
      );
    },

    /** A caller waits: send at once, even after a failure. */
    cancelBackoff(): void {
      clearTimeout(retryTimer);
      retryTimer = undefined;
    },
  };
}
