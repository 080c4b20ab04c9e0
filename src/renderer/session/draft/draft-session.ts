/**
 * The outbox between the editor and main (`manuscript.md`, *Talking to the main process*; `storage.md`,
 * *Typed text*). Typed text is sent in order, one message at a time; an intent waits for the text typed
 * before it; nothing is dropped before main acknowledges it.
 */
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { Intent, PathReply, PathSnapshot } from '../../../ipc/wire/path.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import type {
  CommittedSegment,
  DraftEvent,
  DraftSurface,
  PathAndDraft,
  PrunedPosition,
  RestoredEvent,
  SealedEvent,
} from '../../surface.ts';
import { WRITE_ERRORS } from '../notices.ts';
import {
  type IntentOutcome,
  type PathIntent,
  type PreparedIntent,
  type QueuedIntent,
  sendCommit,
  type WaitingIntent,
} from '../path/intent.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import { createSignal, createStore, type Signal, type Store } from '../store.ts';
import { DraftResend } from './draft-resend.ts';
import { type Commit, type CommittedNode, createSendScheduler, OutboxQueue } from './outbox-queue.ts';

type QueuedCommit = Commit<QueuedIntent>;

export class DraftSession {
  readonly #options: DraftSessionOptions;
  readonly #pathReread = createSignal<PathSnapshot>();
  /** Emitted when the path was read again because main's was different. */
  readonly pathReread: Signal<PathSnapshot> = this.#pathReread;
  readonly #status = new DraftStatusStore(() => this.isUnsent);
  #manuscript: DraftSurface | null = null;
  readonly #queue = new OutboxQueue<QueuedIntent>();
  readonly #resend: DraftResend<QueuedIntent>;
  readonly #scheduler = createSendScheduler(() => this.#pump());
  readonly #check: CheckWait;
  #waiting: WaitingIntent[] = [];
  /** Receives the event that `seal` emits for an intent. */
  #onSealed: ((event: SealedEvent) => void) | null = null;
  #isSending = false;
  /** The message in flight changes the path. */
  #isChangingPath = false;
  /** The message in flight carries an intent. */
  #isSendingIntent = false;
  /** Main moved the path by itself, and it has not been read since. */
  #hasPathMoved = false;
  #flushWaiters: (() => void)[] = [];
  #eventCount = 0;
  /** Main has not refused steps of undo since it last took text. */
  #takesSteps = true;

  constructor(options: DraftSessionOptions) {
    this.#options = options;
    const onDropped = (intent: WaitingIntent) => intent.resolve({ outcome: 'nothing' });
    this.#resend = new DraftResend(options.mode, options.path, this.#queue, onDropped);
    this.#check = createCheckWait(options, (failure) => this.#onCheckEnded(failure));
  }

  get status(): Store<DraftStatus> {
    return this.#status.store;
  }

  /** @param manuscript the editor that shows this draft; null when its view is gone */
  attach(manuscript: DraftSurface | null): void {
    this.#manuscript = manuscript;
    if (manuscript !== null) this.#startWaiting();
  }

  /** Changes with every editor event and every intent. */
  get eventCount(): number {
    return this.#eventCount;
  }

  /** True if typed text or an intent has not reached main yet. */
  get isUnsent(): boolean {
    return !this.#queue.isEmpty || this.#isSending;
  }

  /** True while a commit or an intent is queued or in flight: positions may still change. */
  get isCommitting(): boolean {
    return this.#waiting.length > 0 || this.#queue.hasPathChange || this.#isChangingPath;
  }

  /** Resolves when no change of the path is queued or in flight, or main has refused it. */
  async untilPathSettled(): Promise<void> {
    if (this.isCommitting) await this.flush();
  }

  /** Main moved the path because another agent pruned a position on it: reads the path again, keeps the draft. */
  onPathMoved(): void {
    this.#hasPathMoved = true;
    this.#pump();
  }

  /** Main replaced the draft, and has everything typed: shows main's draft. */
  showReplaced(snapshot: PathSnapshot): void {
    this.#resend.show(this.#manuscript, snapshot);
    this.#pathReread.emit(snapshot);
  }

  /** Takes the editor's events, in order. Costs no more than the typed text. */
  onDraftEvent(event: DraftEvent): void {
    this.#eventCount += 1;
    if (event.kind === 'sealed') {
      if (this.#onSealed !== null) this.#onSealed(event);
      else this.#queue.addCommit(event, null);
      this.#pump();
      return;
    }
    if (event.kind === 'restored') {
      this.#queue.addRestored(event);
      this.#pump();
      return;
    }
    this.#queue.addTyping(event);
    this.#scheduler.onTyped(event.kind === 'typed' ? event.splice : null);
    // The transaction's other events follow in the same task; a draft with half of them must not be sent.
    queueMicrotask(() => this.#pump());
  }

  /** Runs an intent after everything typed so far. Never rejects: failures are an outcome. */
  submit(prepare: PathIntent): Promise<IntentOutcome> {
    this.#scheduler.cancelBackoff();
    this.#eventCount += 1;
    return new Promise((resolve) => {
      this.#waiting.push({ prepare, isRetry: false, resolve });
      this.#holdHistory();
      this.#startWaiting();
      this.#holdHistory();
    });
  }

  /** Sends what is unsent at once, even after a failure. Resolves when main has it or has refused it. */
  flush(): Promise<void> {
    this.#scheduler.cancelBackoff();
    this.#scheduler.makeDue();
    return new Promise((resolve) => {
      this.#flushWaiters.push(resolve);
      this.#pump();
    });
  }

  /** Seals the draft for the next waiting intent, once no commit is in progress. */
  #startWaiting(): void {
    const manuscript = this.#manuscript;
    if (this.#waiting.length > 0 && manuscript?.isComposing() === true) {
      // The manuscript may still show the previous path; an intent has to read its target from the next one.
      manuscript.afterComposing(() => {
        this.#startWaiting();
        this.#holdHistory();
      });
      this.#pump();
      return;
    }
    const isBusy = () => this.#check.isRunning || this.#isChangingPath || this.#queue.hasPathChange;
    while (manuscript !== null && !isBusy()) {
      const [next] = this.#waiting;
      if (next === undefined) break;
      const prepared = next.prepare();
      if (prepared !== null && this.#check.mustWait()) break;
      this.#waiting.shift();
      if (prepared === null) {
        next.resolve({ outcome: 'nothing' });
        continue;
      }
      let sealed: SealedEvent | null = null;
      this.#onSealed = (event) => {
        sealed = event;
      };
      if (prepared.keepsDraft !== true) manuscript.seal(prepared.part);
      this.#onSealed = null;
      this.#queue.addCommit(sealed, { ...next, prepared });
      prepared.beforeSend?.();
    }
    this.#pump();
  }

  #onCheckEnded(failure: WireError | null): void {
    if (failure !== null)
      for (const { resolve } of this.#waiting.splice(0)) resolve({ outcome: 'failed', error: failure });
    this.#startWaiting();
    this.#holdHistory();
  }

  /** Sends the next message if it is due, one at a time. */
  #pump(): void {
    this.#status.update();
    if (this.#isSending || this.#onSealed !== null) return;
    if (this.#scheduler.isBackingOff) {
      this.#resolveFlushes();
      return;
    }
    if (this.#hasPathMoved) {
      this.#run(() => this.#followPath());
      return;
    }
    // Text can still arrive for nodes that left the path, because the manuscript waits for a composition to end.
    if (this.#options.mode === 'buffer') this.#queue.commitStrays((nodeId) => this.#resend.isStray(nodeId));
    if (this.#queue.hasPathChange) this.#run(() => this.#sendNext());
    else if (this.#queue.isEmpty) {
      if (this.#mustSaveSteps) this.#run(() => this.#sendSteps());
      else this.#resolveFlushes();
    } else if (this.#scheduler.isDue) this.#run(() => this.#sendNext());
  }

  /** True if undo has steps that were not sent with typing: moves, and arrivals. */
  get #mustSaveSteps(): boolean {
    return this.#takesSteps && !this.isCommitting && this.#manuscript?.hasUnsavedSteps() === true;
  }

  /** Sends them alone. If main refuses, they wait until it takes text: a failure that lasts is that text's to report. */
  async #sendSteps(): Promise<void> {
    const { client, path } = this.#options;
    const manuscript = this.#manuscript;
    const undo = manuscript?.takeUnsavedSteps() ?? null;
    if (manuscript === null || undo === null) return;
    try {
      await saveDraft(client, path, [], null, undo);
    } catch {
      this.#takesSteps = false;
      manuscript.forgetSavedSteps();
    }
  }

  /** The text may have changed without an event: what undo has to take back of that is saved. */
  onShown(): void {
    queueMicrotask(() => this.#pump());
  }

  /** Shows where main's path ends now; tries again later if that cannot be read. */
  async #followPath(): Promise<void> {
    this.#hasPathMoved = false;
    if ((await this.#reread([], null, describeError(null))) || this.#manuscript === null) return;
    this.#hasPathMoved = true;
    this.#scheduler.retryLater();
  }

  #sendNext(): Promise<void> {
    const { ops, pathChange } = this.#queue.shift();
    this.#isChangingPath = pathChange !== null;
    this.#isSendingIntent = pathChange?.kind === 'commit' && pathChange.intent !== null;
    this.#resend.onSend(ops);
    const work =
      pathChange === null
        ? this.#sendSave(ops)
        : pathChange.kind === 'commit'
          ? this.#sendCommit(ops, pathChange)
          : this.#sendRestored(pathChange);
    if (!this.#queue.hasText) this.#scheduler.onAllSent(this.#flushWaiters.length > 0);
    this.#status.update();
    return work;
  }

  #resolveFlushes(): void {
    if (this.#queue.isEmpty) {
      this.#scheduler.onIdle();
      this.#queue.clearCommits();
    }
    for (const resolve of this.#flushWaiters.splice(0)) resolve();
  }

  #run(work: () => Promise<void>): void {
    this.#isSending = true;
    const onDone = () => {
      this.#isSending = false;
      this.#isChangingPath = false;
      this.#isSendingIntent = false;
      this.#startWaiting();
      this.#holdHistory();
    };
    void work().then(onDone, (error: unknown) => {
      onDone();
      this.#options.onBug(error);
    });
  }

  /** Undo has to revert a move in progress first, so history waits until the move is over. */
  #holdHistory(): void {
    const held = this.#waiting.length > 0 || this.#queue.hasIntent || this.#isSendingIntent;
    this.#manuscript?.holdHistory(held);
  }

  async #sendSave(ops: readonly DraftOp[]): Promise<void> {
    const { client, path, checks } = this.#options;
    const manuscript = this.#manuscript;
    const digest = checks ? digestOf(manuscript) : null;
    const undo = this.#queue.isEmpty ? (manuscript?.takeUnsavedSteps() ?? null) : null;
    try {
      await saveDraft(client, path, ops, digest, undo);
      this.#resend.onSaved();
      this.#takesSteps = true;
      this.#onSuccess();
    } catch (error) {
      manuscript?.forgetSavedSteps();
      await this.#onFailure(error, ops, null);
    }
  }

  async #sendRestored(event: RestoredEvent): Promise<void> {
    const { client, path } = this.#options;
    const restored = event.read();
    let reply: PathReply;
    try {
      reply = await restorePath(client, path, restored, event.pruned, event.isRedo);
    } catch (error) {
      return this.#onFailure(error, [], event);
    }
    this.#onSuccess();
    this.#resend.setMainEdits(restored.draft.edits);
    path.apply(reply);
    if (this.#differsFromPath()) {
      await this.#reread([], null, describeError(null));
      const here = `${restored.nodes.length} nodes to ${restored.draft.head}`;
      throw new Error(`undo restored ${here}; main has ${path.length} to ${path.headId}`);
    }
    // Text typed before a switch was answered is committed after it: without the switch, it has no place of its own.
    if (!this.#queue.hasPathChange && restored.nodes.some(({ nodeId }) => !path.hasNode(nodeId)))
      await this.#reread([], null, describeError(null));
  }

  async #sendCommit(ops: readonly DraftOp[], item: QueuedCommit): Promise<void> {
    const { client, path } = this.#options;
    let reply: PathReply;
    try {
      const intent: Intent = { treeId: path.treeId, pathVersion: path.pathVersion, ops };
      reply = await (item.intent?.prepared.send(intent) ?? sendCommit(client, intent));
    } catch (error) {
      return this.#onFailure(error, ops, item);
    }
    this.#onSuccess();
    if (this.#options.mode === 'dialogue') this.#resend.onCommitted(item.sealed);
    else if (item.intent?.prepared.keepsDraft !== true)
      this.#resend.setMainEdits(item.intent?.prepared.restores?.edits ?? []);
    const hasCommittedShown = committedShownDraft(this.#manuscript, this.#queue, path, item, reply);
    if (hasCommittedShown && (await this.#reread([], null, describeError(null)))) return;
    const isOverRestored = item.intent?.prepared.restores !== undefined && this.#queue.hasText;
    try {
      if (isOverRestored && (await this.#reread([], null, describeError(null)))) return;
      const moved = item.intent?.prepared.editMoved?.(reply) ?? null;
      // A committed working buffer is a node of the previous path, and must not be shown here a second time.
      const hasBuffer = reply.committed.some(({ was }) => was === null);
      if (moved !== null && !hasBuffer && isTypedSince(this.#manuscript, this.#queue, moved.was)) {
        const committed = [moved, ...reply.committed];
        if (await this.#reread([], null, describeError(null), null, committed)) return;
      }
      // Text that the manuscript lost with a switch, and that was queued for a node the path shows again, is only there.
      if (committedUnsealed(this.#queue, item, reply)) this.#hasPathMoved = true;
      applyReply(path, this.#manuscript, this.#queue, item, reply);
      // Text sealed again in the meantime may have left the manuscript with a switch; main has it.
      if (this.#differsFromPath()) await this.#reread([], null, describeError(null));
    } catch (error) {
      // Our own bug: main's state is right, so show that.
      await this.#reread([], null, describeError(error));
      throw error;
    } finally {
      item.intent?.resolve({ outcome: 'done', reply });
    }
  }

  #differsFromPath(): boolean {
    return differsFromPath(this.#manuscript, this.#queue, this.#options.path);
  }

  #onSuccess(): void {
    this.#scheduler.onSuccess();
    this.#status.clearError();
  }

  /** Nothing is lost: the editor has the whole draft, and the next save sends it, or the whole restored path. */
  async #onFailure(
    error: unknown,
    ops: readonly DraftOp[],
    pathChange: QueuedCommit | RestoredEvent | null,
  ): Promise<void> {
    const failure = describeError(error);
    const item = pathChange?.kind === 'commit' ? pathChange : null;
    if (!(error instanceof AspenError)) this.#options.onBug(error);
    const pruned = pathChange?.kind === 'restored' ? pathChange.pruned : null;
    const isDoubtful = item !== null && this.#isDoubtful(item, failure);
    if (isDoubtful) this.#resend.onDoubtful(item.sealed);
    // Typed text waits behind a restored path, so it must not wait forever for a file that refuses that path.
    const mustReread =
      failure.code === 'CONFLICT' ||
      isDoubtful ||
      pruned !== null ||
      item?.intent?.prepared.isMadeByMain === true ||
      item?.intent?.prepared.beforeSend !== undefined;
    this.#scheduler.onFailure();
    if (mustReread && (await this.#reread(ops, item, failure, pruned))) return;
    // No change fits main's path until it has been read.
    if (mustReread) this.#hasPathMoved = this.#manuscript !== null;
    const events = this.#eventCount;
    const kept = await this.#resend.handOver(this.#options.client, this.#manuscript, ops, failure.code);
    this.#manuscript?.unseal();
    const strays = this.#resend.strayOps(this.#manuscript, kept === 'none' ? ops : [], pruned);
    if (kept === 'all' && events === this.#eventCount) this.#resend.clear();
    else this.#resend.queueWholeTexts(this.#manuscript, strays, pruned);
    // A reply that has arrived was shown, and its intent is dropped with the queue.
    if (this.#differsFromPath()) this.#hasPathMoved = true;
    item?.intent?.resolve({ outcome: 'failed', error: failure });
    this.#scheduler.makeDue();
    if (kept !== 'none') return this.#onSuccess();
    // A refused intent does not mean that saving fails: the text goes with the next save.
    if (item?.intent == null || WRITE_ERRORS.has(failure.code)) this.#retryLater(failure);
  }

  #retryLater(error: WireError): void {
    this.#status.fail(error);
    this.#scheduler.retryLater();
  }

  /**
   * Shows the path as main has it now, with our draft rebased onto it. False if main could not be read either.
   * @param committed the nodes a commit made, for edits that still name the earlier ones
   */
  async #reread(
    ops: readonly DraftOp[],
    item: QueuedCommit | null,
    failure: WireError,
    pruned: readonly PrunedPosition[] | null = null,
    committed: readonly CommittedNode[] = [],
  ): Promise<boolean> {
    const { client, path } = this.#options;
    let snapshot: PathSnapshot;
    try {
      snapshot = await client.call('path.read', { treeId: path.treeId });
    } catch {
      // The first failure was reported; this one has the same cause or a lesser one.
      return false;
    }
    const manuscript = this.#manuscript;
    if (manuscript === null) return false;
    manuscript.unseal();
    const first = this.#resend.strayOps(manuscript, ops, pruned);
    const isRestoring = this.#resend.isRestoring(pruned);
    if (this.#scheduler.failures <= 1 && isRestoring) {
      // A restored path and draft are complete, so send them once more, against main's current path.
      path.reset(snapshot);
      this.#resend.queueWholeTexts(manuscript, first, pruned);
      this.#retryIntent(item, failure);
      if (WRITE_ERRORS.has(failure.code)) this.#retryLater(failure);
      return true;
    }
    this.#resend.rebase(manuscript, snapshot, first, committed);
    this.#scheduler.makeDue();
    this.#pathReread.emit(snapshot);
    if (isRestoring) this.#options.onNotRestored(failure);
    this.#retryIntent(item, failure);
    if (this.#scheduler.failures > 1) this.#retryLater(failure);
    return true;
  }

  /**
   * Returns true if main may have committed text of a conversation although it reported a failure: the path shows that,
   * and trying again might send a message or request replies twice.
   */
  #isDoubtful({ sealed }: QueuedCommit, { code }: WireError): boolean {
    return this.#options.mode === 'dialogue' && sealed.length > 0 && code !== 'CONFLICT';
  }

  /** Puts a refused intent first in line, once. */
  #retryIntent(item: QueuedCommit | null, failure: WireError): void {
    if (item?.intent == null) return;
    if (item.intent.isRetry || this.#isDoubtful(item, failure))
      item.intent.resolve({ outcome: 'failed', error: failure });
    else this.#waiting.unshift({ ...item.intent, isRetry: true });
  }
}

interface DraftSessionOptions {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  /** In a conversation, text waits in the draft although its message has left the path (`dialogue.md`, *The tree*). */
  readonly mode: TreeMode;
  /** Compare a digest of the draft with main's after every save (`AppInfo.checks`). */
  readonly checks: boolean;
  /** Returns true while main checks the grove's file: intents wait for that. */
  isChecking(): boolean;
  /** Main refused an undo or redo twice; the path is shown as main has it. */
  onNotRestored(failure: WireError): void;
  /** A bug of ours; the session continues. */
  onBug(error: unknown): void;
}

interface CheckWaitOptions {
  readonly client: Pick<Client, 'call'>;
  /** Returns true while main checks the grove's file. */
  isChecking(): boolean;
}

/**
 * Makes intents wait while main checks the file. They wait here and not in main, before anything is sealed for
 * them, so that text typed meanwhile is ordinary typing, which main journals.
 * @param onEnd receives why what waited is not to be done; null if it is
 */
function createCheckWait(
  { client, isChecking }: CheckWaitOptions,
  onEnd: (failure: WireError | null) => void,
) {
  let isRunning = false;

  function end(failure: WireError | null): void {
    isRunning = false;
    onEnd(failure);
  }

  return {
    get isRunning(): boolean {
      return isRunning;
    },

    /** Returns true if an intent that is ready to be sent has to wait; `onEnd` follows. */
    mustWait(): boolean {
      if (!isRunning && isChecking()) {
        isRunning = true;
        void client.call('grove.awaitCheck', {}).then(
          () => end(null),
          (error: unknown) => end(describeError(error)),
        );
      }
      return isRunning;
    },
  };
}

type CheckWait = ReturnType<typeof createCheckWait>;

// Checks of a reply from main against what the manuscript shows by the time the reply arrives.

/** Returns true if a sealed node was typed into again before its commit was answered. */
function isTypedSince<I>(manuscript: DraftSurface | null, queue: OutboxQueue<I>, nodeId: NodeId): boolean {
  // A restored path and draft are complete, so typing before them does not count.
  if (manuscript?.isComposing() !== false || queue.hasRestored) return false;
  return queue.hasTypingOf(nodeId);
}

/** True if a commit of text that had left the path made nodes of text that the manuscript still shows as a draft. */
function committedShownDraft<I>(
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  path: PathSession,
  { intent, seal }: Commit<I>,
  { committed }: PathReply,
): boolean {
  if (intent !== null || seal !== null || queue.hasRestored) return false;
  if (manuscript?.isComposing() !== false) return false;
  return committed.some(({ was }) => was === null || path.hasNode(was));
}

/** True if a commit made nodes of more than the text that the manuscript sealed. Ask before the reply is applied. */
function committedUnsealed<I>(
  queue: OutboxQueue<I>,
  { seal, sealed }: Commit<I>,
  { committed }: PathReply,
): boolean {
  if (seal === null || queue.hasRestored) return false;
  const known = new Set(sealed.map((part) => queue.nodeIdOf(part)));
  return committed.some(({ was }) => was !== null && !known.has(was));
}

/** Returns true if the manuscript shows another path than the mirror, with nothing queued that would explain it. */
function differsFromPath<I>(
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  path: PathSession,
): boolean {
  if (manuscript === null || manuscript.isComposing()) return false;
  if (queue.hasPathChange) return false;
  const { pathLength, headPositionId } = manuscript.summary();
  return pathLength !== path.length || headPositionId !== path.headId;
}

interface WithPrepared {
  readonly prepared: PreparedIntent;
}

/**
 * Applies main's reply to a commit to the path mirror and the manuscript.
 * @param queue is sent the nodes that the sealed segments became
 */
function applyReply<I extends WithPrepared>(
  path: PathSession,
  manuscript: DraftSurface | null,
  queue: OutboxQueue<I>,
  item: Commit<I>,
  reply: PathReply,
): void {
  const { seal, sealed } = item;
  const {
    beforeSend,
    caretAfter,
    pruned: findPruned,
    isSwitch = false,
    onDone,
    restores,
  } = item.intent?.prepared ?? {};
  const commit = seal === null ? null : { seal, segments: partsOf(queue, item, reply) };
  if (commit !== null) queue.recordCommit(commit);
  queue.remapNodes(reply.committed);
  const shownLength = path.length + (reply.committed.some(({ was }) => was === null) ? 1 : 0);
  path.apply(reply);
  if (manuscript === null) return;
  // This commit was of text whose node had left the path. Undo has restored another path and draft since:
  // those are shown, and are sent to main next.
  if (item.intent === null && seal === null && queue.hasRestored) return;
  if (commit !== null) manuscript.applyCommit(commit);
  // A local move has shown its result already: one node after the earlier ones.
  const shownTail = beforeSend === undefined ? 0 : 1;
  const isShown = reply.keptBefore === shownLength && reply.tail.count === shownTail;
  const caret = caretAfter?.() ?? 'keep';
  const pruned = findPruned?.() ?? [];
  if (restores !== undefined) restores.show();
  else if (!isShown || pruned.length > 0 || (commit?.segments.length ?? 0) < sealed.length) {
    const nodes = isShown ? [] : nodesOf(reply.tail);
    const keptBefore = isShown ? path.length : reply.keptBefore;
    const text = isShown ? '' : reply.tail.text;
    manuscript.replaceTail(keptBefore, nodes, {
      caret,
      text,
      keptAfter: reply.keptAfter,
      pruned,
      isSwitch,
    });
  } else if (caret !== 'keep' && !manuscript.isComposing()) {
    if (typeof caret === 'number') manuscript.moveCaretAfter(caret);
    else manuscript.moveCaretInto(caret.index, caret.offset);
  }
  onDone?.(reply);
}

function partsOf<I>(
  queue: OutboxQueue<I>,
  { sealed }: Commit<I>,
  reply: PathReply,
): readonly CommittedSegment[] {
  return sealed.flatMap((part) => {
    const was = queue.nodeIdOf(part);
    const node = reply.committed.find((committed) => committed.was === was);
    if (node === undefined) return [];
    return [{ segmentId: part.segmentId, nodeId: node.nodeId, positionId: node.positionId }];
  });
}

/** State of typed text in main. Whether it is in the file is `SaveState`, which main sends. */
export interface DraftStatus {
  /** Something typed has not reached main yet. */
  readonly unsent: boolean;
  /** Why main does not have it. */
  readonly error: WireError | null;
}

/** Publishes the status of a draft. */
export class DraftStatusStore {
  readonly #status = createStore<DraftStatus>({ unsent: false, error: null });
  readonly store: Store<DraftStatus> = this.#status;
  readonly #isUnsent: () => boolean;
  #isScheduled = false;

  constructor(isUnsent: () => boolean) {
    this.#isUnsent = isUnsent;
  }

  /** Updates `unsent` after the keystroke is painted: React must not run within it (`house.md`, *One keystroke*). */
  update(): void {
    if (this.#isScheduled) return;
    if (this.#status.get().unsent === this.#isUnsent()) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      const unsent = this.#isUnsent();
      const { error, unsent: was } = this.#status.get();
      if (unsent !== was) this.#status.set({ unsent, error });
    });
  }

  clearError(): void {
    const { unsent } = this.#status.get();
    this.#status.set({ unsent, error: null });
  }

  fail(error: WireError): void {
    this.#status.set({ unsent: true, error });
  }
}

/** A digest of the manuscript's draft, for `saveDraft` to compare with main's; null if there is none to compare. */
export function digestOf(manuscript: DraftSurface | null): string | null {
  // While an input method is composing, the manuscript may still show the previous path.
  return manuscript === null || manuscript.isComposing() ? null : draftDigest(manuscript.draft());
}

/** @throws {Error} if main's draft has another digest afterwards */
export async function saveDraft(
  client: Pick<Client, 'call'>,
  path: PathSession,
  ops: readonly DraftOp[],
  digest: string | null,
  undo: UndoSteps | null,
): Promise<void> {
  const { treeId, pathVersion } = path;
  const kept = undo === null ? {} : { undo };
  const reply = await client.call('draft.save', { treeId, pathVersion, ops, digest, ...kept });
  if (digest !== null && reply.digest !== digest) {
    throw new Error(`the draft differs from main's: ${digest} here, ${reply.digest} there`);
  }
}

/** Sends a restored path and draft whole: main adopts both, and commits nothing. */
export function restorePath(
  client: Pick<Client, 'call'>,
  path: PathSession,
  { nodes, draft: { head, buffer, edits } }: PathAndDraft,
  pruned: readonly PrunedPosition[],
  isRedo: boolean,
): Promise<PathReply> {
  return client.call('path.restore', {
    treeId: path.treeId,
    pathVersion: path.pathVersion,
    head,
    versions: nodes.flatMap(({ nodeId }) => (path.hasNode(nodeId) ? [] : [nodeId])),
    pruned,
    draft: { buffer, edits },
    ...(isRedo ? { isRedo } : {}),
  });
}
