import { assert } from '../../core/assert.ts';
import type { Draft, SpannedText } from '../../core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, draftDigest } from '../../core/buffer/pending-edit.ts';
import { type CommittedPart, planCommit } from '../../core/buffer/plan-commit.ts';
import { split } from '../../core/buffer/split.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, TreeId } from '../../core/ids.ts';
import { normaliseSpannedText, normaliseText } from '../../core/text/normalise.ts';
import { wholeSpans } from '../../core/text/span.ts';
import { annotate } from '../../core/tree/annotate.ts';
import { prune } from '../../core/tree/metadata.ts';
import type { Mint } from '../../core/tree/mint.ts';
import { branchEdit, branchVersion } from '../../core/tree/operations.ts';
import { Overlay } from '../../core/tree/overlay.ts';
import {
  childToVisit,
  deepestFrom,
  leavePruned,
  moveHead,
  restorePath,
  selectSibling,
  selectVersion,
  siblingsOf,
} from '../../core/tree/path.ts';
import type { MetadataChange, PathChange, TreeChange } from '../../core/tree/tree-change.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { SiblingTarget } from '../../ipc/contract.ts';
import type {
  AnnotationSummary,
  ChildSummary,
  CursorPlace,
  HeaderPatch,
  Intent,
  PathReply,
  PathSnapshot,
  SaveState,
} from '../../ipc/wire.ts';
import { listChildren } from '../store/children.ts';
import { deleteDraft, findDraft, saveDraft } from '../store/drafts.ts';
import type { LogKind } from '../store/log.ts';
import { getNode, getNodeContent } from '../store/nodes.ts';
import { loadPath } from '../store/path-loading.ts';
import { findCursor, listAgentsIn, saveCaret, writePath } from '../store/path-state.ts';
import { sqlTree, sqlViews } from '../store/sql-tree.ts';
import type { Store, Writer } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import { DraftWriter } from './draft-writer.ts';
import { annotationSummary } from './node-reader.ts';
import { OpenPath } from './open-path.ts';

/** UTF-16 code units of a continuation's text that the list shows. */
const EXCERPT = 240;
/** Answers to commits that are kept, so that one repeated after a lost answer writes nothing. */
const REMEMBERED_COMMITS = 64;

/** The part of an intent that is left once the tree is known. */
export type IntentParts = Omit<Intent, 'treeId'>;

export interface TreeSessionOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly mint: Mint;
  onSaveState(state: SaveState): void;
}

/** What an intent does once the draft is committed: adds its changes to the tree as the commit leaves it. */
type Act = (after: Overlay, committed: readonly CommittedPart[], writer: Writer) => void;

interface CarryOutOptions {
  /** A working buffer of nothing but white space is let go, since the writer is switching. */
  readonly letBlankGo: boolean;
  readonly request?: RequestId;
  /** What the log calls the transaction: `commit` unless the intent has a name of its own there. */
  readonly kind?: LogKind;
  /** The draft to commit, where it is not all of it. */
  readonly draft?: Draft;
}

const STAY: Act = () => undefined;

const NO_TEXT: SpannedText = { text: '', spans: [] };

/**
 * The writer's place in one open tree: the path, the draft as main holds it, and every intent that changes them. Intents
 * are refused when they were made against a path that is no longer this one (`manuscript.md`, *Talking to main*).
 */
export class TreeSession {
  readonly #options: TreeSessionOptions;
  readonly #draftWriter: DraftWriter;
  readonly #answered = new Map<RequestId, PathReply>();
  readonly #path: OpenPath;
  #draft: Draft;
  #cursor: CursorPlace | null;
  #cursorIsUnwritten = false;

  constructor(options: TreeSessionOptions) {
    this.#options = options;
    this.#draftWriter = new DraftWriter({
      write: () => this.#writeDraft(),
      onState: options.onSaveState,
      now: options.mint.now,
    });
    const { store, treeId, writerId } = options;
    this.#path = new OpenPath(store, treeId, writerId);
    this.#enter();
    this.#path.reload();
    this.#draft = findDraft(store, treeId, writerId) ?? { head: this.#path.head, buffer: NO_TEXT, edits: [] };
    this.#cursor = findCursor(store, treeId, writerId)?.caret ?? null;
  }

  get saveState(): SaveState {
    return this.#draftWriter.state;
  }

  /** The path with its draft and the caret, to show from scratch. */
  readPath(): PathSnapshot {
    const { store, treeId } = this.#options;
    return store.snapshot((reader) => ({
      treeId,
      rootPositionId: this.#path.rootPositionId,
      pathVersion: this.#path.version,
      segments: this.#path.pack(this.#path.steps(reader), reader),
      buffer: this.#draft.buffer,
      edits: this.#draft.edits.filter(({ nodeId }) => this.#path.placeOf(nodeId) !== undefined),
      cursor: this.#cursor,
    }));
  }

  /** Continuations of a position in the order they were asked for, pruned ones too. */
  children(parentId: PositionId): readonly ChildSummary[] {
    const { store, treeId, writerId } = this.#options;
    return listChildren(store, treeId, writerId, parentId, EXCERPT).map(
      ({ node, versionCount, excerpt, length }): ChildSummary => ({
        positionId: node.positionId,
        nodeId: node.id,
        authorId: node.authorId,
        excerpt,
        length,
        pruned: node.pruned,
        bookmarked: node.bookmarked,
        finishReason: node.finishReason,
        versionCount,
        createdAt: node.createdAt,
      }),
    );
  }

  /**
   * Takes over what was typed. It is in the file within seconds (`DraftWriter`).
   * @param digest of the draft after the typing, where the renderer wants both sides compared
   * @returns the digest of the draft as main holds it now, where one was given; else the empty string
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT where the typing does not fit the draft
   */
  saveDraft(intent: IntentParts, digest: string | null): string {
    this.#accept(intent);
    if (intent.ops.length > 0) this.#draftWriter.touch();
    if (digest === null) return '';
    const own = draftDigest(this.#draft);
    assert(own === digest, `the draft here (${own}) is not the one in the window (${digest})`);
    return own;
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    this.#draftWriter.flush();
  }

  saveCursor(cursor: CursorPlace): void {
    this.#cursor = cursor;
    this.#cursorIsUnwritten = true;
    this.#draftWriter.touchQuietly();
  }

  /** The writer comes back to this tree: it is the last one they were in. */
  enterAgain(): void {
    const { store, treeId, writerId } = this.#options;
    const caret = this.#cursor ?? findCursor(store, treeId, writerId)?.caret;
    if (store.readonly || caret === undefined) return;
    store.transact((writer) => saveCaret(writer, treeId, writerId, caret));
  }

  /** Commits the draft. @throws {AspenError} CONFLICT, INVALID_ARGUMENT, and what the store throws */
  commit(intent: IntentParts, requestId: RequestId): PathReply {
    const answered = this.#answered.get(requestId);
    if (answered !== undefined) return answered;
    const reply = this.#carryOut(intent, { letBlankGo: false, request: requestId }, STAY);
    this.#answered.set(requestId, reply);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED_COMMITS && oldest !== undefined) this.#answered.delete(oldest);
    return reply;
  }

  /** Switches a position of the path to one of its siblings and goes down from there (`domain.md`, *Paths*). */
  selectSibling(intent: IntentParts, at: PositionId, to: SiblingTarget): PathReply {
    const target = this.#siblingOf(at, to);
    if (target === at) return this.#carryOut(intent, { letBlankGo: false }, STAY);
    return this.#carryOut(intent, { letBlankGo: true }, (after) =>
      after.addPath(selectSibling(after.tree, after.path, target)),
    );
  }

  moveHead(intent: IntentParts, to: PositionId): PathReply {
    return this.#carryOut(intent, { letBlankGo: to !== this.#path.head }, (after) =>
      after.addPath(moveHead(after.tree, after.path, to)),
    );
  }

  /** One step on from the head: the child last visited, else the newest that is not pruned. */
  goToChild(intent: IntentParts): PathReply {
    const { store, treeId, writerId } = this.#options;
    // The target is fixed first: what the working buffer becomes is not where the writer meant to go.
    const { tree, path } = sqlViews(store, treeId, writerId);
    const child = childToVisit(tree, path, this.#path.head);
    return this.#carryOut(intent, { letBlankGo: child !== undefined }, (after) => {
      if (child !== undefined) after.addPath(moveHead(after.tree, after.path, child));
    });
  }

  /**
   * A continuation of the head that the window already shows becomes the head; nothing is committed.
   * @throws {AspenError} CONFLICT where the working buffer is not empty or it continues another position
   */
  arrive(intent: IntentParts, positionId: PositionId): PathReply {
    this.#accept(intent);
    const { store, treeId } = this.#options;
    if (this.#draft.buffer.text !== '' || sqlTree(store, treeId).parentOf(positionId) !== this.#path.head) {
      throw new AspenError('CONFLICT', 'the writer has gone on elsewhere');
    }
    return this.#amend('commit', (after) => after.addPath(moveHead(after.tree, after.path, positionId)));
  }

  /** Selects a version at its position; the head stays. @throws {AspenError} NOT_FOUND */
  selectVersion(intent: IntentParts, nodeId: NodeId): PathReply {
    return this.#carryOut(intent, { letBlankGo: true }, (after) =>
      after.addPath(selectVersion(after.tree, nodeId)),
    );
  }

  /**
   * Puts back a path and a draft as undo or redo recorded them; commits nothing.
   * @throws {AspenError} CONFLICT; NOT_FOUND where something of it is not in the tree
   */
  restorePath(
    pathVersion: number,
    head: PositionId,
    versions: readonly NodeId[],
    draft: Omit<Draft, 'head'>,
  ): PathReply {
    this.#accept({ pathVersion, ops: [] });
    const reply = this.#amend('commit', (after) =>
      after.addPath(restorePath(after.tree, after.path, head, versions)),
    );
    this.#draft = { head, ...draft };
    this.#draftWriter.touch();
    return reply;
  }

  /**
   * Splits what a segment shows, the working buffer where `nodeId` is null, and moves the head to the split.
   * @param offset in the segment's text with its pending edit, in UTF-16 code units
   */
  split(intent: IntentParts, nodeId: NodeId | null, offset: number): PathReply {
    const { writerId, mint } = this.#options;
    return this.#carryOut(intent, { letBlankGo: false, kind: 'split' }, (after, committed) => {
      const node = committed.find(({ was }) => was === nodeId)?.nodeId ?? nodeId;
      if (node !== null)
        after.add(split(after.tree, after.path, node, offset, { id: writerId, type: 'human' }, mint));
    });
  }

  /** Makes a node's pending edit, or the version just committed, a branch beside it. */
  branchEdit(intent: IntentParts, nodeId: NodeId): PathReply {
    const { writerId, mint } = this.#options;
    const author = { id: writerId, type: 'human' } as const;
    this.#accept(intent);
    const edit = this.#draft.edits.find((pending) => pending.nodeId === nodeId);
    const draft = { ...this.#draft, edits: this.#draft.edits.filter((pending) => pending !== edit) };
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    return this.#carryOut(accepted, { letBlankGo: false, kind: 'branch-edit', draft }, (after) => {
      if (edit === undefined) {
        after.add(branchVersion(after.tree, after.path, nodeId, author, mint));
        return;
      }
      const content = { content: { type: 'text', text: edit.text }, spans: edit.spans } as const;
      after.add(branchEdit(after.tree, after.path, nodeId, content, author, mint));
    });
  }

  /** Hides a position and all below it; every path that runs through it ends at its parent, the draft committed first. */
  prune(intent: IntentParts, positionId: PositionId): PathReply {
    const { treeId, writerId } = this.#options;
    return this.#carryOut(intent, { letBlankGo: false, kind: 'metadata' }, (after, _committed, writer) => {
      after.add(prune(after.tree, after.path, positionId));
      for (const agentId of listAgentsIn(writer, treeId)) {
        if (agentId === writerId) continue;
        const { tree, path } = sqlViews(writer, treeId, agentId);
        writePath(writer, treeId, agentId, leavePruned(tree, path, positionId));
      }
    });
  }

  /** Sets what belongs to a position, for every version there; the draft stays a draft. */
  setMetadata(intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    this.#accept(intent);
    return this.#amend('metadata', (after) => after.add(change(after.tree)));
  }

  /** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where there is nothing in it */
  annotate(nodeId: NodeId, given: string): AnnotationSummary {
    const { store, treeId, writerId, mint } = this.#options;
    const text = normaliseText(given);
    if (text.trim() === '') throw new AspenError('INVALID_ARGUMENT', 'there is nothing in the note');
    const content = { content: { type: 'text', text }, spans: wholeSpans(writerId, text.length) } as const;
    const [node] = store.transact((writer) => {
      const change = annotate(
        sqlTree(writer, treeId),
        nodeId,
        content,
        { id: writerId, type: 'human' },
        mint,
      );
      writeChange(writer, treeId, writerId, change, 'annotate');
      return change.nodes;
    });
    assert(node !== undefined, 'a note is a node');
    return annotationSummary({ node, originId: nodeId });
  }

  /**
   * Commits the draft and says what a request for continuations needs: the position on the path that they continue
   * (`at`, or the head after the commit) and the version there.
   * @throws {AspenError} NOT_FOUND where `at` is not on the path
   */
  prepareGeneration(intent: IntentParts, at: PositionId | null): GenerationStart {
    const { store, treeId, writerId } = this.#options;
    if (at !== null && !this.#path.has(at)) {
      throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    }
    const path = this.#carryOut(intent, { letBlankGo: false }, STAY);
    const parentId = at ?? this.#path.head;
    const steps = loadPath(store, treeId, writerId);
    const place = steps.findIndex(({ node }) => node.positionId === parentId);
    const parent = steps[place];
    assert(parent !== undefined, `position ${parentId} left the path in a commit`);
    return {
      path,
      parentId,
      originId: parent.node.id,
      nodes: steps.slice(1, place + 1).map(({ node }) => ({
        nodeId: node.id,
        text: textOf(node.content),
        excluded: node.excluded,
        pruned: node.pruned,
      })),
    };
  }

  /** New counts of the position on the path that continues `parentId`; empty where the path does not go through there. */
  headersBelow(parentId: PositionId): readonly HeaderPatch[] {
    return this.#path.headersBelow(parentId);
  }

  /** Writes what is unwritten and stops the clock. */
  close(): void {
    try {
      this.#draftWriter.flush();
    } finally {
      this.#draftWriter.stop();
    }
  }

  /**
   * The one way an intent is carried out: takes over the typing, plans the commit and the move against the tree as the
   * commit leaves it, writes both in one transaction and answers with what changed.
   */
  #carryOut(intent: IntentParts, options: CarryOutOptions, act: Act): PathReply {
    const { treeId, writerId, mint } = this.#options;
    const { letBlankGo, request, kind = 'commit' } = options;
    this.#accept(intent);
    const before = this.#path.ids;
    let parts: readonly CommittedPart[] = [];
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const draft = options.draft ?? this.#draft;
      const plan = planCommit(tree, path, draft, { id: writerId, type: 'human' }, mint, { letBlankGo });
      parts = plan.parts;
      const after = new Overlay(tree, path);
      after.add(plan.change);
      act(after, parts, writer);
      const change = after.change();
      writeChange(writer, treeId, writerId, change, kind, request === undefined ? {} : { request });
      deleteDraft(writer, treeId, writerId);
      return change.path;
    });
    this.#draft = { head: this.#path.head, buffer: NO_TEXT, edits: [] };
    this.#draftWriter.written();
    return this.#path.reply(before, parts);
  }

  /** Writes a change that leaves the draft a draft. The typing was accepted before. */
  #amend(kind: LogKind, act: (after: Overlay) => void): PathReply {
    const { treeId, writerId } = this.#options;
    const before = this.#path.ids;
    let changed: readonly MetadataChange[] = [];
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const after = new Overlay(tree, path);
      act(after);
      const change = after.change();
      changed = change.metadata;
      writeChange(writer, treeId, writerId, change, kind);
      return change.path;
    });
    this.#draft = { ...this.#draft, head: this.#path.head };
    if (this.#draft.buffer.text !== '' || this.#draft.edits.length > 0) this.#draftWriter.touch();
    return this.#path.reply(before, [], new Set(changed.map(({ position }) => position)));
  }

  /** Applies typing to main's copy of the draft; refused as a whole when stale. */
  #accept({ pathVersion, ops }: IntentParts): void {
    this.#path.requireVersion(pathVersion);
    this.#draft = this.#applied(ops);
  }

  #applied(ops: readonly DraftOp[]): Draft {
    const { store, treeId } = this.#options;
    return applyDraftOps(
      this.#draft,
      ops,
      (nodeId) => {
        if (getNode(store, nodeId).treeId !== treeId) return undefined;
        const { content, spans } = getNodeContent(store, nodeId);
        return { text: textOf(content), spans };
      },
      // An edit of a node that a switch has taken off the path is kept all the same, and comes last.
      (nodeId) => this.#path.placeOf(nodeId) ?? Number.MAX_SAFE_INTEGER,
    );
  }

  /**
   * Runs `write` in a transaction and follows what it answers has become of the path; when it fails, the draft is kept
   * and said to be.
   */
  #transact(write: (writer: Writer) => PathChange): void {
    let change: PathChange;
    try {
      change = this.#options.store.transact(write);
    } catch (error) {
      if (error instanceof AspenError && error.code === 'CONFLICT') this.#path.reload();
      this.#draftWriter.touch();
      throw error;
    }
    this.#path.follow(change);
  }

  /**
   * A writer who comes into a tree for the first time stands where its path goes of itself; from then on what they see
   * is recorded as selected, so that nobody's new version changes it.
   */
  #enter(): void {
    const { store, treeId, writerId } = this.#options;
    if (store.readonly || findCursor(store, treeId, writerId) !== undefined) return;
    store.transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const head = deepestFrom(tree, path, tree.tree.rootPositionId);
      writePath(writer, treeId, writerId, moveHead(tree, path, head));
    });
  }

  #writeDraft(): void {
    const { store, treeId, writerId } = this.#options;
    const { head, buffer, edits } = this.#draft;
    store.transact((writer) => {
      if (buffer.text === '' && edits.length === 0) deleteDraft(writer, treeId, writerId);
      else {
        const kept = edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
        saveDraft(writer, treeId, writerId, { head, buffer: normaliseSpannedText(buffer), edits: kept });
      }
      if (this.#cursorIsUnwritten && this.#cursor !== null) saveCaret(writer, treeId, writerId, this.#cursor);
    });
    this.#cursorIsUnwritten = false;
  }

  #siblingOf(at: PositionId, to: SiblingTarget): PositionId {
    if (!this.#path.has(at)) throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    const siblings = siblingsOf(sqlTree(this.#options.store, this.#options.treeId), at);
    const place = siblings.indexOf(at);
    const target =
      'positionId' in to
        ? siblings.find((sibling) => sibling === to.positionId)
        : 'index' in to
          ? siblings[to.index - 1]
          : siblings[(place + to.step + siblings.length) % siblings.length];
    if (place < 0 || target === undefined) throw new AspenError('NOT_FOUND', 'there is no such sibling');
    return target;
  }
}

/** What a request for continuations is made of. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, the root left out. */
  readonly nodes: readonly {
    readonly nodeId: NodeId;
    readonly text: string;
    readonly excluded: boolean;
    readonly pruned: boolean;
  }[];
}
