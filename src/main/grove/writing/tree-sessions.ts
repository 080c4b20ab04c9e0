import type { Draft } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import type { StoredDraftText } from '../../store/copies/compare-lists.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { listTrees } from '../../store/tables/trees.ts';
import type { UncommittedDraft } from '../rescue/write-drafts.ts';
import type { DraftJournal } from './draft-journal.ts';
import { TreeSession } from './tree-session.ts';

export interface TreeSessionsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** What keeps the writer's typing in a tree until the file has it. */
  journalOf(treeId: TreeId): DraftJournal;
  onSaveState(state: SaveState): void;
  /** What the window shows of a tree was written, or is other text of it. */
  onText(treeId: TreeId): void;
}

/** A draft of another file than these sessions began in. */
export interface StrangeDraft {
  readonly treeId: TreeId;
  readonly draft: Draft;
}

/** The writer's places in the trees of an open grove, and what is typed there. */
export class TreeSessions implements Iterable<TreeSession> {
  readonly #options: TreeSessionsOptions;
  readonly #open = new Map<TreeId, TreeSession>();

  constructor(options: TreeSessionsOptions) {
    this.#options = options;
  }

  /** The place in one tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  get(treeId: TreeId): TreeSession {
    const known = this.#open.get(treeId);
    if (known !== undefined) return known;
    const { store, writerId, idsAndClock, journalOf, onSaveState, onText } = this.#options;
    const session = new TreeSession({
      store,
      treeId,
      writerId,
      idsAndClock,
      journal: journalOf(treeId),
      onSaveState,
      onText: () => onText(treeId),
    });
    this.#open.set(treeId, session);
    return session;
  }

  /** Undefined for a tree that nobody has looked at since the grove was opened. */
  find(treeId: TreeId): TreeSession | undefined {
    return this.#open.get(treeId);
  }

  [Symbol.iterator](): Iterator<TreeSession> {
    return this.#open.values();
  }

  get saveStates(): readonly SaveState[] {
    return [...this].map(({ saveState }) => saveState);
  }

  /** Closes the place in a tree that goes. @throws {AspenError} what could not be written: it goes on then */
  letGo(treeId: TreeId): void {
    this.#open.get(treeId)?.flush();
    this.#open.get(treeId)?.close();
    this.#open.delete(treeId);
  }

  /** Closes all of them. @throws {AspenError} what could not be written: all go on then */
  letAllGo(): void {
    this.flush();
    for (const session of this) session.close();
    this.#open.clear();
  }

  /** Writes what is unwritten. @throws {AspenError} what the store throws; the text stays here */
  flush(): void {
    for (const session of this) session.flush();
  }

  /** Writes what is unwritten; where that fails, the save state says so. */
  flushOrTell(): void {
    for (const session of this) {
      try {
        session.flush();
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
      }
    }
  }

  /** Writes what is typed and not committed into a transaction on a copy of the file. */
  putDrafts(tx: FileTransaction): void {
    for (const session of this) session.putDraft(tx);
  }

  /** What is typed and not committed, with where it belongs. */
  get held(): readonly UncommittedDraft[] {
    return [...this.#open].map(([treeId, { draft, above }]) => ({ treeId, draft, above }));
  }

  /** All that is held is in another file, which is gone on in: nothing of it is written here, or kept, any more. */
  handOn(): void {
    for (const session of this) session.handOn();
    this.#open.clear();
  }

  /** Drafts that nobody has looked at in this session are held too, so that they come along to another file. */
  holdDrafts(): void {
    const { store, writerId } = this.#options;
    for (const { id } of listTrees(store)) if (findDraft(store, id, writerId) !== undefined) this.get(id);
  }

  /**
   * The file is another now: it is read anew, and all that is held is unwritten.
   * @returns drafts that the other file has and these sessions have never seen
   */
  takeOtherFile(): readonly StrangeDraft[] {
    return [...this.#open].flatMap(([treeId, session]) => {
      const draft = session.takeOtherFile();
      return draft === undefined ? [] : [{ treeId, draft }];
    });
  }

  /** The file was found to be another than was thought: whoever has not heard of it reads it anew. */
  catchUp(): void {
    for (const session of this) session.catchUp();
  }

  /** What is typed and not committed, as main has it. */
  heldDrafts(): readonly StoredDraftText[] {
    return [...this.#open].map(([treeId, { draft }]) => ({
      treeId,
      agentId: this.#options.writerId,
      text: draft.buffer.text,
      edits: draft.edits.map(({ text }) => text),
    }));
  }
}
