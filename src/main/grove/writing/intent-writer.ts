import { followHeadings } from '../../../core/anchors/follow-headings.ts';
import { type CommitTrigger, commitPolicy, divideDraft } from '../../../core/buffer/commit-policy.ts';
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type CommittedPart, planCommit } from '../../../core/buffer/plan-commit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { LayerReason } from '../../../core/history/layer-reason.ts';
import type { AnchorId, NodeId, PositionId, RequestId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { sliceSpans } from '../../../core/text/span.ts';
import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import { restorePath } from '../../../core/tree/path.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { targetsAt } from '../../store/tables/marks/anchors.ts';
import { getNode, getNodeContent } from '../../store/tables/nodes.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import { SessionLayers } from '../history/session-layers.ts';
import type { PathPlaces } from '../places/path-places.ts';
import { type OpenPath, withCommitted } from '../reading/open-path.ts';
import type { DraftState } from './draft-state.ts';
import type { Act, Conclude, TreeWrite, WritableTree } from './tree-transactions.ts';

/** An intent without its tree. */
export type IntentParts = Omit<Intent, 'treeId'>;

/** The things that the parts of a session need, handed over whole. */
export interface SessionScope extends WritableTree {
  readonly mode: TreeMode;
  readonly path: OpenPath;
  readonly draftState: DraftState;
  /** Follows suggestions to where commits and moves of the path take their texts. */
  readonly places: PathPlaces;
  /** The text that the window shows was written or replaced. */
  onText(): void;
}

/** An intent's action after the draft is committed: adds its changes to the tree that the commit left. */
type ActOnCommit = (after: Overlay, committed: readonly CommittedPart[], tx: FileTransaction) => void;

interface CarryOutOptions {
  /** Decides, with the tree's mode, what is committed of the draft before the intent. */
  readonly commits: CommitTrigger;
  /** Drops a blank working buffer instead of committing it, since the writer is switching. */
  readonly discardBlank?: boolean;
  readonly request?: RequestId;
  /** The reason that the intent moves the path (`layers.md`); by default, it follows from what is written. */
  readonly reason?: LayerReason;
  /** The transaction's kind in the log; `commit` unless the intent has its own. */
  readonly kind?: LogKind;
  /** The pending edit that the intent writes itself, in another way than a commit. */
  readonly takes?: PendingEdit | undefined;
  /** The draft that the intent leaves instead of what is not committed. */
  readonly leaves?: Omit<Draft, 'head'>;
}

/** An intent's properties of its transaction. */
export type IntentWrite = Pick<TreeWrite, 'kind' | 'request' | 'reason'>;

/** Commit replies cached, so that a commit repeated after a lost reply writes nothing. */
const MAX_CACHED_REPLIES = 64;

/** An intent that only commits. */
export const STAY: ActOnCommit = () => undefined;

/**
 * The only way an intent is written to the file: checked against the path it was made for, with its typing, in one
 * transaction. Each intent only supplies its changes to the tree.
 */
export class IntentWriter {
  readonly #scope: SessionScope;
  readonly #path: OpenPath;
  readonly #draftState: DraftState;
  readonly #commitReplies = new Map<RequestId, PathReply>();
  /** The time line of the path. */
  readonly layers: SessionLayers;
  /** The tree's mode: decides what intents commit. */
  readonly mode: TreeMode;
  /** An id older than what a write whose outcome is unknown may have written; empty in a manuscript. */
  #since: string;
  /** The store's `externalWrites` and `reopenings` when the path was last read or compared. */
  #externalWrites: number;
  #reopenings: number;

  constructor(scope: SessionScope) {
    this.#scope = scope;
    this.#externalWrites = scope.store.externalWrites;
    this.#reopenings = scope.store.reopenings;
    this.mode = scope.mode;
    this.#since = this.#newSince();
    this.#path = scope.path;
    this.#draftState = scope.draftState;
    this.layers = new SessionLayers({
      ...scope,
      isManuscript: this.mode === 'buffer',
      draft: () => this.#draftState.draft,
      reloadIfStale: () => this.reloadIfStale(),
    });
  }

  /**
   * Applies typing to main's copy of the draft, all of it or none.
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT if the typing does not fit
   */
  accept({ pathVersion, ops }: IntentParts): void {
    this.reloadIfStale();
    this.#path.requireVersion(pathVersion);
    this.#type(ops);
  }

  /**
   * The same for what is only typed, which fits although replies have come at the end of the path.
   * @returns the path as it was when it was typed
   * @throws {AspenError} as `accept`
   */
  acceptTyping({ pathVersion, ops }: IntentParts): readonly PathIds[] {
    this.reloadIfStale();
    const before = this.#path.findIdsAt(pathVersion);
    if (before === undefined) this.#path.requireVersion(pathVersion);
    this.#type(ops);
    return before ?? this.#path.ids;
  }

  #type(ops: IntentParts['ops']): void {
    this.#draftState.accept(ops);
    if (ops.length > 0) this.layers.onTyped();
  }

  /**
   * Accepts the typing, commits what the tree's mode commits of the draft, plans the intent against the tree
   * that the commit leaves, writes both in one transaction and returns what changed.
   * @param check called before anything is written; the typing is accepted even if it throws
   * @throws {AspenError} as `accept` and `check`, and what the store throws
   */
  carryOut(intent: IntentParts, options: CarryOutOptions, act: ActOnCommit, check = () => {}): PathReply {
    const { author, idsAndClock } = this.#scope;
    // White space is no message (`dialogue.md`).
    const isDialogue = this.mode === 'dialogue';
    const { commits, discardBlank = isDialogue, request, reason, kind = 'commit', takes, leaves } = options;
    this.accept(intent);
    this.#require(check);
    const before = this.#path.ids;
    const { draft } = this.#draftState;
    const own =
      takes === undefined ? draft : { ...draft, edits: draft.edits.filter((edit) => edit !== takes) };
    const { committed, kept } = divideDraft(own, commitPolicy(this.mode, commits), takes?.nodeId ?? null);
    let parts: readonly CommittedPart[] = [];
    const change = this.#write(
      { kind, ...(request === undefined ? {} : { request }), ...(reason === undefined ? {} : { reason }) },
      leaves ?? kept,
      (after, tx, paths) => {
        const plan = planCommit(after.tree, after.path, committed, author, idsAndClock, { discardBlank });
        parts = plan.parts;
        after.add(plan.change);
        this.#followHeadings(after, parts, tx);
        // The text as it was just before a move is a layer, too.
        paths.endLayer('commit');
        act(after, parts, tx);
      },
      () => parts,
    );
    // Text that the commit dropped is still in the window after what it kept, so send all of that again.
    const dropsText =
      takes !== undefined || (committed.buffer.text !== '' && !parts.some(({ was }) => was === null));
    return this.#path.reply(before, parts, touchedBy(change), dropsText);
  }

  #followHeadings(after: Overlay, parts: readonly CommittedPart[], tx: FileTransaction): void {
    const { treeId, idsAndClock } = this.#scope;
    const targets = parts
      .filter(({ was }) => was !== null)
      .flatMap(({ positionId }) => targetsAt(tx, treeId, positionId));
    if (targets.length === 0) return;
    const newId = () => idsAndClock.newId() as AnchorId;
    for (const change of followHeadings(after.tree, parts, targets, newId)) after.add(change);
  }

  /**
   * Commits what the tree's mode saves of the draft. Repeated with the same request id, it writes nothing and replies
   * as before.
   * @throws {AspenError} as `carryOut`
   */
  commit(intent: IntentParts, requestId: RequestId): PathReply {
    const cached = this.#commitReplies.get(requestId);
    if (cached !== undefined) return cached;
    const reply = this.carryOut(intent, { commits: 'save', request: requestId }, STAY);
    this.#commitReplies.set(requestId, reply);
    const [oldest] = this.#commitReplies.keys();
    if (this.#commitReplies.size > MAX_CACHED_REPLIES && oldest !== undefined)
      this.#commitReplies.delete(oldest);
    return reply;
  }

  /** The reply to one of the last commits; null if none of them has this request id. */
  committed(requestId: RequestId): PathReply | null {
    return this.#commitReplies.get(requestId) ?? null;
  }

  /**
   * Writes a change and replaces the draft; commits nothing. The typing must have been accepted before.
   * @throws {AspenError} what the store throws
   */
  replaceDraft(write: IntentWrite, draft: Omit<Draft, 'head'>, act: Act): PathReply {
    const before = this.#path.ids;
    const change = this.#write(write, draft, act, null);
    return this.#path.reply(before, [], touchedBy(change));
  }

  /** If it throws, saves the draft, which typing may have changed. */
  #require(check: () => void): void {
    try {
      check();
    } catch (error) {
      // Never rejects: the save state reports the result.
      void this.#draftState.save();
      throw error;
    }
  }

  /** Accepts the typing and saves the draft; commits and writes nothing else. @throws {AspenError} as `accept` */
  stay(intent: IntentParts): PathReply {
    const before = this.acceptTyping(intent);
    // Never rejects: the save state reports the result.
    if (intent.ops.length > 0) void this.#draftState.save();
    return this.#path.reply(before, []);
  }

  /**
   * Writes a change together with the draft that it leaves.
   * @param committed what the draft became, once it is written; null where undo put the draft back
   */
  #write(
    write: IntentWrite,
    draft: Omit<Draft, 'head'>,
    act: Act,
    committed: (() => readonly CommittedPart[]) | null,
  ): TreeChange {
    const { places } = this.#scope;
    const before = { ids: this.#path.ids, draft: this.#draftState.draft };
    let left: Draft = before.draft;
    const change = places.tracker.attempt(() =>
      this.#run(
        write,
        (after, tx, paths) => {
          act(after, tx, paths);
          left = { ...draft, head: after.path.head };
        },
        (tx) => {
          if (committed !== null) places.writeCommitted(tx, committed(), before.draft, left);
          // The head may be a position that the change makes.
          this.#draftState.writeTo(tx, left);
        },
        () => left,
      ),
    );
    this.#draftState.onReplaced(left);
    const ids = committed === null ? before.ids : withCommitted(before.ids, committed());
    places.onPathMoved(
      { ids, draft: before.draft },
      { ids: this.#path.ids, draft: left },
      committed === null,
    );
    this.#scope.onText();
    return change;
  }

  /**
   * The file differs from what was known: a commit that seemed to fail may have reached it, or another
   * program wrote it. Reloads the path and removes what has been committed from the draft.
   */
  reload(): void {
    const { store } = this.#scope;
    this.#externalWrites = store.externalWrites;
    this.#reopenings = store.reopenings;
    const before = this.#path.ids;
    this.#path.reload();
    this.layers.onReloaded();
    const { ids, head } = this.#path;
    const { draft } = this.#draftState;
    const textAt = (nodeId: NodeId) => textOf(getNodeContent(store, nodeId).content);
    if (this.mode === 'buffer') {
      const left = dropCommitted(draft, before, ids, head, textAt);
      this.#draftState.rebase(left);
      const hasChanged = left.buffer !== draft.buffer || left.edits.length !== draft.edits.length;
      this.#scope.places.onPathMoved({ ids: before, draft }, { ids, draft: left }, hasChanged);
    } else {
      const written = ids
        .filter(({ nodeId }) => nodeId > this.#since)
        .map(({ nodeId }) => ({ ...getNode(store, nodeId), text: textAt(nodeId) }))
        .filter(({ authorId }) => authorId === this.#scope.author.id);
      this.#draftState.rebase(dropSent(draft, written, head));
    }
    this.#since = this.#newSince();
  }

  #newSince(): string {
    return this.mode === 'dialogue' ? this.#scope.idsAndClock.newId() : '';
  }

  /**
   * The same, if another program has written meanwhile. If the file was only taken back to an earlier cursor or draft,
   * which no log row records, writes them again: ours are newer (`storage.md`, *Overwritten in place*).
   */
  reloadIfStale(): void {
    const { store } = this.#scope;
    try {
      if (!store.readonly) store.examine();
    } catch (error) {
      // Operations that need the file report it; typing does not.
      if (!(error instanceof AspenError)) throw error;
    }
    if (store.overwrite !== null) return;
    if (this.#externalWrites !== store.externalWrites) this.reload();
    else if (this.#reopenings !== store.reopenings) this.#writeAgain();
  }

  #writeAgain(): void {
    const { store, treeId, author, transactions } = this.#scope;
    if (!this.#path.isInFile) {
      const versions = this.#path.ids.map(({ nodeId }) => nodeId);
      transactions.run({ tree: treeId, author, kind: 'commit', refuseIfStale: true }, (after) =>
        after.addPath(restorePath(after.tree, after.path, this.#path.head, versions)),
      );
    }
    this.#draftState.compareWithFile();
    this.#reopenings = store.reopenings;
  }

  /** Writes a change and applies it to the path. If it fails, saves the draft instead. */
  #run(write: IntentWrite, act: Act, conclude: Conclude, left: () => Draft): TreeChange {
    const { treeId, author, transactions } = this.#scope;
    let change: TreeChange;
    try {
      const session = this.layers.stateBefore(left);
      change = transactions.run(
        { ...write, tree: treeId, author, refuseIfStale: true, session },
        act,
        conclude,
      );
    } catch (error) {
      if (error instanceof AspenError && error.code === 'CONFLICT') this.reload();
      // Never rejects: the save state reports the result.
      void this.#draftState.save();
      throw error;
    }
    this.#since = this.#newSince();
    this.#path.apply(change.path);
    this.layers.onWritten(left());
    return change;
  }
}

/** Positions whose headers a change may alter though their versions stay. */
function touchedBy({ metadata }: TreeChange): ReadonlySet<PositionId> {
  return new Set(metadata.map(({ position }) => position));
}

/**
 * Removes from a draft what a commit with an unknown outcome wrote: text that the reloaded path shows is no
 * longer a draft, so nothing is written twice. If in doubt, text stays in the draft.
 * @param before the path that the draft belongs to
 * @param now the reloaded path
 */
function dropCommitted(
  draft: Draft,
  before: readonly PathIds[],
  now: readonly PathIds[],
  head: PositionId,
  textOf: (nodeId: NodeId) => string,
): Draft {
  const positions = new Map(before.map(({ nodeId, positionId }) => [nodeId, positionId]));
  const versions = new Map(now.map(({ nodeId, positionId }) => [positionId, nodeId]));
  const edits = draft.edits.filter(({ nodeId, text }) => {
    const position = positions.get(nodeId);
    const version = position === undefined ? undefined : versions.get(position);
    return version === undefined || version === nodeId || textOf(version) !== text;
  });
  const isLonger = before.every(({ positionId }, index) => now[index]?.positionId === positionId);
  const next = isLonger ? now[before.length] : undefined;
  const committed = next === undefined ? '' : textOf(next.nodeId);
  const { text, spans } = draft.buffer;
  if (committed === '' || !text.startsWith(committed)) return { ...draft, head, edits };
  const remaining = {
    text: text.slice(committed.length),
    spans: sliceSpans(spans, committed.length, text.length),
  };
  return { head, edits, buffer: remaining };
}

/**
 * The same in a dialogue, where a move leaves the composer and edits in the draft: only nodes that may have come from
 * the draft count, whatever else the path shows now.
 * @param written the writer's nodes on the reloaded path that are newer than the draft's last known write
 */
export function dropSent(
  draft: Draft,
  written: readonly (Pick<TreeNode, 'editedFrom' | 'positionId'> & { readonly text: string })[],
  head: PositionId,
): Draft {
  const edits = draft.edits.filter(
    ({ nodeId, text }) => !written.some((node) => node.editedFrom === nodeId && node.text === text),
  );
  const sent = written.find(({ positionId, editedFrom }) => positionId === head && editedFrom === null);
  const { text, spans } = draft.buffer;
  if (sent === undefined || !text.startsWith(sent.text)) return { ...draft, head, edits };
  const { length } = sent.text;
  return { head, edits, buffer: { text: text.slice(length), spans: sliceSpans(spans, length, text.length) } };
}
