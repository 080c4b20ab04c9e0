import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, draftDigest, isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { NO_TEXT } from '../../../core/text/span.ts';
import type { TreeMode } from '../../../core/tree/loom-tree.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type { CursorState } from '../../../ipc/wire/path.ts';
import { DRAFT_TOO_LONG } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { deleteDraft, findDraft, saveDraft } from '../../store/tables/drafts.ts';
import { findEdgeInto } from '../../store/tables/edges.ts';
import { getNode, getNodeContent } from '../../store/tables/nodes.ts';
import { findCursor, saveCaret } from '../../store/tables/path-state.ts';
import type { PlaceTracker } from '../places/place-tracker.ts';
import { DraftFlusher } from './draft-flusher.ts';
import type { JournaledWhole } from './recovery-journal.ts';
import type { DraftJournal } from './session-journal.ts';

const NO_DRAFT = { buffer: NO_TEXT, edits: [] } as const;

export interface DraftStateOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly mode: TreeMode;
  readonly journal: DraftJournal;
  /** Follows suggestions through the typing, and writes their places with the draft. */
  readonly places: PlaceTracker;
  /** Returns an id greater than all earlier ones. */
  newId(): string;
  /** A node's index on the path; undefined if it is not on the path. */
  indexOf(nodeId: NodeId): number | undefined;
  /** Positions from the head up, nearest first: candidates should the head itself be lost. */
  above(): readonly PositionId[];
  onSaveState(state: SaveState): void;
  /** Called before each write. If another program changed the file, calls `rebase` before it returns. */
  beforeWrite(): void;
  /** Another program changed the file: calls `rebase` before it returns. */
  onConflict(): void;
}

/** An offset in the text of a node, or of the working buffer (null). UTF-16 code units. */
interface TextOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/** The place of a draft after the program has ended. */
export type Settled =
  | { readonly where: 'file' }
  | { readonly where: 'journal' | 'nowhere'; readonly error: unknown }
  /** In the journal, because the file is still being checked: the next opening writes it there. */
  | { readonly where: 'waiting' }
  /** In a file that is no longer at its path, and may be lost for good. */
  | { readonly where: 'astray' }
  /** In the journal and, with the whole grove, in the backups: its file was overwritten. */
  | { readonly where: 'backup' };

/** Main's copy of one writer's uncommitted text in one tree, and of their cursor. */
export class DraftState {
  readonly #options: DraftStateOptions;
  readonly #flusher: DraftFlusher;
  #draft: Draft;
  /** The draft in the file. */
  #fileDraft: Draft;
  /** Accepted, but not passed to the journal yet. */
  #unjournaled: DraftOp[] = [];
  /** Number of batches passed to the journal, to recognise the last one. */
  #steps = 0;
  #cursor: CursorState | null;
  #isCursorDirty = false;
  #typedAt: TextOffset | null = null;
  #epoch = Symbol('epoch');

  /** @param head the parent of the working buffer if the file has no draft, and of a composer in any case */
  constructor(options: DraftStateOptions, head: PositionId) {
    const { store, treeId, agentId, mode, onSaveState } = options;
    this.#options = options;
    const stored = findDraft(store, treeId, agentId) ?? { head, ...NO_DRAFT };
    // The composer follows the path, which another agent may have moved while the tree was closed.
    this.#draft = mode === 'dialogue' ? { ...stored, head } : stored;
    this.#fileDraft = this.#draft;
    this.#cursor = findCursor(store, treeId, agentId)?.caret ?? null;
    this.#flusher = new DraftFlusher({ write: () => this.#write(), onState: onSaveState });
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Changes whenever the draft, or the position it belongs to, changes other than by typing. */
  get epoch(): symbol {
    return this.#epoch;
  }

  get cursor(): CursorState | null {
    return this.#cursor;
  }

  /** The end of the last typing since the cursor was last reported; null for none. */
  get typedAt(): TextOffset | null {
    return this.#typedAt;
  }

  get saveState(): SaveState {
    return this.#flusher.state;
  }

  /**
   * Applies typing, all of it or none.
   * @throws {AspenError} INVALID_ARGUMENT if it does not fit the draft, or makes it too long
   */
  accept(ops: readonly DraftOp[]): void {
    if (ops.length === 0) return;
    const draft = this.apply(this.#draft, ops);
    requireWithinBounds(draft);
    this.#options.places.onOps(ops, this.#draft);
    this.#draft = draft;
    for (const op of ops) this.#unjournaled.push(op);
    const last = ops.findLast((op) => 'splice' in op);
    if (last !== undefined)
      this.#typedAt = { nodeId: last.nodeId, offset: last.splice.from + last.splice.insert.length };
  }

  /** Applies those steps that fit the draft and its bounds, in order. @returns the others */
  acceptWhatFits(ops: readonly DraftOp[]): readonly DraftOp[] {
    return ops.filter((op) => {
      try {
        this.accept([op]);
        return false;
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
        return true;
      }
    });
  }

  /**
   * Applies steps to a draft. Whole texts of nodes on the path need no file access: the page sends them after
   * an unreadable file has caused a splice to be refused.
   * @throws {AspenError} INVALID_ARGUMENT or NOT_FOUND if they do not fit, and what the store throws
   */
  apply(draft: Draft, ops: readonly DraftOp[]): Draft {
    const { store, treeId, indexOf } = this.#options;
    // Neither the root nor a note: these are not edited in a draft, and would fail any commit of it.
    const isOfTree = (nodeId: NodeId) =>
      getNode(store, nodeId).treeId === treeId && findEdgeInto(store, nodeId)?.type === 'continuation';
    const isHeld = (nodeId: NodeId) => draft.edits.some((edit) => edit.nodeId === nodeId);
    return applyDraftOps(
      draft,
      ops,
      (nodeId) => {
        if (!isOfTree(nodeId)) return undefined;
        const { content, spans } = getNodeContent(store, nodeId);
        return { text: textOf(content), spans };
      },
      // An edit waits in the draft while its node is not on the path (`dialogue.md`); it sorts last.
      (nodeId) =>
        indexOf(nodeId) ?? (isHeld(nodeId) || isOfTree(nodeId) ? Number.MAX_SAFE_INTEGER : undefined),
    );
  }

  /**
   * Schedules a write of accepted typing to the file and journals it now; resolves when it is safe there. If
   * the journal fails, writes the file at once; the save state reports the result, and the text stays in
   * memory in any case.
   */
  async save(): Promise<void> {
    const ops = this.#unjournaled;
    this.#unjournaled = [];
    this.#flusher.markDirty();
    if (ops.length === 0) return;
    const step = ++this.#steps;
    try {
      await this.#options.journal.append(ops, () => this.#snapshot());
      // After an older batch, newer typing is still unsafe.
      if (step === this.#steps) this.#flusher.onJournaled();
    } catch (error) {
      this.#flusher.onJournalFailed(error);
    }
  }

  /** The draft was replaced, here and in the file. */
  onReplaced(draft: Draft): void {
    const { head, buffer, edits } = this.#draft;
    if (draft.head !== head || draft.buffer !== buffer || draft.edits !== edits)
      this.#epoch = Symbol('epoch');
    this.#draft = draft;
    this.#typedAt = null;
    this.#onWritten();
    this.#flusher.onWritten();
  }

  /** Something else has touched the file: marks what it no longer has of the draft or the cursor as unwritten. */
  compareWithFile(): void {
    const { store, treeId, agentId } = this.#options;
    const found = findDraft(store, treeId, agentId) ?? { ...this.#draft, ...NO_DRAFT };
    if (draftDigest(found) !== draftDigest(this.#fileDraft)) {
      this.#fileDraft = found;
      this.#flusher.markDirty();
    }
    const caret = findCursor(store, treeId, agentId)?.caret;
    if (this.#cursor === null || isSameCursor(this.#cursor, caret)) return;
    this.#isCursorDirty = true;
    this.#flusher.markDirty();
  }

  /** The file was overwritten and has nothing of this draft: journals all of it. */
  async onFileOverwritten(): Promise<void> {
    if (isEmptyDraft(this.#draft)) return;
    this.#fileDraft = { ...this.#draft, ...NO_DRAFT };
    this.#flusher.markDirty();
    try {
      await this.#journalWhole();
      this.#flusher.onJournaled();
    } catch (error) {
      this.#flusher.onJournalFailed(error);
    }
  }

  /** The path was reloaded: continue with what remains of the draft. */
  rebase(draft: Draft): void {
    const { store, treeId, agentId, journal } = this.#options;
    this.#epoch = Symbol('epoch');
    this.#draft = draft;
    this.#typedAt = null;
    this.#fileDraft = findDraft(store, treeId, agentId) ?? { head: draft.head, ...NO_DRAFT };
    this.#unjournaled = [];
    journal.restart();
    this.#flusher.markDirty();
  }

  /**
   * Replaces the draft and writes it now.
   * @throws {AspenError} what the store throws; the draft is replaced all the same
   */
  replace(draft: Draft): void {
    this.#epoch = Symbol('epoch');
    this.#draft = draft;
    this.#typedAt = null;
    this.#unjournaled = [];
    this.#options.journal.restart();
    this.#flusher.markDirty();
    this.#flusher.flush();
  }

  /**
   * The store switched to another file; `rebase` must follow.
   * @returns a draft in the other file that was never seen here and would be overwritten
   */
  onFileSwitched(): Draft | undefined {
    const { store, treeId, agentId } = this.#options;
    const found = findDraft(store, treeId, agentId);
    const known = new Set([this.#fileDraft, this.#draft].map(draftDigest));
    this.#isCursorDirty = this.#cursor !== null;
    return found === undefined || known.has(draftDigest(found)) ? undefined : found;
  }

  moveCursor(cursor: CursorState): void {
    this.#cursor = cursor;
    this.#typedAt = null;
    if (this.#options.store.readonly) return;
    this.#isCursorDirty = true;
    this.#flusher.markDirty();
  }

  /** Writes a draft in a transaction. @throws {AspenError} what the store throws */
  writeTo(tx: FileTransaction, draft: Draft): void {
    const { treeId, agentId, places } = this.#options;
    const { head, buffer, edits } = draft;
    places.writeTo(tx);
    if (isEmptyDraft(draft)) deleteDraft(tx, treeId, agentId);
    else {
      const normalisedEdits = edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      saveDraft(tx, treeId, agentId, { head, buffer: normaliseSpannedText(buffer), edits: normalisedEdits });
    }
  }

  /** Writes unwritten changes. @throws {AspenError} what the store throws; the text stays in memory */
  flush(): void {
    this.#flusher.flush();
  }

  /**
   * Writes unwritten changes to the file and waits until the journal has none of them, including those that
   * are typed meanwhile.
   * @throws {AspenError} as `flush`
   */
  async flushAndForget(): Promise<void> {
    do {
      this.flush();
      await this.#options.journal.forgotten;
    } while (this.#draft !== this.#fileDraft);
  }

  /**
   * Writes unwritten changes to the file or, if that fails, the whole draft to the journal.
   * @returns where the draft is now, and the error if it is not in the file
   */
  async settle(): Promise<Settled> {
    try {
      this.flush();
      return { where: 'file' };
    } catch (error) {
      if (this.#draft === this.#fileDraft) return { where: 'file' };
      try {
        await this.#journalWhole();
        const isWaiting = error instanceof AspenError && error.code === 'CHECKING';
        return isWaiting ? { where: 'waiting' } : { where: 'journal', error };
      } catch {
        // Report the error of the file: that is the one the writer can do something about.
        return { where: 'nowhere', error };
      }
    }
  }

  /** The check of the file has ended: writes what waited for that; the save state reports a failure. */
  onFileChecked(): void {
    // A damaged file is not written, and a lost cursor is not worth reporting.
    if (this.#options.store.readonly && this.#draft === this.#fileDraft) this.#flusher.onWritten();
    else this.#flusher.resume();
  }

  /** Writes nothing more: what is not in the file stays in the journal. */
  stop(): void {
    this.#flusher.stop();
  }

  /** Another grove has taken over the draft: stop writing and journaling it here. */
  release(): void {
    this.#flusher.stop();
    this.#onWritten();
  }

  /** Writes unwritten changes and stops the timer. @throws {AspenError} what the store throws */
  close(): void {
    try {
      this.#flusher.flush();
    } finally {
      this.#flusher.stop();
    }
  }

  #write(): void {
    this.#options.beforeWrite();
    try {
      this.#transact();
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'CONFLICT') throw error;
      this.#options.onConflict();
      this.#transact();
    }
    this.#isCursorDirty = false;
    this.#onWritten();
  }

  #transact(): void {
    const { store, treeId, agentId } = this.#options;
    store.transact((tx) => {
      this.writeTo(tx, this.#draft);
      if (this.#isCursorDirty && this.#cursor !== null) saveCaret(tx, treeId, agentId, this.#cursor);
    });
  }

  /** The file has everything: delete the journal entries. */
  #onWritten(): void {
    this.#fileDraft = this.#draft;
    this.#unjournaled = [];
    this.#options.places.onWritten();
    this.#options.journal.forget();
  }

  /** @throws {AspenError} what the journal throws */
  async #journalWhole(): Promise<void> {
    const { journal } = this.#options;
    journal.restart();
    await journal.append([], () => this.#snapshot());
  }

  #snapshot(): JournaledWhole {
    const { above, newId, places } = this.#options;
    return {
      kind: 'whole',
      draft: this.#draft,
      fileDigest: draftDigest(this.#fileDraft),
      above: above(),
      since: newId(),
      ...(places.isActive ? { places: places.journaled() } : {}),
    };
  }
}

function isSameCursor({ anchor, head, scroll }: CursorState, other: CursorState | null | undefined): boolean {
  return other?.anchor === anchor && other.head === head && other.scroll === scroll;
}

/** @throws {AspenError} INVALID_ARGUMENT if a draft may not be that long (`generation.md`, *Bounds*) */
export function requireWithinBounds({ buffer, edits }: Omit<Draft, 'head'>): void {
  if (!isWithinBounds([buffer, ...edits])) throw new AspenError('INVALID_ARGUMENT', DRAFT_TOO_LONG);
}

/** A draft's edits, by whether the path shows their nodes. */
export interface DividedEdits {
  /** In path order. */
  readonly shown: readonly PendingEdit[];
  /** By node id: in a dialogue they wait until their message returns (`dialogue.md`, *The tree*). */
  readonly waiting: readonly PendingEdit[];
}

/** @param indexOf a node's index on the path; undefined if it is not on the path */
export function divideEdits(
  edits: readonly PendingEdit[],
  indexOf: (nodeId: NodeId) => number | undefined,
): DividedEdits {
  const shown: { readonly edit: PendingEdit; readonly index: number }[] = [];
  const waiting: PendingEdit[] = [];
  for (const edit of edits) {
    const index = indexOf(edit.nodeId);
    if (index === undefined) waiting.push(edit);
    else shown.push({ edit, index });
  }
  return {
    shown: shown.sort((a, b) => a.index - b.index).map(({ edit }) => edit),
    waiting: waiting.sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1)),
  };
}
