import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { Author } from '../../core/tree/new-node.ts';
import type { TreeChange } from '../../core/tree/tree-change.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { Input } from '../../ipc/contract.ts';
import type { AnnotationSummary } from '../../ipc/wire/node.ts';
import type { PathReply, PrunedPosition, PrunedReply } from '../../ipc/wire/path.ts';
import type { Store } from '../store/connection/store.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import type { TreeSession } from './writing/tree-session.ts';
import type { TreeTransactions } from './writing/tree-transactions.ts';
import { type NoteOptions, rewriteNote, setNoteKept, writeNote } from './writing/write-note.ts';

export interface GrovePositionsOptions {
  readonly store: Store;
  /** Who writes. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
}

/** Writes what belongs to positions besides text: bookmarks, exclusion, pruning and notes. */
export class GrovePositions {
  readonly #options: GrovePositionsOptions;

  constructor(options: GrovePositionsOptions) {
    this.#options = options;
  }

  setMetadata(treeId: TreeId, intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    return this.#options.session(treeId).setMetadata(intent, change);
  }

  /** Prunes a position, which hides it and its subtree. */
  prune(treeId: TreeId, positionId: PositionId, intent: IntentParts): PathReply {
    return this.#options.session(treeId).prune(intent, positionId);
  }

  /** Prunes and restores positions that are not on the path. */
  setPruned(treeId: TreeId, positions: readonly PrunedPosition[], intent: IntentParts): PrunedReply {
    return this.#options.session(treeId).setPruned(intent, positions);
  }

  /** Restores what undo or redo recorded: a path, and what was pruned with it. */
  restorePath(treeId: TreeId, step: Omit<Input<'path.restore'>, 'treeId'>): PathReply {
    const { pathVersion, head, versions, pruned, draft } = step;
    const { moves } = this.#options.session(treeId);
    return moves.restorePath(pathVersion, head, versions, pruned, draft);
  }

  /** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is blank */
  annotate(treeId: TreeId, nodeId: NodeId, text: string): AnnotationSummary {
    return writeNote(this.#notes(treeId), nodeId, text);
  }

  /** Writes another version of a note. @throws {AspenError} as `rewriteNote` */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return rewriteNote(this.#notes(treeId), noteId, text);
  }

  /** Removes or restores a note. @throws {AspenError} as `setNoteKept` of `write-note.ts` */
  setNoteKept(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return setNoteKept(this.#notes(treeId), noteId, kept);
  }

  #notes(treeId: TreeId): NoteOptions {
    const { store, author, transactions, idsAndClock } = this.#options;
    return { store, treeId, author, transactions, idsAndClock };
  }
}
