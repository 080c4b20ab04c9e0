import type { Draft } from '../../../core/buffer/draft.ts';
import { type CommittedPart, planCommit } from '../../../core/buffer/plan-commit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, RequestId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import type { MetadataChange, PathChange } from '../../../core/tree/tree-change.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Intent, PathReply } from '../../../ipc/wire/path.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { deleteDraft } from '../../store/tables/drafts.ts';
import type { LogKind } from '../../store/tables/log.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { OpenPath } from '../reading/open-path.ts';
import type { DraftState } from './draft-state.ts';
import { dropCommitted } from './drop-committed.ts';

/** The part of an intent that is left once the tree is known. */
export type IntentParts = Omit<Intent, 'treeId'>;

export interface IntentWriterOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  readonly path: OpenPath;
  readonly held: DraftState;
  /** What the window shows was written, or is other text of the tree. */
  onText(): void;
}

/** What an intent does once the draft is committed: adds its changes to the tree as the commit leaves it. */
type Act = (after: Overlay, committed: readonly CommittedPart[], tx: FileTransaction) => void;

interface CarryOutOptions {
  /** A working buffer of nothing but white space is let go, since the writer is switching. */
  readonly letBlankGo: boolean;
  readonly request?: RequestId;
  /** What the log calls the transaction: `commit` unless the intent has a name of its own there. */
  readonly kind?: LogKind;
  /** The draft to commit, where it is not all of it. */
  readonly draft?: Draft;
}

/** An intent that does nothing but commit. */
export const STAY: Act = () => undefined;

/**
 * The one way an intent comes into the file: against the path it was made for, with the typing it brings, in one
 * transaction. Each intent says only what it does to the tree.
 */
export class IntentWriter {
  readonly #options: IntentWriterOptions;
  readonly #path: OpenPath;
  readonly #held: DraftState;
  /** Those of the file that the path was read from. */
  #externalWrites: number;

  constructor(options: IntentWriterOptions) {
    this.#options = options;
    this.#externalWrites = options.store.externalWrites;
    this.#path = options.path;
    this.#held = options.held;
  }

  /**
   * Applies typing to main's copy of the draft; refused as a whole when stale.
   * @throws {AspenError} CONFLICT where the path is another by now; INVALID_ARGUMENT where the typing does not fit
   */
  accept({ pathVersion, ops }: IntentParts): void {
    this.catchUp();
    this.#path.requireVersion(pathVersion);
    this.#held.accept(ops);
  }

  /**
   * Takes over the typing, plans the commit and what the intent does against the tree as the commit leaves it, writes
   * both in one transaction and answers with what changed.
   * @throws {AspenError} as `accept`, and what the store throws
   */
  carryOut(intent: IntentParts, options: CarryOutOptions, act: Act): PathReply {
    const { treeId, writerId, idsAndClock } = this.#options;
    const { letBlankGo, request, kind = 'commit' } = options;
    this.accept(intent);
    const before = this.#path.ids;
    const { draft: held } = this.#held;
    const draft = options.draft ?? held;
    let parts: readonly CommittedPart[] = [];
    this.#transact((tx) => {
      const { tree, path } = sqlViews(tx, treeId, writerId);
      const plan = planCommit(tree, path, draft, { id: writerId, type: 'human' }, idsAndClock, {
        letBlankGo,
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
    this.#held.committed(this.#path.head);
    this.#options.onText();
    // What the commit let go of stands in the window behind what it kept: all of that is told again.
    const letsGo = draft !== held || (held.buffer.text !== '' && !parts.some(({ was }) => was === null));
    return this.#path.reply(before, parts, new Set(), letsGo);
  }

  /**
   * Writes a change and a draft, and commits nothing. The typing was accepted before.
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
    let kept: Draft = this.#held.draft;
    this.#transact((tx) => {
      const { tree, path } = sqlViews(tx, treeId, writerId);
      const after = new Overlay(tree, path);
      act(after, tx);
      const change = after.change();
      changed = change.metadata;
      writeChange(tx, treeId, writerId, change, kind);
      kept = { ...draft, head: after.path.head };
      this.#held.put(tx, kept);
      return change.path;
    });
    this.#held.replaced(kept);
    this.#options.onText();
    return this.#path.reply(before, [], new Set(changed.map(({ position }) => position)));
  }

  /**
   * The file is another than was thought: a commit that seemed to fail may have reached it, or another program wrote.
   * The path is read again, and what is committed is no draft any more.
   */
  readAgain(): void {
    const { store } = this.#options;
    this.#externalWrites = store.externalWrites;
    const before = this.#path.ids;
    this.#path.reload();
    const { ids, head } = this.#path;
    const textAt = (nodeId: NodeId) => textOf(getNodeContent(store, nodeId).content);
    this.#held.rebase(dropCommitted(this.#held.draft, before, ids, head, textAt));
  }

  /** The same, where another transaction than ours met that first. */
  catchUp(): void {
    if (this.#externalWrites !== this.#options.store.externalWrites) this.readAgain();
  }

  /**
   * Runs `write` in a transaction and follows what it answers has become of the path; when it fails, the draft is kept
   * and said to be.
   */
  #transact(write: (tx: FileTransaction) => PathChange): void {
    let change: PathChange;
    try {
      change = this.#options.store.transact(write);
    } catch (error) {
      if (error instanceof AspenError && error.code === 'CONFLICT') this.readAgain();
      // Never rejects: what came of it, the save state says.
      void this.#held.keep();
      throw error;
    }
    this.#path.follow(change);
  }
}
