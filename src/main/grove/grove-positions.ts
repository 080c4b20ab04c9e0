import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { Author } from '../../core/tree/new-node.ts';
import type { TreeChange } from '../../core/tree/tree-change.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { Input } from '../../ipc/contract.ts';
import type { AnnotationSummary } from '../../ipc/wire/node.ts';
import type { PathReply, PrunedPosition, PrunedReply } from '../../ipc/wire/path.ts';
import type { Store } from '../store/connection/store.ts';
import { sqlTree } from '../store/tree/sql-tree.ts';
import type { Emit } from './emit.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import type { TreeSession } from './writing/tree-session.ts';
import type { TreeTransactions } from './writing/tree-transactions.ts';
import {
  type NoteOptions,
  rewriteNote,
  setNoteKept,
  type WrittenNote,
  writeNote,
} from './writing/write-note.ts';

export interface GrovePositionsOptions {
  readonly store: Store;
  /** Who writes. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
  /** Undefined for a tree that has not been shown since the grove was opened. */
  findSession(treeId: TreeId): TreeSession | undefined;
  readonly emit: Emit;
}

/**
 * Writes what belongs to positions besides text (bookmarks, exclusion, pruning, notes) and notifies the
 * window's lists.
 */
export class GrovePositions {
  readonly #options: GrovePositionsOptions;

  constructor(options: GrovePositionsOptions) {
    this.#options = options;
  }

  setMetadata(
    treeId: TreeId,
    positionId: PositionId,
    intent: IntentParts,
    change: (tree: TreeView) => TreeChange,
  ): PathReply {
    const reply = this.#options.session(treeId).setMetadata(intent, change);
    this.#notifySiblingsChanged(treeId, positionId);
    return reply;
  }

  /** Prunes a position, which hides it and its subtree. */
  prune(treeId: TreeId, positionId: PositionId, intent: IntentParts): PathReply {
    const reply = this.#options.session(treeId).prune(intent, positionId);
    this.#notifySiblingsChanged(treeId, positionId);
    return reply;
  }

  /** Prunes and restores positions that are not on the path. */
  setPruned(treeId: TreeId, positions: readonly PrunedPosition[], intent: IntentParts): PrunedReply {
    const reply = this.#options.session(treeId).setPruned(intent, positions);
    this.#notifySiblingsChanged(treeId, ...positions.map(({ positionId }) => positionId));
    return reply;
  }

  /** Restores what undo or redo recorded: a path, and what was pruned with it. */
  restorePath(treeId: TreeId, step: Omit<Input<'path.restore'>, 'treeId'>): PathReply {
    const { pathVersion, head, versions, pruned, draft } = step;
    const { moves } = this.#options.session(treeId);
    const reply = moves.restorePath(pathVersion, head, versions, pruned, draft);
    this.#notifySiblingsChanged(treeId, ...pruned.map(({ positionId }) => positionId));
    return reply;
  }

  /** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is blank */
  annotate(treeId: TreeId, nodeId: NodeId, text: string): AnnotationSummary {
    return this.#notifyNoteChanged(treeId, writeNote(this.#notes(treeId), nodeId, text));
  }

  /** Writes another version of a note. @throws {AspenError} as `rewriteNote` */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return this.#notifyNoteChanged(treeId, rewriteNote(this.#notes(treeId), noteId, text));
  }

  /** Removes or restores a note. @throws {AspenError} as `setNoteKept` of `write-note.ts` */
  setNoteKept(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return this.#notifyNoteChanged(treeId, setNoteKept(this.#notes(treeId), noteId, kept));
  }

  /** Notifies the window that the continuations of a position changed. */
  notifyChildrenChanged(treeId: TreeId, parentId: PositionId): void {
    const headers = this.#options.findSession(treeId)?.headersBelow(parentId) ?? [];
    this.#options.emit('tree.changed', { treeId, parentId, headers });
  }

  #notes(treeId: TreeId): NoteOptions {
    const { store, author, transactions, idsAndClock } = this.#options;
    return { store, treeId, author, transactions, idsAndClock };
  }

  /** Sends the position's header too: it says whether the position has notes. */
  #notifyNoteChanged(treeId: TreeId, { note, on }: WrittenNote): AnnotationSummary {
    const { store, findSession, emit } = this.#options;
    const headers = findSession(treeId)?.headersAt([on]) ?? [];
    const parentId = sqlTree(store, treeId).parentOf(on) ?? on;
    emit('tree.changed', { treeId, parentId, headers });
    return note;
  }

  /** Notifies each parent once, however many of its children changed. */
  #notifySiblingsChanged(treeId: TreeId, ...positions: readonly PositionId[]): void {
    const tree = sqlTree(this.#options.store, treeId);
    const parents = new Set(positions.map((position) => tree.parentOf(position)));
    for (const parentId of parents) if (parentId !== null) this.notifyChildrenChanged(treeId, parentId);
  }
}
