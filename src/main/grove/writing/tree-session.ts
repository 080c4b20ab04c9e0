import { sha256 } from '#sha256';
import { assert } from '../../../core/assert.ts';
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { ContextNode } from '../../../core/context/story.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId, Sha256, TreeId } from '../../../core/ids.ts';
import { restore } from '../../../core/tree/metadata.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { deepestFrom, moveHead } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Output } from '../../../ipc/contract.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type {
  PathReply,
  PathSegments,
  PathSnapshot,
  PrunedPosition,
  PrunedReply,
  WaitingEdit,
} from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findCursor, markVisited } from '../../store/tables/path-state.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { SessionLayers } from '../history/session-layers.ts';
import { createPathPlaces } from '../places/path-places.ts';
import type { PlaceTracker } from '../places/place-tracker.ts';
import { OpenPath } from '../reading/open-path.ts';
import { caretAfterChange } from '../rescue/changed-part.ts';
import { type Reconciliation, reconcileConversation, reconcileDraft } from '../rescue/reconcile-draft.ts';
import { ReplacementStarts } from '../rewrites/replacement-starts.ts';
import { Branching } from './branching.ts';
import { type DividedEdits, DraftState, divideEdits, type Settled } from './draft-state.ts';
import { type IntentParts, IntentWriter, type SessionScope } from './intent-writer.ts';
import { PathMoves, positionsToChange, pruneAndMoveOn, prunePositions, sortPruned } from './path-moves.ts';
import type { JournaledDraft } from './recovery-journal.ts';
import type { DraftJournal } from './session-journal.ts';
import { ShownText } from './shown-text.ts';
import type { WritableTree } from './tree-transactions.ts';
import { type KeptInstruction, keepInstruction } from './write-note.ts';

/** The journal lists so many positions above the head, so that one survives whatever else is lost. */
const MAX_ABOVE = 64;

export interface TreeSessionOptions extends WritableTree {
  /** Stores typing until the file has it. */
  readonly journal: DraftJournal;
  onSaveState(state: SaveState): void;
  /** The text that the window shows was written or replaced. */
  onText?(): void;
}

/**
 * An agent's session in one open tree: the path, the draft in main, and every intent that changes them.
 * Refuses intents that were made against an older path (`manuscript.md`, *Talking to the main process*).
 */
export class TreeSession {
  /** Moves along the path and through the tree. */
  readonly moves: PathMoves;
  readonly branching: Branching;
  /** The time line of the path. */
  readonly layers: SessionLayers;
  /** The text that the window shows. */
  readonly shown: ShownText;
  readonly replacements: ReplacementStarts;
  /** The places of suggestions in the text. */
  readonly places: PlaceTracker;
  readonly path: OpenPath;
  /** Main's copy of the uncommitted text, and the writer's cursor as the window last reported it. */
  readonly draftState: DraftState;
  readonly intents: IntentWriter;
  readonly #options: TreeSessionOptions;
  #ahead: { readonly state: string; readonly segments: PathSegments } | null = null;

  constructor(options: TreeSessionOptions) {
    this.#options = options;
    const { store, treeId, author, idsAndClock, journal, onSaveState } = options;
    const agentId = author.id;
    const { mode } = getTree(store, treeId);
    this.path = new OpenPath(store, treeId, agentId);
    enterTree(options);
    this.path.reload();
    const places = createPathPlaces(store, treeId, author);
    this.places = places.tracker;
    const indexOf = (nodeId: NodeId) => this.path.indexOf(nodeId);
    const above = () => this.path.above(MAX_ABOVE);
    this.draftState = new DraftState(
      {
        store,
        treeId,
        agentId,
        mode,
        journal,
        places: this.places,
        newId: idsAndClock.newId,
        indexOf,
        above,
        onSaveState: (state) => {
          onSaveState(state);
          if (state.state === 'saved') options.onText?.();
        },
        beforeWrite: () => this.intents.reloadIfStale(),
        onConflict: () => this.intents.reload(),
      },
      this.path.head,
    );
    const scope: SessionScope = {
      ...options,
      mode,
      path: this.path,
      draftState: this.draftState,
      places,
      onText: () => options.onText?.(),
    };
    this.intents = new IntentWriter(scope);
    this.layers = this.intents.layers;
    this.moves = new PathMoves(scope, this.intents);
    this.branching = new Branching(scope, this.intents);
    this.shown = new ShownText(scope);
    this.replacements = new ReplacementStarts(this.path, this.intents, this.shown);
  }

  get treeId(): TreeId {
    return this.#options.treeId;
  }

  get rootPositionId(): PositionId {
    return this.path.rootPositionId;
  }

  get agentId(): AgentId {
    return this.#options.author.id;
  }

  /** Reads the path for the next `readPath`, while the window that will ask for it is being made. */
  readAhead(): void {
    this.intents.reloadIfStale();
    this.#ahead = {
      state: this.#pathState(),
      segments: this.#options.store.snapshot((reader) => this.#pack(reader)),
    };
  }

  /** Changes with anything that the path's segments show. */
  #pathState(): string {
    const { head, externalWrites, reopenings } = this.#options.store;
    return [head.hash, externalWrites, reopenings, this.path.version].join(' ');
  }

  #pack(reader: Reader): PathSegments {
    return this.path.packAll(this.draftState.cursor?.head ?? Infinity, reader);
  }

  /** The path with its draft and cursor, to be shown from scratch. */
  readPath(): PathSnapshot {
    const { store, treeId } = this.#options;
    this.intents.reloadIfStale();
    const ahead = this.#ahead?.state === this.#pathState() ? this.#ahead.segments : null;
    this.#ahead = null;
    const { shown, waiting } = this.#dividedEdits;
    return store.snapshot((reader) => ({
      treeId,
      rootPositionId: this.path.rootPositionId,
      pathVersion: this.path.version,
      segments: ahead ?? this.#pack(reader),
      buffer: this.draftState.draft.buffer,
      edits: shown,
      waitingEdits: waiting.map((edit) => toWaitingEdit(sqlTree(reader, treeId), edit)),
      cursor: this.shown.findCursor(),
    }));
  }

  /**
   * Accepts typing. When it resolves, the journal has it, or the save state says why not; the file has it
   * within seconds (`DraftFlusher`).
   * @param digest of the renderer's draft after the typing, if both sides are to be compared
   * @param undo steps that lead to the draft after the typing, to keep for after a restart; null for none
   * @returns the digest of main's draft, as far as the window shows it, if one was given; else the empty
   *   string
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT if the typing does not fit the draft
   */
  saveDraft(intent: IntentParts, digest: string | null, undo: UndoSteps | null = null): Promise<string> {
    const path = this.intents.acceptTyping(intent);
    const kept = undo === null ? undefined : this.#options.journal.saveUndo(undo, this.#textShown(path));
    const saved = intent.ops.length > 0 ? this.draftState.save() : undefined;
    const { draft } = this.draftState;
    // A reply may have become the head since the window sent this.
    const head = path.at(-1)?.positionId ?? this.path.rootPositionId;
    const indexOf = (nodeId: NodeId) => {
      const index = path.findIndex((ids) => ids.nodeId === nodeId);
      return index < 0 ? undefined : index;
    };
    const edits = () => divideEdits(draft.edits, indexOf).shown;
    const own = digest === null ? '' : draftDigest({ ...draft, head, edits: edits() });
    assert(own === (digest ?? ''), `main’s draft (${own}) differs from the window’s (${digest})`);
    return Promise.all([saved, kept]).then(() => own);
  }

  /**
   * The steps of undo that an earlier session left of exactly this path and draft, or of the path before the replies that
   * came since; null for none.
   */
  readUndo(): Promise<UndoSteps | null> {
    const { ids } = this.path;
    const ends = this.path.lengths().map((length) => this.#textShown(ids.slice(0, length)));
    return this.#options.journal.readUndo(ends);
  }

  /**
   * Identifies the path and the draft; of a long draft, by its lengths and the ends of its texts.
   * @param path as the window showed it: replies may have come since
   */
  #textShown(path: readonly PathIds[]): Sha256 {
    const { edits, buffer } = this.draftState.draft;
    const ids = path.map(({ nodeId }) => nodeId);
    const texts = edits.map(({ nodeId, text }) => [nodeId, text.length, endsOf(text)]);
    const shown = [ids, texts, buffer.text.length, endsOf(buffer.text)];
    return sha256(JSON.stringify(shown));
  }

  get #dividedEdits(): DividedEdits {
    return divideEdits(this.draftState.draft.edits, (nodeId) => this.path.indexOf(nodeId));
  }

  /** Accepts typing whatever path it was made for, as far as it fits. @returns the steps that do not */
  keep(ops: readonly DraftOp[]): readonly DraftOp[] {
    const unapplied = this.draftState.acceptWhatFits(ops);
    void this.draftState.save();
    return unapplied;
  }

  /** Main's copy of the uncommitted text. */
  get draft(): Draft {
    return this.draftState.draft;
  }

  /** The nodes on the path, from below the root. */
  get nodeIds(): readonly NodeId[] {
    return this.path.ids.map(({ nodeId }) => nodeId);
  }

  /** Positions from the head up, nearest first: candidates for the draft in a file that lacks its head. */
  get above(): readonly PositionId[] {
    return this.path.above(MAX_ABOVE);
  }

  /** Compares a draft that an earlier session left in the journal with the current one. */
  reconcile(journaled: JournaledDraft): Reconciliation {
    const { store, treeId } = this.#options;
    const tree = sqlTree(store, treeId);
    const apply = (draft: Draft, ops: readonly DraftOp[]) => this.draftState.apply(draft, ops);
    if (tree.tree.mode === 'dialogue' && journaled.scope.treeId === treeId)
      return reconcileConversation(tree, this.draftState.draft, journaled, apply);
    const shownAt = (at: PositionId) => (this.path.has(at) ? this.path.versionAt(at) : undefined);
    return reconcileDraft(tree, this.draftState.draft, journaled, apply, shownAt);
  }

  /**
   * Replaces the draft; what the window still sends for the old one is refused.
   * @throws {AspenError} what the store throws; the draft is replaced all the same
   */
  replaceDraft(draft: Draft): void {
    this.path.reload();
    this.draftState.replace({ ...draft, head: this.path.head });
  }

  /**
   * The same for a draft of the journal, which is newer than the stored cursor and the places of suggestions: puts the
   * cursor after the changed text.
   */
  restoreDraft(draft: Draft, { whole, ops }: JournaledDraft): void {
    const before = this.shown.beginning(Infinity);
    if (whole.places !== undefined) this.places.restore(whole.places, ops.flat(), whole.draft);
    this.replaceDraft(draft);
    const after = this.shown.beginning(Infinity);
    const { head, scroll } = this.draftState.cursor ?? { head: 0, scroll: 0 };
    const caret = caretAfterChange(before, after, head);
    this.draftState.moveCursor({ anchor: caret, head: caret, scroll });
  }

  /** Writes unwritten changes. @throws {AspenError} what the store throws; the text stays in memory */
  flush(): void {
    this.draftState.flush();
  }

  /** Writes unwritten changes to the file, or else to the journal. */
  settle(): Promise<Settled> {
    return this.draftState.settle();
  }

  /** The store switched to another file. @returns a draft there that this session has never seen */
  onFileSwitched(): Draft | undefined {
    const unknown = this.draftState.onFileSwitched();
    this.intents.reload();
    return unknown;
  }

  /** The writer returns to this tree: records it as the last one visited. */
  markVisited(): void {
    const { store, treeId, author } = this.#options;
    if (!store.readonly) store.transact((tx) => markVisited(tx, treeId, author.id));
  }

  /** Commits the draft; in a dialogue, sends the composer. @throws {AspenError} CONFLICT, INVALID_ARGUMENT, and what the store throws */
  commit(intent: IntentParts, requestId: RequestId): PathReply {
    return this.intents.commit(intent, requestId);
  }

  /** Commits the draft, then prunes a position: this path moves on to the next alternative, others end above it. */
  prune(intent: IntentParts, positionId: PositionId): PathReply {
    const options = { commits: 'move', kind: 'metadata', reason: 'prune' } as const;
    return this.intents.carryOut(intent, options, (after) => pruneAndMoveOn(after, positionId));
  }

  /**
   * Prunes and restores positions that are not on the path, with their subtrees, in one step. Does not commit
   * the draft.
   * @throws {AspenError} INVALID_ARGUMENT if one to prune is on the path; NOT_FOUND
   */
  setPruned(intent: IntentParts, positions: readonly PrunedPosition[]): PrunedReply {
    const { hidden, shown } = sortPruned(positions);
    let changed: readonly PrunedPosition[] = [];
    const reply = this.intents.carryOut(intent, { commits: 'none', kind: 'metadata' }, (after) => {
      if (hidden.some((position) => this.path.has(position)))
        throw new AspenError('INVALID_ARGUMENT', 'a position on the path must be pruned separately');
      changed = positionsToChange(after.tree, hidden, shown);
      for (const position of shown) after.add(restore(after.tree, position));
      prunePositions(after, hidden);
    });
    return { ...reply, changed };
  }

  /** Sets metadata of a position, for all its versions. Does not commit the draft. */
  setMetadata(intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    const options = { commits: 'none', kind: 'metadata' } as const;
    return this.intents.carryOut(intent, options, (after) => after.add(change(after.tree)));
  }

  /**
   * Commits the draft, keeps an instruction for the reply as a note, and returns what a request for continuations needs: the
   * position to continue (`at`, or the head after the commit) and the version shown there.
   * @throws {AspenError} NOT_FOUND if `at` is neither on the path nor a split beside it; what `check` of a conversation
   *   throws, before anything is committed: the message stays in the composer
   */
  prepareGeneration(
    intent: IntentParts,
    at: PositionId | null,
    check: CheckNodes,
    instruction: string | null = null,
  ): GenerationStart {
    if (at !== null) this.shown.versionToContinue(at);
    let kept: KeptInstruction | null = null;
    const path = this.intents.carryOut(
      intent,
      { commits: at === null ? 'save' : 'move' },
      (after, _, tx) => {
        if (instruction === null) return;
        const { id } = versionAt(after.tree, after.path, at ?? after.path.head);
        kept = keepInstruction(after, tx, id, instruction, this.#options);
      },
      () => {
        if (this.intents.mode === 'dialogue') check(this.shown.contextNodes(at));
      },
    );
    const parentId = at ?? this.path.head;
    const originId = this.shown.versionToContinue(parentId);
    return { path, parentId, originId, nodes: this.shown.contextNodes(parentId), instruction: kept };
  }

  /** The headers of those of these positions that are on the path, in path order, with the path version. */
  readHeaders(positions: readonly PositionId[]): Output<'path.headers'> {
    return { pathVersion: this.path.version, headers: this.path.headersAt(positions) };
  }

  /** Another grove has taken over the draft, or its tree was deleted: stop writing and journaling it here. */
  release(): void {
    this.layers.stop();
    this.draftState.release();
  }

  /** Stops writing; the journal keeps what the file does not have. */
  stop(): void {
    this.layers.stop();
    this.draftState.stop();
  }

  /** Writes unwritten changes and stops the timer. @throws {AspenError} what the store throws */
  close(): void {
    this.layers.stop();
    this.draftState.close();
  }
}

/** In a text longer than twice this, the ends are compared: no more is read each time that a keystroke is saved. */
const COMPARED = 10_000;

function endsOf(text: string): string {
  return text.length <= 2 * COMPARED ? text : text.slice(0, COMPARED) + text.slice(-COMPARED);
}

/**
 * On an agent's first visit to a tree, selects the default path and records its versions as selected, so that
 * another agent's new version never changes it.
 */
export function enterTree({ store, treeId, author, transactions }: Omit<WritableTree, 'idsAndClock'>): void {
  if (store.readonly || findCursor(store, treeId, author.id) !== undefined) return;
  transactions.run({ tree: treeId, author, kind: 'commit', refuseIfStale: true }, (after) => {
    const head = deepestFrom(after.tree, after.path, after.tree.tree.rootPositionId);
    after.addPath(moveHead(after.tree, after.path, head));
  });
}

/** A waiting edit as the window is sent it. @throws {AspenError} NOT_FOUND */
function toWaitingEdit(tree: TreeView, { nodeId, text, spans }: PendingEdit): WaitingEdit {
  const { positionId } = getNode(tree, nodeId);
  return { nodeId, positionId, parentId: tree.parentOf(positionId), text, spans };
}

/** @throws {AspenError} if these nodes cannot be sent */
type CheckNodes = (nodes: readonly ContextNode[]) => void;

/** The parameters of a request for continuations. */
export interface GenerationStart {
  readonly path: PathReply;
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path's nodes up to the parent, without the root. */
  readonly nodes: readonly ContextNode[];
  /** The writer's instruction for this reply. */
  readonly instruction: KeptInstruction | null;
}
