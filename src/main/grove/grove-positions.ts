import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
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
import {
  keepNote,
  type NoteOptions,
  rewriteNote,
  type WrittenNote,
  writeNote,
} from './writing/write-note.ts';

export interface GrovePositionsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** The writer's place in a tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
  /** Undefined for a tree that nobody has looked at since the grove was opened. */
  findSession(treeId: TreeId): TreeSession | undefined;
  readonly emit: Emit;
}

/** What is said of positions beside their text: bookmarks, exclusion, pruning and notes. The window's lists are told. */
export class GrovePositions {
  readonly #options: GrovePositionsOptions;

  constructor(options: GrovePositionsOptions) {
    this.#options = options;
  }

  /** Sets metadata of a position. */
  setMetadata(
    treeId: TreeId,
    positionId: PositionId,
    intent: IntentParts,
    change: (tree: TreeView) => TreeChange,
  ): PathReply {
    const reply = this.#options.session(treeId).setMetadata(intent, change);
    this.#tellOfSiblings(treeId, positionId);
    return reply;
  }

  /** Hides a position and all below it. */
  prune(treeId: TreeId, positionId: PositionId, intent: IntentParts): PathReply {
    const reply = this.#options.session(treeId).prune(intent, positionId);
    this.#tellOfSiblings(treeId, positionId);
    return reply;
  }

  /** Hides positions beside the path and shows others again. */
  setPruned(treeId: TreeId, positions: readonly PrunedPosition[], intent: IntentParts): PrunedReply {
    const reply = this.#options.session(treeId).setPruned(intent, positions);
    this.#tellOfSiblings(treeId, ...positions.map(({ positionId }) => positionId));
    return reply;
  }

  /** Puts back what undo or redo recorded: of a path, and of what was pruned with it. */
  restorePath(treeId: TreeId, step: Omit<Input<'path.restore'>, 'treeId'>): PathReply {
    const { pathVersion, head, versions, pruned, draft } = step;
    const { moves } = this.#options.session(treeId);
    const reply = moves.restorePath(pathVersion, head, versions, pruned, draft);
    this.#tellOfSiblings(treeId, ...pruned.map(({ positionId }) => positionId));
    return reply;
  }

  /** Writes a note on a node. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where there is nothing in it */
  annotate(treeId: TreeId, nodeId: NodeId, text: string): AnnotationSummary {
    return this.#tellOfNote(treeId, writeNote(this.#notes(treeId), nodeId, text));
  }

  /** Writes another version of a note. @throws {AspenError} as `rewriteNote` */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return this.#tellOfNote(treeId, rewriteNote(this.#notes(treeId), noteId, text));
  }

  /** Takes a note away, or brings it back. @throws {AspenError} as `keepNote` */
  keepNote(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return this.#tellOfNote(treeId, keepNote(this.#notes(treeId), noteId, kept));
  }

  /** Tells the window that the continuations of a position are others. */
  tellOfChildren(treeId: TreeId, parentId: PositionId): void {
    const headers = this.#options.findSession(treeId)?.headersBelow(parentId) ?? [];
    this.#options.emit('tree.changed', { treeId, parentId, headers });
  }

  #notes(treeId: TreeId): NoteOptions {
    const { store, writerId, idsAndClock } = this.#options;
    return { store, treeId, writerId, idsAndClock };
  }

  /** Whether a position of the path has notes is part of its header. */
  #tellOfNote(treeId: TreeId, { note, on }: WrittenNote): AnnotationSummary {
    const { store, findSession, emit } = this.#options;
    const headers = findSession(treeId)?.headersAt([on]) ?? [];
    const parentId = sqlTree(store, treeId).parentOf(on) ?? on;
    emit('tree.changed', { treeId, parentId, headers });
    return note;
  }

  /** A parent is named once, however many of its children changed. */
  #tellOfSiblings(treeId: TreeId, ...positions: readonly PositionId[]): void {
    const tree = sqlTree(this.#options.store, treeId);
    const parents = new Set(positions.map((position) => tree.parentOf(position)));
    for (const parentId of parents) if (parentId !== null) this.tellOfChildren(treeId, parentId);
  }
}
