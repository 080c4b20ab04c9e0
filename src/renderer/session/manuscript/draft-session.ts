/**
 * The outbox between the editor and main (`manuscript.md`, *Talking to the main process*; `storage.md`, *Typed
 * text*). What was typed leaves in order, one message at a time; intents wait for what was typed before them; nothing
 * that main has not acknowledged is forgotten.
 */
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import { AspenError, describeError } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { Intent, PathReply, PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type {
  DraftEvent,
  ManuscriptFace,
  PrunedPosition,
  RestoredEvent,
  SealedEvent,
  TextPlace,
} from '../../surface.ts';
import type { IntentOutcome, PathIntent, PreparedIntent } from '../path/intent.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store } from '../store.ts';
import { applyReply } from './apply-reply.ts';
import { DraftResend } from './draft-resend.ts';
import { type DraftStatus, WRITING_TROUBLE } from './draft-status.ts';
import { type BecameNode, type Commit, OutboxQueue } from './outbox-queue.ts';
import { SendScheduler } from './send-scheduler.ts';

interface WaitingIntent {
  readonly prepare: PathIntent;
  /** It was refused once already, and the path read again for it. */
  readonly again: boolean;
  readonly resolve: (outcome: IntentOutcome) => void;
}

type PreparedWaiting = WaitingIntent & { readonly prepared: PreparedIntent };
type PreparedCommit = Commit<PreparedWaiting>;

export interface DraftSessionOptions {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  /** Compare a digest of the draft with main's after every save (`AppInfo.checks`). */
  readonly checks: boolean;
  /** Where the caret last was, for a path that is read again. */
  findPlace(): TextPlace | null;
  /** The path was read again, since main's was another. */
  onReread(snapshot: PathSnapshot): void;
  /** What undo or redo put back was refused twice: the path is shown as main has it. */
  onNotRestored(failure: WireError): void;
  /** A mistake of ours; the session goes on. */
  onBug(error: unknown): void;
}

export class DraftSession {
  readonly #options: DraftSessionOptions;
  readonly #status = createStore<DraftStatus>({ unsent: false, error: null });
  #manuscript: ManuscriptFace | null = null;
  readonly #queue = new OutboxQueue<PreparedWaiting>();
  readonly #resend: DraftResend<PreparedWaiting>;
  readonly #clock = new SendScheduler(() => this.#pump());
  #waiting: WaitingIntent[] = [];
  /** Takes what `seal` announces while an intent asks for it. */
  #sealing: ((event: SealedEvent) => void) | null = null;
  #inFlight = false;
  #committing = false;
  /** The intent that is on its way. */
  #intending = false;
  #settled: (() => void)[] = [];
  #telling = false;
  #taken = 0;

  constructor(options: DraftSessionOptions) {
    this.#options = options;
    const letGo = (intent: WaitingIntent) => intent.resolve({ outcome: 'nothing' });
    this.#resend = new DraftResend(options.path, this.#queue, letGo);
  }

  get status(): Store<DraftStatus> {
    return this.#status;
  }

  /** The editor that shows this draft; null when its view is gone. */
  attach(manuscript: ManuscriptFace | null): void {
    this.#manuscript = manuscript;
    if (manuscript !== null) this.#startWaiting();
  }

  /** Another number whenever something was typed or asked for. */
  get taken(): number {
    return this.#taken;
  }

  /** True while something typed or asked for is not with main yet. */
  get isUnsent(): boolean {
    return !this.#queue.isEmpty || this.#inFlight;
  }

  /** True while a commit or an intent is queued or on its way: what a position becomes is not known yet. */
  get isCommitting(): boolean {
    return this.#waiting.length > 0 || this.#queue.hasTurn || this.#committing;
  }

  /** Resolves when nothing that changes the path is queued or on its way, or main has refused it. */
  async untilStill(): Promise<void> {
    if (this.isCommitting) await this.flush();
  }

  /** Takes what the editor tells, in order. Costs no more than what was typed. */
  take(event: DraftEvent): void {
    this.#taken += 1;
    if (event.kind === 'sealed') {
      if (this.#sealing !== null) this.#sealing(event);
      else this.#queue.addCommit({ seal: event.seal, sealed: event.segments, intent: null });
      this.#pump();
      return;
    }
    if (event.kind === 'restored') {
      this.#queue.addRestored(event);
      this.#pump();
      return;
    }
    this.#queue.addTyping(event);
    this.#clock.typed(event.kind === 'typed' ? lengthOf(event.splice) : 0);
    // What else the same transaction did is told in this turn: half of it is nobody's draft.
    queueMicrotask(() => this.#pump());
  }

  /** Carries out an intent behind everything typed so far. Never rejects: the outcome says what happened. */
  submit(prepare: PathIntent): Promise<IntentOutcome> {
    this.#clock.stopResting();
    this.#taken += 1;
    return new Promise((resolve) => {
      this.#waiting.push({ prepare, again: false, resolve });
      this.#holdHistory();
      this.#startWaiting();
      this.#holdHistory();
    });
  }

  /** Sends what is unsent now, after a failure too; resolves when main holds it or has refused it. */
  flush(): Promise<void> {
    this.#clock.stopResting();
    this.#clock.makeDue();
    return new Promise((resolve) => {
      this.#settled.push(resolve);
      this.#pump();
    });
  }

  /** Seals the draft for the next waiting intent, once no commit is under way. */
  #startWaiting(): void {
    const manuscript = this.#manuscript;
    if (this.#waiting.length > 0 && manuscript?.isComposing() === true) {
      // It may still show the path of before: what an intent is about is read of the one that comes.
      manuscript.afterComposing(() => {
        this.#startWaiting();
        this.#holdHistory();
      });
      this.#pump();
      return;
    }
    while (manuscript !== null && !this.#committing && !this.#queue.hasTurn) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const prepared = next.prepare();
      if (prepared === null) {
        next.resolve({ outcome: 'nothing' });
        continue;
      }
      let sealed: SealedEvent | null = null;
      this.#sealing = (event) => {
        sealed = event;
      };
      if (prepared.keepsDraft !== true) manuscript.seal();
      this.#sealing = null;
      this.#queue.addCommit({ ...partsOfSeal(sealed), intent: { ...next, prepared } });
      prepared.beforeSend?.();
    }
    this.#pump();
  }

  /** Sends the next message if it is time, one at a time. */
  #pump(): void {
    this.#tellStatus();
    if (this.#inFlight || this.#sealing !== null) return;
    if (this.#clock.isPaused) {
      this.#settle();
      return;
    }
    // Text may still come for nodes that left the path: the manuscript waits for the end of a composition.
    this.#queue.commitStrays((nodeId) => this.#resend.isStray(nodeId));
    if (this.#queue.hasTurn) this.#run(() => this.#sendNext());
    else if (this.#queue.isEmpty) this.#settle();
    else if (this.#clock.isDue) this.#run(() => this.#sendNext());
  }

  #sendNext(): Promise<void> {
    const { ops, turn } = this.#queue.shift();
    this.#committing = turn !== null;
    this.#intending = turn?.kind === 'commit' && turn.intent !== null;
    this.#resend.sending(ops);
    const work =
      turn === null
        ? this.#sendSave(ops)
        : turn.kind === 'commit'
          ? this.#sendCommit(ops, turn)
          : this.#sendRestored(turn);
    if (!this.#queue.hasTyping) this.#clock.allSent(this.#settled.length > 0);
    this.#tellStatus();
    return work;
  }

  #settle(): void {
    if (this.#queue.isEmpty) {
      this.#clock.rest();
      this.#queue.forget();
    }
    for (const resolve of this.#settled.splice(0)) resolve();
  }

  #run(work: () => Promise<void>): void {
    this.#inFlight = true;
    const goOn = () => {
      this.#inFlight = false;
      this.#committing = false;
      this.#intending = false;
      this.#startWaiting();
      this.#holdHistory();
    };
    void work().then(goOn, (error: unknown) => {
      goOn();
      this.#options.onBug(error);
    });
  }

  /** What undo takes back first is the move that is under way: it waits until that is over. */
  #holdHistory(): void {
    const held = this.#waiting.length > 0 || this.#queue.hasIntent || this.#intending;
    this.#manuscript?.holdHistory(held);
  }

  async #sendSave(ops: readonly DraftOp[]): Promise<void> {
    const { client, path, checks } = this.#options;
    const manuscript = this.#manuscript;
    // While an input method composes the manuscript may still show the path of before.
    const compares = checks && manuscript !== null && !manuscript.isComposing();
    const digest = compares ? draftDigest(manuscript.draft()) : null;
    try {
      const reply = await client.call('draft.save', {
        treeId: path.treeId,
        pathVersion: path.pathVersion,
        ops,
        digest,
      });
      if (digest !== null && reply.digest !== digest) {
        throw new Error(`the draft differs from main's: ${digest} here, ${reply.digest} there`);
      }
      this.#succeeded();
    } catch (error) {
      await this.#failed(error, ops, null);
    }
  }

  /** What undo put back, whole: main's path and draft become it, and nothing is committed. */
  async #sendRestored(event: RestoredEvent): Promise<void> {
    const { client, path } = this.#options;
    const { nodes, draft } = event.read();
    const { head, buffer, edits } = draft;
    let reply: PathReply;
    try {
      reply = await client.call('path.restore', {
        treeId: path.treeId,
        pathVersion: path.pathVersion,
        head,
        versions: nodes.flatMap(({ nodeId }) => (path.hasNode(nodeId) ? [] : [nodeId])),
        pruned: event.pruned,
        draft: { buffer, edits },
      });
    } catch (error) {
      return this.#failed(error, [], event);
    }
    this.#succeeded();
    this.#resend.mainHolds(edits);
    path.apply(reply);
    if (this.#differs()) {
      await this.#reread([], null, describeError(null));
      throw new Error(
        `undo put back ${nodes.length} nodes to ${head}, main ${path.length} to ${path.headId}`,
      );
    }
  }

  async #sendCommit(ops: readonly DraftOp[], item: PreparedCommit): Promise<void> {
    const { client, path } = this.#options;
    const base: Intent = { treeId: path.treeId, pathVersion: path.pathVersion, ops };
    let reply: PathReply;
    try {
      reply = await (item.intent === null
        ? client.call('draft.commit', { ...base, requestId: client.newRequestId() })
        : item.intent.prepared.send(base));
    } catch (error) {
      return this.#failed(error, ops, item);
    }
    this.#succeeded();
    if (item.intent?.prepared.keepsDraft !== true) this.#resend.mainHolds([]);
    if (this.#tookAlong(item, reply) && (await this.#reread([], null, describeError(null)))) return;
    try {
      const moved = item.intent?.prepared.editMoved?.(reply) ?? null;
      // What of it was the working buffer is a node of the path before, and must not stand here a second time.
      const hasBuffer = reply.committed.some(({ was }) => was === null);
      if (moved !== null && !hasBuffer && this.#isTypedSince(moved.was)) {
        const became = [moved, ...reply.committed];
        if (await this.#reread([], null, describeError(null), null, became)) return;
      }
      applyReply(path, this.#manuscript, this.#queue, item, reply);
      // Text that was sealed a second time meanwhile may have left the manuscript with a switch: main has it.
      if (this.#differs()) await this.#reread([], null, describeError(null));
    } catch (error) {
      // Our own mistake: what main holds is right, so the manuscript is shown from it.
      await this.#reread([], null, describeError(error));
      throw error;
    } finally {
      item.intent?.resolve({ outcome: 'done', reply });
    }
  }

  /** Whether what was sealed of a node was typed in again before its commit was answered. */
  #isTypedSince(nodeId: NodeId): boolean {
    // What undo put back is all of the path and the draft.
    if (this.#manuscript?.isComposing() !== false || this.#queue.hasRestored) return false;
    return this.#queue.hasTypingOf(nodeId);
  }

  /** Whether a commit of text that had left the path made nodes of what the manuscript still shows as a draft. */
  #tookAlong({ intent, seal }: PreparedCommit, { committed }: PathReply): boolean {
    if (intent !== null || seal !== null || this.#queue.hasRestored) return false;
    if (this.#manuscript?.isComposing() !== false) return false;
    return committed.some(({ was }) => was === null || this.#options.path.hasNode(was));
  }

  /** Whether the manuscript shows another path than the mirror, with nothing on its way that would explain it. */
  #differs(): boolean {
    const manuscript = this.#manuscript;
    if (manuscript === null || manuscript.isComposing()) return false;
    if (this.#queue.hasTurn) return false;
    const { pathLength, headPositionId } = manuscript.summary();
    return pathLength !== this.#options.path.length || headPositionId !== this.#options.path.headId;
  }

  #succeeded(): void {
    this.#clock.succeeded();
    const { unsent } = this.#status.get();
    this.#status.set({ unsent, error: null });
  }

  /**
   * Nothing is lost: the draft is whole again in the editor, and goes to main as whole texts with the next save; with
   * the whole path where undo had put back another than main's.
   */
  async #failed(
    error: unknown,
    ops: readonly DraftOp[],
    turn: PreparedCommit | RestoredEvent | null,
  ): Promise<void> {
    const failure = describeError(error);
    const item = turn?.kind === 'commit' ? turn : null;
    if (!(error instanceof AspenError)) this.#options.onBug(error);
    const pruned = turn?.kind === 'restored' ? turn.pruned : null;
    // What is typed waits behind what undo put back, and must not wait for a file that refuses it for ever.
    const mustReread =
      failure.code === 'CONFLICT' || pruned !== null || item?.intent?.prepared.beforeSend !== undefined;
    this.#clock.failed();
    if (mustReread && (await this.#reread(ops, item, failure, pruned))) return;
    this.#manuscript?.unseal();
    this.#resend.queueWholes(this.#manuscript, this.#resend.strayOps(ops, pruned), pruned);
    item?.intent?.resolve({ outcome: 'failed', error: failure });
    this.#clock.makeDue();
    // A refused intent is no trouble with saving: what was typed goes on as any other save.
    if (item?.intent == null || WRITING_TROUBLE.has(failure.code)) this.#waitToRetry(failure);
  }

  #waitToRetry(error: WireError): void {
    this.#status.set({ unsent: true, error });
    this.#clock.retryLater();
  }

  /**
   * Shows the path as main has it now, with our own draft on it. False when main could not be read either.
   * @param became the nodes that a commit made of what our draft still names by those of before
   */
  async #reread(
    ops: readonly DraftOp[],
    item: PreparedCommit | null,
    failure: WireError,
    pruned: readonly PrunedPosition[] | null = null,
    became: readonly BecameNode[] = [],
  ): Promise<boolean> {
    const { client, path } = this.#options;
    let snapshot: PathSnapshot;
    try {
      snapshot = await client.call('path.read', { treeId: path.treeId });
    } catch {
      // The first failure says what happened; the reading failed for the same or a lesser reason.
      return false;
    }
    const manuscript = this.#manuscript;
    if (manuscript === null) return false;
    manuscript.unseal();
    const first = this.#resend.strayOps(ops, pruned);
    const isRestoring = this.#resend.isRestoring(pruned);
    if (this.#clock.failures <= 1 && isRestoring) {
      // What undo put back is all of the path and the draft: it is said once more, of main's path as it is.
      path.reset(snapshot);
      this.#resend.queueWholes(manuscript, first, pruned);
      this.#tryAgain(item, failure);
      if (WRITING_TROUBLE.has(failure.code)) this.#waitToRetry(failure);
      return true;
    }
    this.#resend.showAgain(manuscript, snapshot, first, this.#options.findPlace(), became);
    this.#clock.makeDue();
    this.#options.onReread(snapshot);
    if (isRestoring) this.#options.onNotRestored(failure);
    this.#tryAgain(item, failure);
    if (this.#clock.failures > 1) this.#waitToRetry(failure);
    return true;
  }

  /** An intent that was refused is carried out once more, first of all. */
  #tryAgain(item: PreparedCommit | null, failure: WireError): void {
    if (item?.intent == null) return;
    if (item.intent.again) item.intent.resolve({ outcome: 'failed', error: failure });
    else this.#waiting.unshift({ ...item.intent, again: true });
  }

  /** Tells the status after the keystroke is painted: React must not run within it (`house.md`, *One keystroke*). */
  #tellStatus(): void {
    if (this.#telling) return;
    if (this.#status.get().unsent === this.isUnsent) return;
    this.#telling = true;
    setTimeout(() => {
      this.#telling = false;
      const unsent = this.isUnsent;
      const { error, unsent: was } = this.#status.get();
      if (unsent !== was) this.#status.set({ unsent, error });
    });
  }
}

function partsOfSeal(event: SealedEvent | null) {
  return { seal: event?.seal ?? null, sealed: event?.segments ?? [] };
}

/** Of what was inserted and deleted, in UTF-16 code units. */
function lengthOf({ from, to, insert }: DraftSplice): number {
  return insert.length + to - from;
}
