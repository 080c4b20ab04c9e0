import type { Draft } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { KnownPath } from '../../../core/history/state-difference.ts';
import { changedLength, draftChange, NOTHING_UNCOMMITTED } from '../../../core/history/state-draft.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { ownChain } from '../../store/tables/history/chain-ref.ts';
import { readDraftAt } from '../../store/tables/history/layer-state.ts';
import { peekLastLayer } from '../../store/tables/history/read-layers.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import type { WritableTree } from '../writing/tree-transactions.ts';
import { type SessionState, stateDraftOf } from './layer-recorder.ts';

export interface SessionLayersOptions extends WritableTree {
  readonly path: KnownPath;
  /** Only a manuscript has a time line. */
  readonly isManuscript: boolean;
  draft(): Draft;
  reloadIfStale(): void;
}

/** The time line of an agent's path in one tree, as far as their session writes it (`layers.md`, *What is stored*). */
export class SessionLayers {
  readonly #options: SessionLayersOptions;
  readonly #drafts: DraftLayers;
  /** The last layer is known to match the path. */
  #isRecorded = false;

  constructor(options: SessionLayersOptions) {
    this.#options = options;
    this.#drafts = new DraftLayers(
      () => this.#try(() => this.#typedSinceLayer()) ?? 0,
      () => this.#try(() => this.record(1)),
    );
  }

  onTyped(): void {
    if (this.#options.isManuscript) this.#drafts.onTyped();
  }

  /** A transaction of the session has written its layers. @param left what it left of the draft */
  onWritten(left: Draft): void {
    this.#isRecorded = true;
    if (isEmptyDraft(left)) this.#drafts.onRecorded();
    // The remaining draft may differ from the last layer, as after an undo.
    else this.onTyped();
  }

  /** Something else may have written the path. */
  onReloaded(): void {
    this.#isRecorded = false;
  }

  /** For a transaction of the session: what it starts from. @param left what the transaction leaves of the draft */
  stateBefore(left: () => Draft): SessionState {
    const { path } = this.#options;
    const draft = this.#options.draft();
    return {
      path: { ids: path.ids, indexOf: (nodeId) => path.indexOf(nodeId) },
      isRecorded: this.#isRecorded,
      draftBefore: () => stateDraftOf(draft),
      draftAfter: () => stateDraftOf(left()),
    };
  }

  /**
   * Makes what is shown a layer, if at least so many UTF-16 code units were typed since the last one that are not committed
   * (`layers.md`, *Draft layers*). What something else has changed on the path since then is recorded in any case.
   * @throws {AspenError} what the store throws
   */
  record(least: number): void {
    const { treeId, author, transactions, isManuscript, reloadIfStale } = this.#options;
    if (!isManuscript) return;
    reloadIfStale();
    if (this.#isRecorded && this.#typedSinceLayer() < least) return;
    const session = this.stateBefore(() => this.#options.draft());
    const write = { tree: treeId, author, kind: 'commit', reason: 'draft', refuseIfStale: true } as const;
    transactions.run({ ...write, session }, () => undefined);
    this.#isRecorded = true;
    this.#drafts.onRecorded();
  }

  /** No layer is written by itself any more. */
  stop(): void {
    this.#drafts.stop();
  }

  /** Runs work that nothing waits for: undefined if the file fails, or is closed. */
  #try<T>(fn: () => T): T | undefined {
    if (!this.#options.store.isOpen) return undefined;
    try {
      return fn();
    } catch (error) {
      // The text is in the draft all the same, and its save state reports the fault of the file.
      if (!(error instanceof AspenError)) throw error;
      return undefined;
    }
  }

  /** UTF-16 code units. */
  #typedSinceLayer(): number {
    const { store, treeId, author, draft } = this.#options;
    const chain = ownChain(treeId, author.id);
    const last = peekLastLayer(store, chain);
    const before = last === undefined ? null : readDraftAt(store, chain, last.seq);
    // Dropped edits do not count.
    const change = draftChange(before, stateDraftOf(draft()) ?? NOTHING_UNCOMMITTED, (nodeId) => {
      const { content, spans } = getNodeContent(store, nodeId);
      return { text: textOf(content), spans };
    });
    return changedLength(change);
  }
}

/** Pause in typing after which typed text becomes a layer, in milliseconds (`layers.md`) … */
const IDLE = 30_000;
/** … and so much of it has changed since the last layer, in UTF-16 code units. */
export const WORTH_A_LAYER = 200;
/** Longest time from a first change to its layer, in milliseconds. */
const MAX_DELAY = 300_000;

/** Decides when typing that is not committed becomes a layer. */
class DraftLayers {
  readonly #changed: () => number;
  readonly #record: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstAt: number | undefined;
  #lastAt = 0;
  #isStopped = false;

  /**
   * @param changed the amount of uncommitted text that differs from the last layer
   * @param record makes typed text a layer; reports its own failures: then the next typing tries again
   */
  constructor(changed: () => number, record: () => void) {
    this.#changed = changed;
    this.#record = record;
  }

  onTyped(): void {
    const now = performance.now();
    this.#firstAt ??= now;
    this.#lastAt = now;
    if (this.#timer === undefined) this.#schedule(IDLE);
  }

  /** A layer has all of it. */
  onRecorded(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstAt = undefined;
  }

  stop(): void {
    this.#isStopped = true;
    this.onRecorded();
  }

  #schedule(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#onTime(), milliseconds);
    this.#timer.unref();
  }

  #onTime(): void {
    this.#timer = undefined;
    if (this.#firstAt === undefined) return;
    const now = performance.now();
    const changed = this.#changed();
    const isLate = now - this.#firstAt >= MAX_DELAY;
    const isIdle = now - this.#lastAt >= IDLE;
    if ((isLate && changed > 0) || (isIdle && changed >= WORTH_A_LAYER)) {
      this.onRecorded();
      this.#record();
    } else if (isLate) this.onRecorded();
    // An idle draft that is not worth a layer may become one by more typing, or by time.
    else {
      const latest = this.#firstAt + MAX_DELAY;
      this.#schedule((isIdle ? latest : Math.min(latest, this.#lastAt + IDLE)) - now);
    }
  }
}
