import { assert } from '../../core/assert.ts';
import type { Draft, SpannedText } from '../../core/buffer/draft.ts';
import { draftDigest } from '../../core/buffer/pending-edit.ts';
import { type CommittedPart, planCommit } from '../../core/buffer/plan-commit.ts';
import { split } from '../../core/buffer/split.ts';
import type { ContextNode } from '../../core/context/assemble.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, TreeId } from '../../core/ids.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { wholeSpans } from '../../core/text/span.ts';
import { prune, pruneOffPath, restore } from '../../core/tree/metadata.ts';
import type { Mint } from '../../core/tree/mint.ts';
import { getNode } from '../../core/tree/new-node.ts';
import { branchEdit, branchVersion, continueFrom } from '../../core/tree/operations.ts';
import { Overlay } from '../../core/tree/overlay.ts';
import {
  childToVisit,
  deepestFrom,
  leavePruned,
  moveHead,
  positionsTo,
  restorePath,
  selectSibling,
  selectVersion,
} from '../../core/tree/path.ts';
import type { MetadataChange, PathChange, TreeChange } from '../../core/tree/tree-change.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { Output, SiblingTarget, VersionTarget } from '../../ipc/contract.ts';
import type {
  CursorPlace,
  HeaderPatch,
  Intent,
  PathReply,
  PathSegments,
  PathSnapshot,
  PrunedPosition,
  SaveState,
} from '../../ipc/wire.ts';
import { deleteDraft } from '../store/drafts.ts';
import type { LogKind } from '../store/log.ts';
import { getNodeContent } from '../store/nodes.ts';
import { loadPath } from '../store/path-loading.ts';
import { findCursor, listAgentsIn, saveCaret, writePath } from '../store/path-state.ts';
import type { Reader } from '../store/query.ts';
import { sqlTree, sqlViews } from '../store/sql-tree.ts';
import type { Store, Writer } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import type { DraftJournal } from './draft-journal.ts';
import { HeldDraft, type Settled } from './held-draft.ts';
import { letGoCommitted } from './let-go-committed.ts';
import { OpenPath } from './open-path.ts';
import type { JournaledDraft } from './recovery-journal.ts';
import { getSibling } from './sibling-target.ts';
import { getVersion } from './version-target.ts';
import { type DraftVerdict, weighDraft } from './weigh-draft.ts';

/** Answers to commits that are kept, so that one repeated after a lost answer writes nothing. */
const REMEMBERED_COMMITS = 64;
/** Positions above the head that the journal names: one of them is there, whatever else of the tree is lost. */
const ABOVE = 64;

/** The part of an intent that is left once the tree is known. */
export type IntentParts = Omit<Intent, 'treeId'>;

export interface TreeSessionOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly mint: Mint;
  /** Keeps what is typed until the file has it. */
  readonly journal: DraftJournal;
  onSaveState(state: SaveState): void;
  /** What the window shows was written, or is other text of the tree. */
  onText?(): void;
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

/**
 * The writer's place in one open tree: the path, the draft as main holds it, and every intent that changes them. Intents
 * are refused when they were made against a path that is no longer this one (`manuscript.md`, *Talking to main*).
 */
export class TreeSession {
  readonly #options: TreeSessionOptions;
  readonly #held: HeldDraft;
  readonly #answered = new Map<RequestId, PathReply>();
  readonly #path: OpenPath;

  constructor(options: TreeSessionOptions) {
    this.#options = options;
    const { store, treeId, writerId, mint, journal, onSaveState } = options;
    this.#path = new OpenPath(store, treeId, writerId);
    this.#enter();
    this.#path.reload();
    const placeOf = (nodeId: NodeId) => this.#path.placeOf(nodeId);
    const above = () => this.#path.above(ABOVE);
    this.#held = new HeldDraft(
      {
        store,
        treeId,
        writerId,
        journal,
        now: mint.now,
        placeOf,
        above,
        onSaveState: (state) => {
          onSaveState(state);
          if (state.state === 'saved') options.onText?.();
        },
        onConflict: () => this.#readAgain(),
      },
      this.#path.head,
    );
  }

  get saveState(): SaveState {
    return this.#held.saveState;
  }

  /** How the text begins that the window shows, its edits too: at least `length` UTF-16 code units of it, or all. */
  beginning(length: number): string {
    const edits = new Map(this.#held.draft.edits.map(({ nodeId, text }) => [nodeId, text]));
    let text = '';
    for (const { nodeId } of this.#path.ids) {
      if (text.length >= length) return text;
      text += edits.get(nodeId) ?? textOf(getNodeContent(this.#options.store, nodeId).content);
    }
    return text + this.#held.draft.buffer.text;
  }

  /** The path with its draft and the caret, to show from scratch. */
  readPath(): PathSnapshot {
    const { store, treeId } = this.#options;
    return store.snapshot((reader) => ({
      treeId,
      rootPositionId: this.#path.rootPositionId,
      pathVersion: this.#path.version,
      segments: this.#packAll(reader),
      buffer: this.#held.draft.buffer,
      edits: this.#held.draft.edits.filter(({ nodeId }) => this.#path.placeOf(nodeId) !== undefined),
      cursor: this.#held.cursor,
    }));
  }

  /**
   * Takes over what was typed. When it resolves, the journal has it, or the save state says why not; it is in the file
   * within seconds (`DraftWriter`).
   * @param digest of the draft after the typing, where the renderer wants both sides compared
   * @returns the digest of the draft as main holds it now, where one was given; else the empty string
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT where the typing does not fit the draft
   */
  saveDraft(intent: IntentParts, digest: string | null): Promise<string> {
    this.#accept(intent);
    const kept = intent.ops.length > 0 ? this.#held.keep() : Promise.resolve();
    const own = digest === null ? '' : draftDigest(this.#held.draft);
    assert(own === (digest ?? ''), `the draft here (${own}) is not the one in the window (${digest})`);
    return kept.then(() => own);
  }

  /** What is typed and not committed, as main holds it. */
  get draft(): Draft {
    return this.#held.draft;
  }

  /** Holds a draft that an earlier session left in the journal against this one, and answers what is to become of it. */
  weigh(journaled: JournaledDraft): DraftVerdict {
    const { store, treeId } = this.#options;
    const tree = sqlTree(store, treeId);
    return weighDraft(tree, this.#held.draft, journaled, (draft, ops) => this.#held.apply(draft, ops));
  }

  /**
   * Puts another draft in the place of this one; what the window still sends for the one before is refused.
   * @throws {AspenError} what the store throws; the draft is held all the same
   */
  takeDraft(draft: Draft): void {
    this.#path.reload();
    this.#held.take({ ...draft, head: this.#path.head });
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    this.#held.flush();
  }

  /** Brings what is unwritten to the file, or to the journal. */
  settle(): Promise<Settled> {
    return this.#held.settle();
  }

  /** Writes what is typed and not committed into a transaction on a copy of the file. */
  putDraft(writer: Writer): void {
    this.#held.put(writer, this.#held.draft);
  }

  /**
   * The file is another now: it is read anew, and all that is held is unwritten.
   * @returns a draft that the other file has and this session has never seen
   */
  takeOtherFile(): Draft | undefined {
    const strange = this.#held.takeOtherFile();
    this.#readAgain();
    return strange;
  }

  saveCursor(cursor: CursorPlace): void {
    this.#held.moveCursor(cursor);
  }

  /** The writer comes back to this tree: it is the last one they were in. */
  enterAgain(): void {
    const { store, treeId, writerId } = this.#options;
    const caret = this.#held.cursor;
    if (store.readonly || caret === null) return;
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
    const { store, treeId } = this.#options;
    if (!this.#path.has(at)) throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    const target = getSibling(sqlTree(store, treeId), at, to);
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

  /**
   * Shows a node wherever it is in the tree, and goes down from there where its position is not on the path.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for an annotation, or where it or a position above it is pruned
   */
  goTo(intent: IntentParts, nodeId: NodeId): PathReply {
    return this.#carryOut(intent, { letBlankGo: true }, (after) => {
      const { positionId } = getNode(after.tree, nodeId);
      after.addPath(selectVersion(after.tree, nodeId));
      if (this.#path.has(positionId)) return;
      // A switch: the same as to a sibling, from further away.
      after.addPath(selectSibling(after.tree, after.path, positionId));
    });
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
    if (
      this.#held.draft.buffer.text !== '' ||
      sqlTree(store, treeId).parentOf(positionId) !== this.#path.head
    ) {
      throw new AspenError('CONFLICT', 'the writer has gone on elsewhere');
    }
    return this.#amend('commit', this.#held.draft, (after) =>
      after.addPath(moveHead(after.tree, after.path, positionId)),
    );
  }

  /**
   * Selects a version of a position; the head stays. What is being edited there is a version first, and the newest.
   * @throws {AspenError} NOT_FOUND where the position has no such version
   */
  selectVersion(intent: IntentParts, at: PositionId, to: VersionTarget): PathReply {
    return this.#carryOut(intent, { letBlankGo: true }, (after) =>
      after.addPath(selectVersion(after.tree, getVersion(after.tree, after.path, at, to))),
    );
  }

  /**
   * Puts back a path and a draft as undo or redo recorded them; commits nothing.
   * @param pruned positions that this step prunes or, being undone, no longer does
   * @throws {AspenError} CONFLICT; NOT_FOUND where something of it is not in the tree; INVALID_ARGUMENT where the head
   *   is hidden
   */
  restorePath(
    pathVersion: number,
    head: PositionId,
    versions: readonly NodeId[],
    pruned: readonly PrunedPosition[],
    draft: Omit<Draft, 'head'>,
  ): PathReply {
    this.#accept({ pathVersion, ops: [] });
    const { hidden, shown } = sortPruned(pruned);
    const kind = pruned.length === 0 ? 'commit' : 'metadata';
    return this.#amend(kind, draft, (after, writer) => {
      for (const position of shown) after.add(restore(after.tree, position));
      after.addPath(restorePath(after.tree, after.path, head, versions));
      this.#prune(after, hidden, writer);
    });
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

  /**
   * Splits a model's node at a token and puts another in its place, written by the same agent, as the head
   * (`generation.md`). Such a node came without a response, and verifies as incomplete.
   * @param offset where the token begins in the node's text, in UTF-16 code units
   * @throws {AspenError} INVALID_ARGUMENT where the node is no model's
   */
  chooseToken(intent: IntentParts, nodeId: NodeId, offset: number, token: string): PathReply {
    const { writerId, mint } = this.#options;
    const text = normaliseText(token);
    return this.#carryOut(intent, { letBlankGo: false, kind: 'split' }, (after) => {
      const { authorId, authorType } = getNode(after.tree, nodeId);
      if (authorType !== 'model') throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is no model’s`);
      after.add(split(after.tree, after.path, nodeId, offset, { id: writerId, type: 'human' }, mint));
      const content = { content: { type: 'text', text }, spans: wholeSpans(authorId, text.length) } as const;
      const author = { id: authorId, type: authorType };
      after.add(continueFrom(after.tree, after.path, after.path.head, content, author, mint));
    });
  }

  /** Makes a node's pending edit, or the version just committed, a branch beside it. */
  branchEdit(intent: IntentParts, nodeId: NodeId): PathReply {
    const { writerId, mint } = this.#options;
    const author = { id: writerId, type: 'human' } as const;
    this.#accept(intent);
    const { draft: held } = this.#held;
    const edit = held.edits.find((pending) => pending.nodeId === nodeId);
    const draft = { ...held, edits: held.edits.filter((pending) => pending !== edit) };
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
    return this.#carryOut(intent, { letBlankGo: false, kind: 'metadata' }, (after, _committed, writer) =>
      this.#prune(after, [positionId], writer),
    );
  }

  /**
   * Hides positions beside the path, with all below them, and shows others again, in one step; the draft stays a draft.
   * @throws {AspenError} INVALID_ARGUMENT where one to hide is on the path; NOT_FOUND
   */
  setPruned(intent: IntentParts, positions: readonly PrunedPosition[]): PathReply {
    const { hidden, shown } = sortPruned(positions);
    if (hidden.some((position) => this.#path.has(position)))
      throw new AspenError('INVALID_ARGUMENT', 'a position on the path is pruned by itself');
    this.#accept(intent);
    return this.#amend('metadata', this.#held.draft, (after, writer) => {
      for (const position of shown) after.add(restore(after.tree, position));
      this.#prune(after, hidden, writer);
    });
  }

  /** A path is walked once, however many positions there are. */
  #prune(after: Overlay, positions: readonly PositionId[], writer: Writer): void {
    if (positions.length === 0) return;
    const { treeId, writerId } = this.#options;
    const own = new Set(positionsTo(after.tree, after.path.head));
    for (const position of positions) {
      after.add(
        own.has(position) ? prune(after.tree, after.path, position) : pruneOffPath(after.tree, position),
      );
    }
    for (const agentId of listAgentsIn(writer, treeId)) {
      if (agentId === writerId) continue;
      const { tree, path } = sqlViews(writer, treeId, agentId);
      const theirs = new Set(positionsTo(tree, path.head));
      for (const position of positions) {
        if (!theirs.has(position)) continue;
        writePath(writer, treeId, agentId, leavePruned(tree, path, position));
      }
    }
  }

  /** Sets what belongs to a position, for every version there; the draft stays a draft. */
  setMetadata(intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    this.#accept(intent);
    return this.#amend('metadata', this.#held.draft, (after) => after.add(change(after.tree)));
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

  /**
   * The path's nodes up to a position (null: the head) as they would be sent, with what is typed and not committed; the
   * working buffer last, where the head is continued.
   * @param offset of the last node only what is before it, in UTF-16 code units: as after a split there
   * @throws {AspenError} NOT_FOUND where `at` is not on the path
   */
  contextNodes(at: PositionId | null, offset?: number): readonly ContextNode[] {
    const { store, treeId, writerId } = this.#options;
    const parentId = at ?? this.#path.head;
    const steps = loadPath(store, treeId, writerId);
    const place = steps.findIndex(({ node }) => node.positionId === parentId);
    if (place < 0) throw new AspenError('NOT_FOUND', `position ${parentId} is not on the path`);
    const { edits, buffer } = this.#held.draft;
    const edited = new Map(edits.map((edit) => [edit.nodeId, edit.text]));
    const nodes = steps.slice(1, place + 1).map(({ node }) => ({
      nodeId: node.id,
      text: edited.get(node.id) ?? textOf(node.content),
      excluded: node.excluded,
      pruned: node.pruned,
    }));
    const last = nodes.at(-1);
    if (offset !== undefined && last !== undefined) {
      return [...nodes.slice(0, -1), { ...last, text: last.text.slice(0, offset) }];
    }
    if (parentId !== this.#path.head || buffer.text === '') return nodes;
    return [...nodes, { nodeId: null, text: buffer.text, excluded: false, pruned: false }];
  }

  /** The text on the screen with its authors: every node of the path as it was typed over, then the working buffer. */
  shownText(): readonly SpannedText[] {
    const { edits, buffer } = this.#held.draft;
    const edited = new Map(edits.map((edit) => [edit.nodeId, edit]));
    const nodes = this.#path
      .steps()
      .map(({ node }) => edited.get(node.id) ?? { text: textOf(node.content), spans: node.spans });
    return [...nodes, buffer];
  }

  /** New counts of the position on the path that continues `parentId`; empty where the path does not go through there. */
  headersBelow(parentId: PositionId): readonly HeaderPatch[] {
    return this.#path.headersBelow(parentId);
  }

  /** The headers of these positions, those that are on the path, in its order. */
  headersAt(positions: readonly PositionId[]): readonly HeaderPatch[] {
    return this.#path.headersAt(positions);
  }

  /** The same, with the version of the path that they are of. */
  readHeaders(positions: readonly PositionId[]): Output<'path.headers'> {
    return { pathVersion: this.#path.version, headers: this.#path.headersAt(positions) };
  }

  /** Writes what is unwritten and stops the clock. @throws {AspenError} what the store throws */
  close(): void {
    this.#held.close();
  }

  /** The whole path, counted near the caret and near the head. */
  #packAll(reader: Reader): PathSegments {
    const steps = this.#path.steps(reader);
    const { cursor } = this.#held;
    // Without what is being edited, which is a few nodes: the window asks for what this misses.
    let left = cursor?.head ?? Infinity;
    const caret = steps.findIndex(({ node }) => {
      left -= textOf(node.content).length;
      return left <= 0;
    });
    const head = steps.length - 1;
    return this.#path.pack(steps, caret < 0 ? [head] : [caret, head], reader);
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
    const { draft: held } = this.#held;
    const draft = options.draft ?? held;
    let parts: readonly CommittedPart[] = [];
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
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
    this.#held.committed(this.#path.head);
    this.#options.onText?.();
    // What the commit let go of stands in the window behind what it kept: all of that is told again.
    const letsGo = draft !== held || (held.buffer.text !== '' && !parts.some(({ was }) => was === null));
    return this.#path.reply(before, parts, new Set(), letsGo);
  }

  /** Writes a change and a draft, and commits nothing. The typing was accepted before. */
  #amend(
    kind: LogKind,
    draft: Omit<Draft, 'head'>,
    act: (after: Overlay, writer: Writer) => void,
  ): PathReply {
    const { treeId, writerId } = this.#options;
    const before = this.#path.ids;
    let changed: readonly MetadataChange[] = [];
    let kept: Draft = this.#held.draft;
    this.#transact((writer) => {
      const { tree, path } = sqlViews(writer, treeId, writerId);
      const after = new Overlay(tree, path);
      act(after, writer);
      const change = after.change();
      changed = change.metadata;
      writeChange(writer, treeId, writerId, change, kind);
      kept = { ...draft, head: after.path.head };
      this.#held.put(writer, kept);
      return change.path;
    });
    this.#held.replaced(kept);
    this.#options.onText?.();
    return this.#path.reply(before, [], new Set(changed.map(({ position }) => position)));
  }

  /** Applies typing to main's copy of the draft; refused as a whole when stale. */
  #accept({ pathVersion, ops }: IntentParts): void {
    this.#path.requireVersion(pathVersion);
    this.#held.accept(ops);
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
      if (error instanceof AspenError && error.code === 'CONFLICT') this.#readAgain();
      // Never rejects: what came of it, the save state says.
      void this.#held.keep();
      throw error;
    }
    this.#path.follow(change);
  }

  /**
   * The file is another than was thought: a commit that seemed to fail may have reached it, or another program wrote.
   * The path is read again, and what is committed is no draft any more.
   */
  #readAgain(): void {
    const { store } = this.#options;
    const before = this.#path.ids;
    this.#path.reload();
    const { ids, head } = this.#path;
    const textAt = (nodeId: NodeId) => textOf(getNodeContent(store, nodeId).content);
    this.#held.rebase(letGoCommitted(this.#held.draft, before, ids, head, textAt));
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
}

/** Which are to be hidden and which shown; of a position that is named twice the last word counts. */
function sortPruned(positions: readonly PrunedPosition[]): {
  readonly hidden: readonly PositionId[];
  readonly shown: readonly PositionId[];
} {
  const last = [...new Map(positions.map(({ positionId, pruned }) => [positionId, pruned]))];
  const sorted = (is: boolean) => last.filter(([, pruned]) => pruned === is).map(([position]) => position);
  return { hidden: sorted(true), shown: sorted(false) };
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
