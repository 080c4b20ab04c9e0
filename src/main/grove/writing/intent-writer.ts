import type { Draft } from '../../../core/buffer/draft.ts';
import { type CommittedPart, planCommit } from '../../../core/buffer/plan-commit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, RequestId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { restorePath } from '../../../core/tree/path.ts';
import type { MetadataChange, PathChange } from '../../../core/tree/tree-change.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { deleteDraft } from '../../store/tables/drafts.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import { writePath } from '../../store/tables/path-state.ts';
import type { LogKind } from '../../store/tables/schema.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { OpenPath } from '../reading/open-path.ts';
import type { DraftState } from './draft-state.ts';
import { dropCommitted } from './drop-committed.ts';

/** An intent without its tree. */
export type IntentParts = Omit<Intent, 'treeId'>;

export interface IntentWriterOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly path: OpenPath;
  readonly draftState: DraftState;
  /** The text that the window shows was written or replaced. */
  onText(): void;
}

/** What an intent does after the draft is committed: adds its changes to the tree that the commit left. */
type Act = (after: Overlay, committed: readonly CommittedPart[], tx: FileTransaction) => void;

interface CarryOutOptions {
  /** Drops a blank working buffer instead of committing it, since the writer is switching. */
  readonly discardBlank: boolean;
  readonly request?: RequestId;
  /** The transaction's kind in the log; `commit` unless the intent has its own. */
  readonly kind?: LogKind;
  /** The draft to commit, if it is not the whole one. */
  readonly draft?: Draft;
}

/** An intent that only commits. */
export const STAY: Act = () => undefined;

/**
 * The only way an intent is written to the file: checked against the path it was made for, with the typing it
 * brings, in one transaction. Each intent only supplies its changes to the tree.
 */
export class IntentWriter {
  readonly #options: IntentWriterOptions;
  readonly #path: OpenPath;
  readonly #draftState: DraftState;
  /** The store's `externalWrites` and `reopenings` when the path was last read or compared. */
  #externalWrites: number;
  #reopenings: number;

  constructor(options: IntentWriterOptions) {
    this.#options = options;
    this.#externalWrites = options.store.externalWrites;
    this.#reopenings = options.store.reopenings;
    this.#path = options.path;
    this.#draftState = options.draftState;
  }

  /**
   * Applies typing to main's copy of the draft, all of it or none.
   * @throws {AspenError} CONFLICT for a stale path; INVALID_ARGUMENT if the typing does not fit
   */
  accept({ pathVersion, ops }: IntentParts): void {
    this.reloadIfStale();
    this.#path.requireVersion(pathVersion);
    this.#draftState.accept(ops);
  }

  /**
   * Accepts the typing, plans the commit and then the intent against the tree that the commit leaves, writes
   * both in one transaction and returns what changed.
   * @throws {AspenError} as `accept`, and what the store throws
   */
  carryOut(intent: IntentParts, options: CarryOutOptions, act: Act): PathReply {
    const { treeId, writerId, idsAndClock } = this.#options;
    const { discardBlank, request, kind = 'commit' } = options;
    this.accept(intent);
    const before = this.#path.ids;
    const { draft: fullDraft } = this.#draftState;
    const draft = options.draft ?? fullDraft;
    let parts: readonly CommittedPart[] = [];
    this.#transact((tx) => {
      const { tree, path } = sqlViews(tx, treeId, writerId);
      const plan = planCommit(tree, path, draft, { id: writerId, type: 'human' }, idsAndClock, {
        discardBlank,
      });
      parts = plan.parts;
      const after = new Overlay(tree, path);
      after.add(plan.change);
      act(after, parts, tx);
      const change = after.change();
      writeChange(tx, treeId, writerId, change, kind, request === undefined ? {} : { request });
      deleteDraft(tx, treeId, writerId);
      return change.path;
    });
    this.#draftState.onCommitted(this.#path.head);
    this.#options.onText();
    // Text that the commit dropped is still in the window after what it kept, so send all of that again.
    const dropsText =
      draft !== fullDraft || (fullDraft.buffer.text !== '' && !parts.some(({ was }) => was === null));
    return this.#path.reply(before, parts, new Set(), dropsText);
  }

  /**
   * Writes a change and a draft without committing. The typing must have been accepted before.
   * @throws {AspenError} what the store throws
   */
  amend(
    kind: LogKind,
    draft: Omit<Draft, 'head'>,
    act: (after: Overlay, tx: FileTransaction) => void,
  ): PathReply {
    const { treeId, writerId } = this.#options;
    const before = this.#path.ids;
    let changed: readonly MetadataChange[] = [];
    let newDraft: Draft = this.#draftState.draft;
    this.#transact((tx) => {
      const { tree, path } = sqlViews(tx, treeId, writerId);
      const after = new Overlay(tree, path);
      act(after, tx);
      const change = after.change();
      changed = change.metadata;
      writeChange(tx, treeId, writerId, change, kind);
      newDraft = { ...draft, head: after.path.head };
      this.#draftState.writeTo(tx, newDraft);
      return change.path;
    });
    this.#draftState.onReplaced(newDraft);
    this.#options.onText();
    return this.#path.reply(before, [], new Set(changed.map(({ position }) => position)));
  }

  /**
   * The file differs from what was known: a commit that seemed to fail may have reached it, or another
   * program wrote it. Reloads the path and removes what has been committed from the draft.
   */
  reload(): void {
    const { store } = this.#options;
    this.#externalWrites = store.externalWrites;
    this.#reopenings = store.reopenings;
    const before = this.#path.ids;
    this.#path.reload();
    const { ids, head } = this.#path;
    const textAt = (nodeId: NodeId) => textOf(getNodeContent(store, nodeId).content);
    this.#draftState.rebase(dropCommitted(this.#draftState.draft, before, ids, head, textAt));
  }

  /**
   * The same, if another program has written meanwhile. If the file was only taken back to an earlier cursor
   * or draft, which no log row records, writes them again: ours are newer (`storage.md`, *Overwritten in
   * place*).
   */
  reloadIfStale(): void {
    const { store } = this.#options;
    try {
      if (!store.readonly) store.examine();
    } catch (error) {
      // Whatever needs the file reports it; typing does not.
      if (!(error instanceof AspenError)) throw error;
    }
    if (store.overwrite !== null) return;
    if (this.#externalWrites !== store.externalWrites) this.reload();
    else if (this.#reopenings !== store.reopenings) this.#writeAgain();
  }

  #writeAgain(): void {
    const { store, treeId, writerId } = this.#options;
    if (!this.#path.isInFile) {
      const versions = this.#path.ids.map(({ nodeId }) => nodeId);
      store.transact((tx) => {
        const { tree, path } = sqlViews(tx, treeId, writerId);
        writePath(tx, treeId, writerId, restorePath(tree, path, this.#path.head, versions));
      });
    }
    this.#draftState.compareWithFile();
    this.#reopenings = store.reopenings;
  }

  /**
   * Runs `write` in a transaction and applies the change it returns to the path. If it fails, saves the draft
   * instead.
   */
  #transact(write: (tx: FileTransaction) => PathChange): void {
    let change: PathChange;
    try {
      change = this.#options.store.transact(write);
    } catch (error) {
      if (error instanceof AspenError && error.code === 'CONFLICT') this.reload();
      // Never rejects: the save state reports the result.
      void this.#draftState.save();
      throw error;
    }
    this.#path.apply(change);
  }
}
