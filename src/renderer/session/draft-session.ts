/**
 * The outbox between the editor and main (`manuscript.md`, *Talking to the main process*; `storage.md`, *Typed
 * text*). What was typed leaves in order, one message at a time; intents wait for what was typed before them; nothing
 * that main has not acknowledged is forgotten.
 */
import type { SpannedText } from '../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../core/buffer/pending-edit.ts';
import { AspenError, describeError, type ErrorCode } from '../../core/errors.ts';
import type { NodeId, SegmentId } from '../../core/ids.ts';
import type { Intent, PathReply, PathSnapshot, WireError } from '../../ipc/wire.ts';
import type { Client } from '../client.ts';
import { joinSplices } from './join-splices.ts';
import type {
  CommittedPart,
  DraftEvent,
  ManuscriptFace,
  SealedPart,
  TextPlace,
  TypingEvent,
} from './manuscript-face.ts';
import { nodesOf } from './path-segments.ts';
import type { PathSession } from './path-session.ts';
import { createStore, type Store } from './store.ts';

/** Unsent text leaves at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
export const SEND_AFTER = 250;
/** Or at once when this much was typed or deleted. UTF-16 code units. */
export const SEND_LENGTH = 200;
/** How long after a failure the same text is sent again: the first time, and from then on. Milliseconds. */
const RETRY_FIRST = 250;
const RETRY_LATER = 2_000;

/** What an intent asks of main, its target fixed and the draft sealed. */
export interface PreparedIntent {
  /** Shows at once what main is about to be told; a refusal then reads the path again. */
  readonly beforeSend?: () => void;
  send(intent: Intent): Promise<PathReply>;
  /** The path is as main answered, in the mirror and in the manuscript. */
  readonly done?: (reply: PathReply) => void;
}

/** Called as soon as no other commit is under way; null when there is nothing to do any more. */
export type PathIntent = () => PreparedIntent | null;

export type IntentOutcome =
  | { readonly outcome: 'done'; readonly reply: PathReply }
  | { readonly outcome: 'nothing' }
  | { readonly outcome: 'failed'; readonly error: WireError };

export interface DraftStatus {
  /** Something was typed that main does not hold yet. */
  readonly unsent: boolean;
  /** Why main does not hold it. */
  readonly error: WireError | null;
}

/** What keeps main from writing at all. */
const WRITING_TROUBLE: ReadonlySet<ErrorCode> = new Set([
  'READ_ONLY',
  'DISK_FULL',
  'IO_ERROR',
  'CORRUPT',
  'IN_USE',
  'MOVED',
]);

interface WaitingIntent {
  readonly prepare: PathIntent;
  readonly again: boolean;
  readonly resolve: (outcome: IntentOutcome) => void;
}

/** The draft before it is to be committed, by itself or as part of an intent. */
interface CommitItem {
  readonly kind: 'commit';
  readonly sealed: readonly SealedPart[];
  readonly intent: (WaitingIntent & { readonly prepared: PreparedIntent }) | null;
}

type TypedItem = Pick<TypingEvent, 'kind' | 'segmentId' | 'nodeId' | 'splice'>;
type WholeItem = { readonly kind: 'whole'; readonly op: DraftOp };
type Item = TypedItem | WholeItem | CommitItem;

export interface DraftSessionOptions {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  /** Compare a digest of the draft with main's after every save (`AppInfo.checks`). */
  readonly checks: boolean;
  /** Where the caret last was, for a path that is read again. */
  findPlace(): TextPlace | null;
  /** The path was read again, since main's was another. */
  onReread(snapshot: PathSnapshot): void;
  /** A mistake of ours; the session goes on. */
  onBug(error: unknown): void;
}

export class DraftSession {
  readonly #options: DraftSessionOptions;
  readonly #status = createStore<DraftStatus>({ unsent: false, error: null });
  #manuscript: ManuscriptFace | null = null;
  #queue: Item[] = [];
  #waiting: WaitingIntent[] = [];
  /** What became of segments whose commit was answered. */
  readonly #nodes = new Map<SegmentId, NodeId>();
  /** Collects what `seal` announces while an intent asks for it. */
  #sealing: SealedPart[] | null = null;
  #inFlight = false;
  #committing = false;
  /** Main's draft holds edits of nodes that are not on the path, so that the two drafts differ until a commit. */
  #strayed = false;
  #due = false;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #typedLength = 0;
  #settled: (() => void)[] = [];
  #telling = false;

  constructor(options: DraftSessionOptions) {
    this.#options = options;
  }

  get status(): Store<DraftStatus> {
    return this.#status;
  }

  /** The editor that shows this draft; null when its view is gone. */
  attach(manuscript: ManuscriptFace | null): void {
    this.#manuscript = manuscript;
    if (manuscript !== null) this.#startWaiting();
  }

  /** True while a commit or an intent is queued or on its way: what a position becomes is not known yet. */
  get isCommitting(): boolean {
    return this.#waiting.length > 0 || this.#queue.some((item) => item.kind === 'commit') || this.#committing;
  }

  /** Takes what the editor tells, in order. Costs no more than what was typed. */
  take(event: DraftEvent): void {
    if (event.kind === 'sealed') {
      if (this.#sealing !== null) this.#sealing.push(...event.segments);
      else this.#queue.push({ kind: 'commit', sealed: event.segments, intent: null });
      this.#pump();
      return;
    }
    const last = this.#queue.at(-1);
    const joined =
      last?.kind === 'typed' && last.segmentId === event.segmentId
        ? joinSplices(last.splice, event.splice)
        : undefined;
    if (last?.kind === 'typed' && joined !== undefined) {
      this.#queue[this.#queue.length - 1] = { ...last, splice: joined };
    } else this.#queue.push(event);
    this.#typedLength += event.splice.insert.length + event.splice.to - event.splice.from;
    if (this.#typedLength >= SEND_LENGTH) this.#due = true;
    this.#sendTimer ??= setTimeout(() => this.#sendSoon(), SEND_AFTER);
    this.#pump();
  }

  /** Carries out an intent behind everything typed so far. Never rejects: the outcome says what happened. */
  submit(prepare: PathIntent): Promise<IntentOutcome> {
    this.#stopWaitingToRetry();
    return new Promise((resolve) => {
      this.#waiting.push({ prepare, again: false, resolve });
      this.#startWaiting();
    });
  }

  /** Sends what is unsent now, after a failure too; resolves when main holds it or has refused it. */
  flush(): Promise<void> {
    this.#stopWaitingToRetry();
    this.#due = true;
    return new Promise((resolve) => {
      this.#settled.push(resolve);
      this.#pump();
    });
  }

  #sendSoon(): void {
    this.#sendTimer = undefined;
    this.#due = true;
    this.#pump();
  }

  /** Seals the draft for the next waiting intent, once no commit is under way. */
  #startWaiting(): void {
    const manuscript = this.#manuscript;
    while (manuscript !== null && !this.#committing && !this.#queue.some((item) => item.kind === 'commit')) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const prepared = next.prepare();
      if (prepared === null) {
        next.resolve({ outcome: 'nothing' });
        continue;
      }
      this.#sealing = [];
      manuscript.seal();
      const sealed = this.#sealing;
      this.#sealing = null;
      this.#queue.push({ kind: 'commit', sealed, intent: { ...next, prepared } });
      prepared.beforeSend?.();
    }
    this.#pump();
  }

  /** Sends the next message if it is time, one at a time. */
  #pump(): void {
    this.#tellStatus();
    if (this.#inFlight || this.#sealing !== null) return;
    if (this.#retryTimer !== undefined) {
      this.#settle();
      return;
    }
    // Text may still come for nodes that left the path: the manuscript waits for the end of a composition.
    if (!this.#queue.some((item) => item.kind === 'commit')) this.#commitStrays();
    const commitAt = this.#queue.findIndex((item) => item.kind === 'commit');
    const commit = this.#queue[commitAt];
    if (commit?.kind === 'commit') {
      const items = this.#queue.splice(0, commitAt + 1).slice(0, -1);
      this.#committing = true;
      this.#run(() => this.#sendCommit(this.#opsOf(items), commit));
    } else if (this.#queue.length > 0) {
      if (this.#due) this.#run(() => this.#sendSave(this.#opsOf(this.#queue.splice(0))));
    } else this.#settle();
  }

  #settle(): void {
    if (this.#queue.length === 0) {
      this.#due = false;
      this.#nodes.clear();
    }
    for (const resolve of this.#settled.splice(0)) resolve();
  }

  #run(work: () => Promise<void>): void {
    this.#inFlight = true;
    if (!this.#queue.some((item) => item.kind === 'typed')) {
      clearTimeout(this.#sendTimer);
      this.#sendTimer = undefined;
      this.#typedLength = 0;
      this.#due = this.#settled.length > 0;
    }
    this.#tellStatus();
    const goOn = () => {
      this.#inFlight = false;
      this.#committing = false;
      this.#startWaiting();
    };
    void work().then(goOn, (error: unknown) => {
      goOn();
      this.#options.onBug(error);
    });
  }

  /** The items as main understands them: every segment is a node by now, or the working buffer. */
  #opsOf(items: readonly Item[]): readonly DraftOp[] {
    const ops: DraftOp[] = [];
    for (const item of items) {
      if (item.kind === 'whole') ops.push(item.op);
      else if (item.kind === 'typed') ops.push({ nodeId: this.#nodeOf(item), splice: item.splice });
    }
    return ops;
  }

  #nodeOf(item: { readonly segmentId: SegmentId; readonly nodeId: NodeId | null }): NodeId | null {
    return this.#nodes.get(item.segmentId) ?? item.nodeId;
  }

  /** Of a node that the path no longer shows: its text is in nobody's hands but the queue's. */
  #isStray(nodeId: NodeId | null): boolean {
    return nodeId !== null && !this.#options.path.hasNode(nodeId);
  }

  async #sendSave(ops: readonly DraftOp[]): Promise<void> {
    const { client, path, checks } = this.#options;
    const manuscript = this.#manuscript;
    if (ops.some((op) => this.#isStray(op.nodeId))) this.#strayed = true;
    const compares = checks && manuscript !== null && !this.#strayed;
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

  async #sendCommit(ops: readonly DraftOp[], item: CommitItem): Promise<void> {
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
    this.#strayed = false;
    try {
      this.#answered(item, reply);
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

  /** Takes the path over into the mirror and the manuscript. */
  #answered(item: CommitItem, reply: PathReply): void {
    const { path } = this.#options;
    const manuscript = this.#manuscript;
    const parts = this.#partsOf(item.sealed, reply);
    for (const part of parts) this.#nodes.set(part.segmentId, part.nodeId);
    const shownLength = path.length + (reply.committed.some(({ was }) => was === null) ? 1 : 0);
    path.apply(reply);
    if (manuscript === null) return;
    if (parts.length > 0) manuscript.committed(parts);
    // What a local move showed already is the one node behind those that were there.
    const tailShown = item.intent?.prepared.beforeSend === undefined ? 0 : 1;
    const isShown = reply.keep === shownLength && reply.tail.count === tailShown;
    if (!isShown || parts.length < item.sealed.length) {
      manuscript.replaceTail(reply.keep, nodesOf(reply.tail), { caret: 'keep' });
    }
    item.intent?.prepared.done?.(reply);
  }

  /** Whether the manuscript shows another path than the mirror, with nothing on its way that would explain it. */
  #differs(): boolean {
    const manuscript = this.#manuscript;
    if (manuscript === null || manuscript.isComposing()) return false;
    if (this.#queue.some((item) => item.kind === 'commit')) return false;
    const { pathLength, headPositionId } = manuscript.summary();
    return pathLength !== this.#options.path.length || headPositionId !== this.#options.path.headId;
  }

  #partsOf(sealed: readonly SealedPart[], reply: PathReply): readonly CommittedPart[] {
    return sealed.flatMap((part) => {
      const was = this.#nodeOf(part);
      const became = reply.committed.find((committed) => committed.was === was);
      if (became === undefined) return [];
      return [{ segmentId: part.segmentId, nodeId: became.nodeId, positionId: became.positionId }];
    });
  }

  /** What was typed, while a switch was under way, into nodes that it took off the path becomes versions of them. */
  #commitStrays(): void {
    const isStray = (item: Item) => item.kind === 'typed' && this.#isStray(this.#nodeOf(item));
    const strays = this.#queue.filter(isStray);
    if (strays.length === 0) return;
    const rest = this.#queue.filter((item) => !isStray(item));
    this.#queue = [...strays, { kind: 'commit', sealed: [], intent: null }, ...rest];
  }

  #succeeded(): void {
    this.#failures = 0;
    const { unsent } = this.#status.get();
    this.#status.set({ unsent, error: null });
  }

  /** Nothing is lost: the draft is whole again in the editor, and goes to main as whole texts with the next save. */
  async #failed(error: unknown, ops: readonly DraftOp[], item: CommitItem | null): Promise<void> {
    const failure = describeError(error);
    if (!(error instanceof AspenError)) this.#options.onBug(error);
    const mustReread = failure.code === 'CONFLICT' || item?.intent?.prepared.beforeSend !== undefined;
    this.#failures += 1;
    if (mustReread && (await this.#reread(ops, item, failure))) return;
    this.#manuscript?.unseal();
    this.#sendWholes(this.#strayOps(ops));
    item?.intent?.resolve({ outcome: 'failed', error: failure });
    this.#due = true;
    // A refused intent is no trouble with saving: what was typed goes on as any other save.
    if (item?.intent == null || WRITING_TROUBLE.has(failure.code)) this.#waitToRetry(failure);
  }

  #waitToRetry(error: WireError): void {
    this.#status.set({ unsent: true, error });
    this.#due = true;
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#due = true;
        this.#pump();
      },
      this.#failures <= 1 ? RETRY_FIRST : RETRY_LATER,
    );
  }

  #stopWaitingToRetry(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  /** Ops, sent or queued, for nodes that are not on the path; whole texts of the others cover them. */
  #strayOps(sent: readonly DraftOp[]): readonly DraftOp[] {
    return [...sent, ...this.#opsOf(this.#queue)].filter((op) => this.#isStray(op.nodeId));
  }

  /** Replaces everything queued by the draft's whole texts, behind `first`; intents and commits are let go. */
  #sendWholes(first: readonly DraftOp[]): void {
    for (const queued of this.#queue) {
      if (queued.kind === 'commit') queued.intent?.resolve({ outcome: 'nothing' });
    }
    const draft = this.#manuscript?.draft();
    const whole = (nodeId: NodeId | null, { text, spans }: SpannedText): DraftOp => ({
      nodeId,
      whole: { text, spans },
    });
    const wholes =
      draft === undefined
        ? []
        : [...draft.edits.map((edit) => whole(edit.nodeId, edit)), whole(null, draft.buffer)];
    this.#queue = [...first, ...wholes].map((op) => ({ kind: 'whole', op }));
    this.#nodes.clear();
  }

  /** Shows the path as main has it now, with our own draft on it. False when main could not be read either. */
  async #reread(ops: readonly DraftOp[], item: CommitItem | null, failure: WireError): Promise<boolean> {
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
    const queued = this.#strayOps(ops);
    const draft = manuscript.draft();
    path.reset(snapshot);
    const own = new Map(draft.edits.map((edit) => [edit.nodeId, edit]));
    const kept = snapshot.edits.map((edit) => own.get(edit.nodeId) ?? edit);
    const known = new Set(kept.map((edit) => edit.nodeId));
    const more = draft.edits.filter((edit) => path.hasNode(edit.nodeId) && !known.has(edit.nodeId));
    manuscript.replaceContent({
      rootPositionId: snapshot.rootPositionId,
      nodes: nodesOf(snapshot.segments),
      edits: inPathOrder([...kept, ...more], path),
      buffer: draft.buffer,
      cursor: this.#options.findPlace() ?? snapshot.cursor,
    });
    const lost = draft.edits.filter((edit) => !path.hasNode(edit.nodeId));
    const strays = lost.map(({ nodeId, text, spans }): DraftOp => ({ nodeId, whole: { text, spans } }));
    this.#sendWholes([...queued, ...strays]);
    this.#due = true;
    this.#options.onReread(snapshot);
    if (item?.intent != null) {
      if (item.intent.again) item.intent.resolve({ outcome: 'failed', error: failure });
      else this.#waiting.unshift({ ...item.intent, again: true });
    }
    if (this.#failures > 1) this.#waitToRetry(failure);
    return true;
  }

  /** Tells the status after the keystroke is painted: React must not run within it (`house.md`, *One keystroke*). */
  #tellStatus(): void {
    if (this.#telling) return;
    if (this.#status.get().unsent === this.#isUnsent()) return;
    this.#telling = true;
    setTimeout(() => {
      this.#telling = false;
      const unsent = this.#isUnsent();
      const { error, unsent: was } = this.#status.get();
      if (unsent !== was) this.#status.set({ unsent, error });
    });
  }

  #isUnsent(): boolean {
    return this.#queue.length > 0 || this.#inFlight;
  }
}

function inPathOrder<T extends { readonly nodeId: NodeId }>(
  edits: readonly T[],
  path: PathSession,
): readonly T[] {
  const places = new Map(path.mirror.get().headers.map((header, index) => [header.nodeId, index]));
  return edits.toSorted((a, b) => (places.get(a.nodeId) ?? 0) - (places.get(b.nodeId) ?? 0));
}
