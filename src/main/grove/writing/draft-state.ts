import type { Draft, SpannedText } from '../../../core/buffer/draft.ts';
import { applyDraftOps, type DraftOp, draftDigest, isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type { CursorPlace } from '../../../ipc/wire/path.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { deleteDraft, findDraft, saveDraft } from '../../store/tables/drafts.ts';
import { getNode, getNodeContent } from '../../store/tables/nodes.ts';
import { findCursor, saveCaret } from '../../store/tables/path-state.ts';
import { DraftFlusher } from './draft-flusher.ts';
import type { DraftJournal } from './draft-journal.ts';
import type { JournaledWhole } from './recovery-journal.ts';

const NO_TEXT: SpannedText = { text: '', spans: [] };

export interface DraftStateOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly journal: DraftJournal;
  now(): number;
  /** Newer than every id before it. */
  newId(): string;
  /** Where a node stands on the path; undefined where it does not. */
  placeOf(nodeId: NodeId): number | undefined;
  /** Positions from the head up, the nearest first, as many as a lost head may be looked for at. */
  above(): readonly PositionId[];
  onSaveState(state: SaveState): void;
  /** Where the file is known to be another than was thought, `rebase` is called before this returns. */
  beforeWrite(): void;
  /** The file is another than was thought: `rebase` is called before this returns. */
  onConflict(): void;
}

/** An offset in the text of a node, or of the working buffer (null). UTF-16 code units. */
interface TextPlace {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/** Where a draft is to be found once the program has ended. */
export type Settled =
  | { readonly where: 'file' }
  | { readonly where: 'journal' | 'nowhere'; readonly error: unknown }
  /** In a file that is not where it was, and may be gone for good. */
  | { readonly where: 'astray' };

/** Main's copy of what one writer has typed into one tree and not committed, and of where their caret is. */
export class DraftState {
  readonly #options: DraftStateOptions;
  readonly #writer: DraftFlusher;
  #draft: Draft;
  /** What the file holds. */
  #inFile: Draft;
  /** Accepted and not handed to the journal. */
  #unkept: DraftOp[] = [];
  /** Steps that were handed to the journal, to tell the last one from those before it. */
  #steps = 0;
  #cursor: CursorPlace | null;
  #cursorIsUnwritten = false;
  #typedAt: TextPlace | null = null;
  #turn = Symbol('turn');

  /** @param head where the working buffer is where the file has no draft */
  constructor(options: DraftStateOptions, head: PositionId) {
    const { store, treeId, writerId, now, onSaveState } = options;
    this.#options = options;
    this.#draft = findDraft(store, treeId, writerId) ?? { head, buffer: NO_TEXT, edits: [] };
    this.#inFile = this.#draft;
    this.#cursor = findCursor(store, treeId, writerId)?.caret ?? null;
    this.#writer = new DraftFlusher({ write: () => this.#write(), onState: onSaveState, now });
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Another one when the draft is not, or not where it was, what typing alone has made of it. */
  get turn(): symbol {
    return this.#turn;
  }

  get cursor(): CursorPlace | null {
    return this.#cursor;
  }

  /** Where the last typing ended, of which the caret's place does not know yet; null for none. */
  get typedAt(): TextPlace | null {
    return this.#typedAt;
  }

  get saveState(): SaveState {
    return this.#writer.state;
  }

  /** Takes over typing, all of it or none. @throws {AspenError} INVALID_ARGUMENT where it does not fit the draft */
  accept(ops: readonly DraftOp[]): void {
    if (ops.length === 0) return;
    this.#draft = this.apply(this.#draft, ops);
    this.#unkept.push(...ops);
    const last = ops.findLast((op) => 'splice' in op);
    if (last !== undefined)
      this.#typedAt = { nodeId: last.nodeId, offset: last.splice.from + last.splice.insert.length };
  }

  /**
   * A draft after some steps. Whole texts of nodes on the path are taken without the file, as the page sends them once a
   * file that cannot be read has refused a splice.
   * @throws {AspenError} INVALID_ARGUMENT or NOT_FOUND where they do not fit it, and what the store throws
   */
  apply(draft: Draft, ops: readonly DraftOp[]): Draft {
    const { store, treeId, placeOf } = this.#options;
    const isOfTree = (nodeId: NodeId) => getNode(store, nodeId).treeId === treeId;
    const isHeld = (nodeId: NodeId) => draft.edits.some((edit) => edit.nodeId === nodeId);
    return applyDraftOps(
      draft,
      ops,
      (nodeId) => {
        if (!isOfTree(nodeId)) return undefined;
        const { content, spans } = getNodeContent(store, nodeId);
        return { text: textOf(content), spans };
      },
      // An edit of a node that a switch has taken off the path is kept all the same, and comes last.
      (nodeId) =>
        placeOf(nodeId) ?? (isHeld(nodeId) || isOfTree(nodeId) ? Number.MAX_SAFE_INTEGER : undefined),
    );
  }

  /**
   * What was accepted goes to the file in a while, and to the journal now; resolves when it is safe there. Where the
   * journal fails, the file is written at once, and the save state says what came of it: the text is held all the same.
   */
  async keep(): Promise<void> {
    const ops = this.#unkept;
    this.#unkept = [];
    this.#writer.touch();
    if (ops.length === 0) return;
    const step = ++this.#steps;
    try {
      await this.#options.journal.append(ops, () => this.#whole());
      // An older step says nothing of what came after it.
      if (step === this.#steps) this.#writer.journaled();
    } catch (error) {
      this.#writer.notJournaled(error);
    }
  }

  /** A commit took all of it, and its transaction removed the draft from the file. */
  committed(head: PositionId): void {
    this.replaced({ head, buffer: NO_TEXT, edits: [] });
  }

  /** Another draft is in its place, and in the file. */
  replaced(draft: Draft): void {
    const { head, buffer, edits } = this.#draft;
    if (draft.head !== head || draft.buffer !== buffer || draft.edits !== edits) this.#turn = Symbol('turn');
    this.#draft = draft;
    this.#typedAt = null;
    this.#written();
    this.#writer.written();
  }

  /** The path was read again, and what is left of the draft goes on from there. */
  rebase(draft: Draft): void {
    const { store, treeId, writerId, journal } = this.#options;
    this.#turn = Symbol('turn');
    this.#draft = draft;
    this.#typedAt = null;
    this.#inFile = findDraft(store, treeId, writerId) ?? { head: draft.head, buffer: NO_TEXT, edits: [] };
    this.#unkept = [];
    journal.restart();
    this.#writer.touch();
  }

  /** Another draft is in its place, and goes to the file now. @throws {AspenError} what the store throws; it is held */
  take(draft: Draft): void {
    this.#turn = Symbol('turn');
    this.#draft = draft;
    this.#typedAt = null;
    this.#unkept = [];
    this.#options.journal.restart();
    this.#writer.touch();
    this.#writer.flush();
  }

  /**
   * The file is another now: `rebase` follows.
   * @returns a draft that the other file has and that was never seen here, and would be written over
   */
  takeOtherFile(): Draft | undefined {
    const { store, treeId, writerId } = this.#options;
    const found = findDraft(store, treeId, writerId);
    const known = new Set([this.#inFile, this.#draft].map(draftDigest));
    this.#cursorIsUnwritten = this.#cursor !== null;
    return found === undefined || known.has(draftDigest(found)) ? undefined : found;
  }

  moveCursor(cursor: CursorPlace): void {
    this.#cursor = cursor;
    this.#typedAt = null;
    if (this.#options.store.readonly) return;
    this.#cursorIsUnwritten = true;
    this.#writer.touch();
  }

  /** Writes a draft into a transaction. @throws {AspenError} what the store throws */
  put(tx: FileTransaction, draft: Draft): void {
    const { treeId, writerId } = this.#options;
    const { head, buffer, edits } = draft;
    if (isEmptyDraft(draft)) deleteDraft(tx, treeId, writerId);
    else {
      const kept = edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      saveDraft(tx, treeId, writerId, { head, buffer: normaliseSpannedText(buffer), edits: kept });
    }
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    this.#writer.flush();
  }

  /**
   * Writes what is unwritten to the file or, where that fails, all of the draft to the journal.
   * @returns where it is now, and why not in the file
   */
  async settle(): Promise<Settled> {
    try {
      this.flush();
      return { where: 'file' };
    } catch (error) {
      if (this.#draft === this.#inFile) return { where: 'file' };
      try {
        this.#options.journal.restart();
        await this.#options.journal.append([], () => this.#whole());
        return { where: 'journal', error };
      } catch {
        // Why the file could not be written is what the writer can do something about.
        return { where: 'nowhere', error };
      }
    }
  }

  /** All of it is in another file, which is gone on in: nothing of it is written here, or kept, any more. */
  handOn(): void {
    this.#writer.stop();
    this.#written();
  }

  /** Writes what is unwritten and stops the clock. @throws {AspenError} what the store throws */
  close(): void {
    try {
      this.#writer.flush();
    } finally {
      this.#writer.stop();
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
    this.#cursorIsUnwritten = false;
    this.#written();
  }

  #transact(): void {
    const { store, treeId, writerId } = this.#options;
    store.transact((tx) => {
      this.put(tx, this.#draft);
      if (this.#cursorIsUnwritten && this.#cursor !== null) saveCaret(tx, treeId, writerId, this.#cursor);
    });
  }

  /** The file has all there is: the journal need not. */
  #written(): void {
    this.#inFile = this.#draft;
    this.#unkept = [];
    this.#options.journal.forget();
  }

  #whole(): JournaledWhole {
    const { above, newId } = this.#options;
    return {
      kind: 'whole',
      draft: this.#draft,
      fileDigest: draftDigest(this.#inFile),
      above: above(),
      since: newId(),
    };
  }
}
