import { assert } from '../../../core/assert.ts';
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import type { ContextNode } from '../../../core/context/assemble.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { restore } from '../../../core/tree/metadata.ts';
import { deepestFrom, moveHead } from '../../../core/tree/path.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Output } from '../../../ipc/contract.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type {
  CursorPlace,
  HeaderPatch,
  PathReply,
  PathSegments,
  PathSnapshot,
  PrunedPosition,
  PrunedReply,
} from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { findCursor, saveCaret, writePath } from '../../store/tables/path-state.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { OpenPath } from '../reading/open-path.ts';
import { changedPart } from '../rescue/changed-part.ts';
import { type Reconciliation, reconcileDraft } from '../rescue/reconcile-draft.ts';
import { Branching } from './branching.ts';
import type { DraftJournal } from './draft-journal.ts';
import { DraftState, type Settled } from './draft-state.ts';
import { type IntentParts, IntentWriter, STAY } from './intent-writer.ts';
import { PathMoves } from './path-moves.ts';
import { positionsToChange, prunePositions, sortPruned } from './prune-positions.ts';
import type { JournaledDraft } from './recovery-journal.ts';
import { ShownText } from './shown-text.ts';

/** Answers to commits that are kept, so that one repeated after a lost answer writes nothing. */
const REMEMBERED_COMMITS = 64;
/** Positions above the head that the journal names: one of them is there, whatever else of the tree is lost. */
const ABOVE = 64;

export interface TreeSessionOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** Keeps what is typed until the file has it. */
  readonly journal: DraftJournal;
  onSaveState(state: SaveState): void;
  /** What the window shows was written, or is other text of the tree. */
  onText?(): void;
}

/**
 * The writer's place in one open tree: the path, the draft as main holds it, and every intent that changes them. Intents
 * are refused when they were made against a path that is no longer this one (`manuscript.md`, *Talking to main*).
 */
export class TreeSession {
  /** Along the path and through the tree. */
  readonly moves: PathMoves;
  readonly branching: Branching;
  /** The text that the window shows. */
  readonly shown: ShownText;
  readonly #options: TreeSessionOptions;
  readonly #held: DraftState;
  readonly #answered = new Map<RequestId, PathReply>();
  readonly #path: OpenPath;
  readonly #intents: IntentWriter;

  constructor(options: TreeSessionOptions) {
    this.#options = options;
    const { store, treeId, writerId, idsAndClock, journal, onSaveState } = options;
    this.#path = new OpenPath(store, treeId, writerId);
    this.#enter();
    this.#path.reload();
    const placeOf = (nodeId: NodeId) => this.#path.placeOf(nodeId);
    const above = () => this.#path.above(ABOVE);
    this.#held = new DraftState(
      {
        store,
        treeId,
        writerId,
        journal,
        now: idsAndClock.now,
        newId: idsAndClock.newId,
        placeOf,
        above,
        onSaveState: (state) => {
          onSaveState(state);
          if (state.state === 'saved') options.onText?.();
        },
        beforeWrite: () => this.#intents.catchUp(),
        onConflict: () => this.#intents.readAgain(),
      },
      this.#path.head,
    );
    const place = { store, treeId, writerId, idsAndClock, path: this.#path, held: this.#held };
    this.#intents = new IntentWriter({ ...place, onText: () => options.onText?.() });
    this.moves = new PathMoves({ ...place, intents: this.#intents });
    this.branching = new Branching({ ...place, intents: this.#intents });
    this.shown = new ShownText(place);
  }

  /** Whether what is typed here is in the file. */
  get saveState(): SaveState {
    return this.#held.saveState;
  }

  /** The path with its draft and the caret, to show from scratch. */
  readPath(): PathSnapshot {
    const { store, treeId } = this.#options;
    this.#intents.catchUp();
    return store.snapshot((reader) => ({
      treeId,
      rootPositionId: this.#path.rootPositionId,
      pathVersion: this.#path.version,
      segments: this.#packAll(reader),
      buffer: this.#held.draft.buffer,
      edits: this.#shownEdits,
      cursor: this.#findCursor(),
    }));
  }

  /**
   * Takes over what was typed. When it resolves, the journal has it, or the save state says why not; it is in the file
   * within seconds (`DraftWriter`).
   * @param digest of the draft after the typing, where the renderer wants both sides compared
   * @returns the digest of what main holds now of the draft that a window shows, where one was given; else the empty string
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT where the typing does not fit the draft
   */
  saveDraft(intent: IntentParts, digest: string | null): Promise<string> {
    this.#intents.accept(intent);
    const kept = intent.ops.length > 0 ? this.#held.keep() : Promise.resolve();
    const own = digest === null ? '' : draftDigest({ ...this.#held.draft, edits: this.#shownEdits });
    assert(own === (digest ?? ''), `the draft here (${own}) is not the one in the window (${digest})`);
    return kept.then(() => own);
  }

  /** Those of nodes on the path. */
  get #shownEdits(): readonly PendingEdit[] {
    return this.#held.draft.edits.filter(({ nodeId }) => this.#path.placeOf(nodeId) !== undefined);
  }

  /** What is typed and not committed, as main holds it. */
  get draft(): Draft {
    return this.#held.draft;
  }

  /** Another one when the draft is not, or not where it was, what typing alone has made of it. */
  get draftTurn(): symbol {
    return this.#held.turn;
  }

  /** Positions from the head up, the nearest first: where the draft may be put in a file that lacks its head. */
  get above(): readonly PositionId[] {
    return this.#path.above(ABOVE);
  }

  /** Holds a draft that an earlier session left in the journal against this one, and answers what is to become of it. */
  weigh(journaled: JournaledDraft): Reconciliation {
    const { store, treeId } = this.#options;
    const tree = sqlTree(store, treeId);
    const apply = (draft: Draft, ops: readonly DraftOp[]) => this.#held.apply(draft, ops);
    const shownAt = (at: PositionId) => (this.#path.has(at) ? this.#path.versionAt(at) : undefined);
    return reconcileDraft(tree, this.#held.draft, journaled, apply, shownAt);
  }

  /**
   * Puts another draft in the place of this one; what the window still sends for the one before is refused.
   * @throws {AspenError} what the store throws; the draft is held all the same
   */
  takeDraft(draft: Draft): void {
    this.#path.reload();
    this.#held.take({ ...draft, head: this.#path.head });
  }

  /** The same for a draft that is newer than what is known of the caret: it stands behind what changed. */
  takeNewerDraft(draft: Draft): void {
    const before = this.shown.beginning(Infinity);
    this.takeDraft(draft);
    const after = this.shown.beginning(Infinity);
    const { head, scroll } = this.#held.cursor ?? { head: 0, scroll: 0 };
    // What was typed where the caret is known to have been may begin or end as the text around it does.
    const [above, below] = [before.slice(0, head), before.slice(head)];
    const isAtCaret = after.startsWith(above) && after.endsWith(below) && after.length >= before.length;
    const place = isAtCaret ? after.length - below.length : changedPart(before, after).to;
    this.#held.moveCursor({ anchor: place, head: place, scroll });
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
  putDraft(tx: FileTransaction): void {
    this.#held.put(tx, this.#held.draft);
  }

  /**
   * The file is another now: it is read anew, and all that is held is unwritten.
   * @returns a draft that the other file has and this session has never seen
   */
  takeOtherFile(): Draft | undefined {
    const strange = this.#held.takeOtherFile();
    this.#intents.readAgain();
    return strange;
  }

  /** The file was found to be another than was thought: where that was not heard of here, it is read anew. */
  catchUp(): void {
    this.#intents.catchUp();
  }

  /** Takes over where the caret and the view are; it is in the file within seconds. */
  saveCursor(cursor: CursorPlace): void {
    this.#held.moveCursor(cursor);
  }

  /** The writer comes back to this tree: it is the last one they were in. */
  enterAgain(): void {
    const { store, treeId, writerId } = this.#options;
    const caret = this.#held.cursor;
    if (store.readonly || caret === null) return;
    store.transact((tx) => saveCaret(tx, treeId, writerId, caret));
  }

  /** Commits the draft. @throws {AspenError} CONFLICT, INVALID_ARGUMENT, and what the store throws */
  commit(intent: IntentParts, requestId: RequestId): PathReply {
    const answered = this.#answered.get(requestId);
    if (answered !== undefined) return answered;
    const reply = this.#intents.carryOut(intent, { letBlankGo: false, request: requestId }, STAY);
    this.#answered.set(requestId, reply);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED_COMMITS && oldest !== undefined) this.#answered.delete(oldest);
    return reply;
  }

  /** Hides a position and all below it; every path that runs through it ends at its parent, the draft committed first. */
  prune(intent: IntentParts, positionId: PositionId): PathReply {
    const options = { letBlankGo: false, kind: 'metadata' } as const;
    return this.#intents.carryOut(intent, options, (after, _committed, tx) =>
      prunePositions(after, [positionId], tx, this.#options),
    );
  }

  /**
   * Hides positions beside the path, with all below them, and shows others again, in one step; the draft stays a draft.
   * @throws {AspenError} INVALID_ARGUMENT where one to hide is on the path; NOT_FOUND
   */
  setPruned(intent: IntentParts, positions: readonly PrunedPosition[]): PrunedReply {
    const { hidden, shown } = sortPruned(positions);
    if (hidden.some((position) => this.#path.has(position)))
      throw new AspenError('INVALID_ARGUMENT', 'a position on the path is pruned by itself');
    this.#intents.accept(intent);
    let changed: readonly PrunedPosition[] = [];
    const reply = this.#intents.amend('metadata', this.#held.draft, (after, tx) => {
      changed = positionsToChange(after.tree, hidden, shown);
      for (const position of shown) after.add(restore(after.tree, position));
      prunePositions(after, hidden, tx, this.#options);
    });
    return { ...reply, changed };
  }

  /** Sets what belongs to a position, for every version there; the draft stays a draft. */
  setMetadata(intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    this.#intents.accept(intent);
    return this.#intents.amend('metadata', this.#held.draft, (after) => after.add(change(after.tree)));
  }

  /**
   * Commits the draft and says what a request for continuations needs: the position on the path that they continue
   * (`at`, or the head after the commit) and the version there.
   * @throws {AspenError} NOT_FOUND where `at` is not on the path
   */
  prepareGeneration(intent: IntentParts, at: PositionId | null): GenerationStart {
    if (at !== null && !this.#path.has(at)) {
      throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    }
    const path = this.#intents.carryOut(intent, { letBlankGo: false }, STAY);
    const parentId = at ?? this.#path.head;
    const originId = this.#path.versionAt(parentId);
    return { path, parentId, originId, nodes: this.shown.contextNodes(parentId) };
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

  /** All that is held is in another file, which is gone on in: nothing of it is written here, or kept, any more. */
  handOn(): void {
    this.#held.handOn();
  }

  /** Writes what is unwritten and stops the clock. @throws {AspenError} what the store throws */
  close(): void {
    this.#held.close();
  }

  /** A page that ended while the writer typed had told of the text, and not yet of the caret behind it. */
  #findCursor(): CursorPlace | null {
    const { cursor, typedAt } = this.#held;
    const start = typedAt === null ? undefined : this.shown.startOf(typedAt.nodeId);
    if (typedAt === null || start === undefined) return cursor;
    const caret = start + typedAt.offset;
    return { anchor: caret, head: caret, scroll: cursor?.scroll ?? 0 };
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
   * A writer who comes into a tree for the first time stands where its path goes of itself; from then on what they see
   * is recorded as selected, so that nobody's new version changes it.
   */
  #enter(): void {
    const { store, treeId, writerId } = this.#options;
    if (store.readonly || findCursor(store, treeId, writerId) !== undefined) return;
    store.transact((tx) => {
      const { tree, path } = sqlViews(tx, treeId, writerId);
      const head = deepestFrom(tree, path, tree.tree.rootPositionId);
      writePath(tx, treeId, writerId, moveHead(tree, path, head));
    });
  }
}

/** What a request for continuations is made of. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, the root left out. */
  readonly nodes: readonly ContextNode[];
}
