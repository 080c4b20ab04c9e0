import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { NodeId, SegmentId } from '../../core/ids.ts';
import { joinSplices } from './join-splices.ts';
import type { CommittedPart, SealedPart, TypingEvent } from './manuscript-face.ts';

/** Where the queue is cut: all before it is to be committed. `I` is the intent that asks for it, if one does. */
export interface Commit<I> {
  readonly kind: 'commit';
  readonly sealed: readonly SealedPart[];
  readonly intent: I | null;
}

type Item<I> = TypingEvent | { readonly kind: 'whole'; readonly op: DraftOp } | Commit<I>;

/** What was typed and not sent, in order, and the commits between it. */
export class OutboxQueue<I> {
  #items: readonly Item<I>[] = [];
  /** What became of segments whose commit was answered. */
  readonly #nodes = new Map<SegmentId, NodeId>();

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  get hasTyping(): boolean {
    return this.#items.some((item) => item.kind === 'typed');
  }

  get hasCommit(): boolean {
    return this.#items.some((item) => item.kind === 'commit');
  }

  /** Neighbouring typing becomes one splice. */
  addTyping(event: TypingEvent): void {
    const last = this.#items.at(-1);
    const isSame = last?.kind === 'typed' && last.segmentId === event.segmentId;
    const joined = isSame ? joinSplices(last.splice, event.splice) : undefined;
    if (isSame && joined !== undefined) this.#items = this.#items.with(-1, { ...last, splice: joined });
    else this.#items = [...this.#items, event];
  }

  addCommit(sealed: readonly SealedPart[], intent: I | null): void {
    this.#items = [...this.#items, { kind: 'commit', sealed, intent }];
  }

  /** Takes out what is to be sent next: all up to the first commit, or everything. */
  shift(): { readonly ops: readonly DraftOp[]; readonly commit: Commit<I> | null } {
    const at = this.#items.findIndex((item) => item.kind === 'commit');
    const commit = this.#items[at];
    const ops = this.#opsOf(at < 0 ? this.#items : this.#items.slice(0, at));
    this.#items = at < 0 ? [] : this.#items.slice(at + 1);
    return { ops, commit: commit?.kind === 'commit' ? commit : null };
  }

  /** Puts these in the place of everything that is queued; answers with the intents that go with it. */
  replace(ops: readonly DraftOp[]): readonly I[] {
    const intents = this.#items.flatMap((item) =>
      item.kind === 'commit' && item.intent !== null ? [item.intent] : [],
    );
    this.#items = ops.map((op) => ({ kind: 'whole', op }));
    this.#nodes.clear();
    return intents;
  }

  /** Queued ops, as main would understand them now. */
  ops(): readonly DraftOp[] {
    return this.#opsOf(this.#items);
  }

  /**
   * Puts typing into nodes that the path no longer shows first, with a commit of its own: nobody else holds it, and it
   * becomes versions of them.
   */
  commitStrays(isStray: (nodeId: NodeId | null) => boolean): void {
    const isStrayItem = (item: Item<I>) => item.kind === 'typed' && isStray(this.nodeOf(item));
    const strays = this.#items.filter(isStrayItem);
    if (strays.length === 0) return;
    const rest = this.#items.filter((item) => !isStrayItem(item));
    this.#items = [...strays, { kind: 'commit', sealed: [], intent: null }, ...rest];
  }

  /** Segments are these nodes from now on, whatever earlier events say of them. */
  learn(parts: readonly CommittedPart[]): void {
    for (const part of parts) this.#nodes.set(part.segmentId, part.nodeId);
  }

  /** The node that a segment is by now; null for the working buffer. */
  nodeOf(part: SealedPart): NodeId | null {
    return this.#nodes.get(part.segmentId) ?? part.nodeId;
  }

  /** Nothing is under way: events to come know their nodes themselves. */
  forget(): void {
    this.#nodes.clear();
  }

  #opsOf(items: readonly Item<I>[]): readonly DraftOp[] {
    return items.flatMap((item): readonly DraftOp[] => {
      if (item.kind === 'whole') return [item.op];
      return item.kind === 'typed' ? [{ nodeId: this.nodeOf(item), splice: item.splice }] : [];
    });
  }
}
