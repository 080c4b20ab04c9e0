import type { Draft } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import type { SaveState } from '../../../ipc/wire/grove.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import type { StoredDraftText } from '../../store/copies/compare-lists.ts';
import { findDraft, listTreesWithDraft } from '../../store/tables/drafts.ts';
import { listTrees } from '../../store/tables/trees.ts';
import type { UncommittedDraft } from '../rescue/write-drafts.ts';
import type { DraftJournal } from './session-journal.ts';
import { TreeSession } from './tree-session.ts';
import type { TreeTransactions } from './tree-transactions.ts';

export interface TreeSessionsOptions {
  readonly store: Store;
  /** The person at the window, whose sessions these are unless another agent is named. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** The journal of an agent's draft in a tree. */
  journalOf(treeId: TreeId, agentId: AgentId): DraftJournal;
  onSaveState(state: SaveState): void;
  /** The text that the window shows of a tree was written or replaced. */
  onText(treeId: TreeId): void;
}

/** A draft that was found in another file and is unknown to these sessions. */
export interface UnknownDraft {
  readonly treeId: TreeId;
  readonly draft: Draft;
}

/** The sessions in the trees of an open grove, with their drafts: one for each tree and agent. */
export class TreeSessions implements Iterable<TreeSession> {
  readonly #options: TreeSessionsOptions;
  readonly #open = new Map<string, TreeSession>();

  constructor(options: TreeSessionsOptions) {
    this.#options = options;
  }

  /** An agent's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  get(treeId: TreeId, author: Author = this.#options.author): TreeSession {
    const known = this.find(treeId, author.id);
    if (known !== undefined) return known;
    const { store, transactions, idsAndClock, journalOf, onSaveState, onText } = this.#options;
    const session = new TreeSession({
      store,
      treeId,
      author,
      transactions,
      idsAndClock,
      journal: journalOf(treeId, author.id),
      onSaveState,
      onText: () => onText(treeId),
    });
    this.#open.set(keyOf(treeId, author.id), session);
    return session;
  }

  /** Undefined for a tree that the agent has not visited since the grove was opened. */
  find(treeId: TreeId, agentId: AgentId = this.#options.author.id): TreeSession | undefined {
    return this.#open.get(keyOf(treeId, agentId));
  }

  /** Another agent's change ended these agents' paths further up. */
  onPathsMoved(treeId: TreeId, agentIds: readonly AgentId[]): void {
    for (const agentId of agentIds) this.find(treeId, agentId)?.intents.reload();
  }

  [Symbol.iterator](): Iterator<TreeSession> {
    return this.#open.values();
  }

  get saveStates(): readonly SaveState[] {
    return [...this].map(({ draftState }) => draftState.saveState);
  }

  /** A tree was deleted with its drafts: ends its sessions without writing. */
  discard(treeId: TreeId): void {
    for (const [key, session] of this.#open) {
      if (session.treeId !== treeId) continue;
      session.release();
      this.#open.delete(key);
    }
  }

  /** Writes and closes all sessions. @throws {AspenError} what could not be written: then all stay open */
  closeAll(): void {
    this.flush();
    for (const session of this) session.close();
    this.#open.clear();
  }

  /** Writes unwritten changes. @throws {AspenError} what the store throws; the text stays in memory */
  flush(): void {
    for (const session of this) session.flush();
  }

  /** Writes unwritten changes; the save state reports failures. */
  tryFlush(): void {
    for (const session of this) {
      try {
        session.flush();
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
      }
    }
  }

  /** The check of the file has ended: writes what waited for that; the save state reports failures. */
  onFileChecked(): void {
    for (const session of this) session.draftState.onFileChecked();
  }

  /** Ends the sessions without writing: the file was not checked, and the journal has the drafts. */
  stop(): void {
    for (const session of this) session.stop();
    this.#open.clear();
  }

  /** Writes all drafts in a transaction on a copy of the file. */
  writeDrafts(tx: FileTransaction): void {
    for (const session of this) session.draftState.writeTo(tx, session.draft);
  }

  /** The person's uncommitted drafts, and the positions they belong to. */
  get drafts(): readonly UncommittedDraft[] {
    return [...this]
      .filter(({ agentId }) => agentId === this.#options.author.id)
      .map(({ treeId, draft, draftState, above }) => ({ treeId, draft, cursor: draftState.cursor, above }));
  }

  /** Another grove has taken over the drafts: stop writing and journaling them here. */
  release(): void {
    for (const session of this) session.release();
    this.#open.clear();
  }

  /** The person's typed and uncommitted text: in open sessions the present one, in other trees that of the file. */
  typedDrafts(): readonly { readonly treeId: TreeId; readonly draft: Draft }[] {
    const { store, author } = this.#options;
    const open = this.drafts.filter(({ draft }) => !isEmptyDraft(draft));
    const others = listTreesWithDraft(store, author.id).flatMap((treeId) => {
      const draft = this.find(treeId) === undefined ? findDraft(store, treeId, author.id) : undefined;
      return draft === undefined ? [] : [{ treeId, draft }];
    });
    return [...open.map(({ treeId, draft }) => ({ treeId, draft })), ...others];
  }

  /** Opens a session for every tree with a draft, so that all drafts move along to another file. */
  openDrafts(): void {
    const { store, author } = this.#options;
    for (const { id } of listTrees(store)) if (findDraft(store, id, author.id) !== undefined) this.get(id);
  }

  /**
   * The store switched to another file: all sessions reload their path and mark their draft as unwritten.
   * @returns drafts in the other file that these sessions have never seen
   */
  onFileSwitched(): readonly UnknownDraft[] {
    return [...this].flatMap((session) => {
      const draft = session.onFileSwitched();
      return draft === undefined ? [] : [{ treeId: session.treeId, draft }];
    });
  }

  /** The file was overwritten: journals all drafts, which only memory has now. */
  async onFileOverwritten(): Promise<void> {
    await Promise.all([...this].map((session) => session.draftState.onFileOverwritten()));
  }

  /** Reloads every session's path if another program has changed the file since it was read. */
  reloadIfStale(): void {
    for (const session of this) session.intents.reloadIfStale();
  }

  /** The texts of main's drafts. */
  draftTexts(): readonly StoredDraftText[] {
    return [...this].map(({ treeId, agentId, draft }) => ({
      treeId,
      agentId,
      text: draft.buffer.text,
      edits: draft.edits.map(({ text }) => text),
    }));
  }
}

function keyOf(treeId: TreeId, agentId: AgentId): string {
  return `${treeId} ${agentId}`;
}
