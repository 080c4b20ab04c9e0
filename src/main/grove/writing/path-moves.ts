import type { Draft } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { restore } from '../../../core/tree/metadata.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import {
  childToVisit,
  moveHead,
  restorePath,
  selectSibling,
  selectVersion,
} from '../../../core/tree/path.ts';
import type { SiblingTarget, VersionTarget } from '../../../ipc/contract.ts';
import type { PathReply, PrunedPosition } from '../../../ipc/wire/path.ts';
import type { Store } from '../../store/connection/store.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import type { OpenPath } from '../reading/open-path.ts';
import type { DraftState } from './draft-state.ts';
import { type IntentParts, type IntentWriter, STAY } from './intent-writer.ts';
import { prunePositions, sortPruned } from './prune-positions.ts';
import { getSibling } from './sibling-target.ts';
import { getVersion } from './version-target.ts';

export interface PathMovesOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly path: OpenPath;
  readonly held: DraftState;
  readonly intents: IntentWriter;
}

/**
 * The writer's moves along the path and through the tree (`domain.md`, *Paths*). Each throws what `IntentWriter` does,
 * and commits the draft first unless it says otherwise.
 */
export class PathMoves {
  readonly #options: PathMovesOptions;
  readonly #path: OpenPath;
  readonly #intents: IntentWriter;

  constructor(options: PathMovesOptions) {
    this.#options = options;
    this.#path = options.path;
    this.#intents = options.intents;
  }

  /**
   * Switches a position of the path to one of its siblings and goes down from there.
   * @throws {AspenError} NOT_FOUND where the position is not on the path, or has no such sibling
   */
  selectSibling(intent: IntentParts, at: PositionId, to: SiblingTarget): PathReply {
    const { store, treeId } = this.#options;
    if (!this.#path.has(at)) throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    const target = getSibling(sqlTree(store, treeId), at, to);
    if (target === at) return this.#intents.carryOut(intent, { letBlankGo: false }, STAY);
    return this.#intents.carryOut(intent, { letBlankGo: true }, (after) =>
      after.addPath(selectSibling(after.tree, after.path, target)),
    );
  }

  /** Makes a position the head; it may be anywhere in the tree. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  moveHead(intent: IntentParts, to: PositionId): PathReply {
    return this.#intents.carryOut(intent, { letBlankGo: to !== this.#path.head }, (after) =>
      after.addPath(moveHead(after.tree, after.path, to)),
    );
  }

  /**
   * Shows a node wherever it is in the tree, and goes down from there where its position is not on the path.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for an annotation, or where it or a position above it is pruned
   */
  goTo(intent: IntentParts, nodeId: NodeId): PathReply {
    return this.#intents.carryOut(intent, { letBlankGo: true }, (after) => {
      const { positionId } = getNode(after.tree, nodeId);
      after.addPath(selectVersion(after.tree, nodeId));
      if (this.#path.has(positionId)) return;
      // A switch: the same as to a sibling, from further away.
      after.addPath(selectSibling(after.tree, after.path, positionId));
    });
  }

  /** One step on from the head: the child last visited, else the newest that is not pruned. */
  goToChild(intent: IntentParts): PathReply {
    const { store, treeId, writerId } = this.#options;
    // The target is fixed first: what the working buffer becomes is not where the writer meant to go.
    const { tree, path } = sqlViews(store, treeId, writerId);
    const child = childToVisit(tree, path, this.#path.head);
    return this.#intents.carryOut(intent, { letBlankGo: child !== undefined }, (after) => {
      if (child !== undefined) after.addPath(moveHead(after.tree, after.path, child));
    });
  }

  /**
   * A continuation of the head that the window already shows becomes the head; nothing is committed.
   * @throws {AspenError} CONFLICT where the working buffer is not empty or it continues another position
   */
  arrive(intent: IntentParts, positionId: PositionId): PathReply {
    const { store, treeId, held } = this.#options;
    this.#intents.accept(intent);
    if (held.draft.buffer.text !== '' || sqlTree(store, treeId).parentOf(positionId) !== this.#path.head) {
      throw new AspenError('CONFLICT', 'the writer has gone on elsewhere');
    }
    return this.#intents.amend('commit', held.draft, (after) =>
      after.addPath(moveHead(after.tree, after.path, positionId)),
    );
  }

  /**
   * Selects a version of a position; the head stays. What is being edited there is a version first, and the newest.
   * @throws {AspenError} NOT_FOUND where the position has no such version
   */
  selectVersion(intent: IntentParts, at: PositionId, to: VersionTarget): PathReply {
    return this.#intents.carryOut(intent, { letBlankGo: true }, (after) =>
      after.addPath(selectVersion(after.tree, getVersion(after.tree, after.path, at, to))),
    );
  }

  /**
   * Puts back a path and a draft as undo or redo recorded them; commits nothing.
   * @param pruned positions that this step prunes or, being undone, no longer does
   * @throws {AspenError} CONFLICT; NOT_FOUND where something of it is not in the tree; INVALID_ARGUMENT where the head
   *   is hidden
   */
  restorePath(
    pathVersion: number,
    head: PositionId,
    versions: readonly NodeId[],
    pruned: readonly PrunedPosition[],
    draft: Omit<Draft, 'head'>,
  ): PathReply {
    this.#intents.accept({ pathVersion, ops: [] });
    const { hidden, shown } = sortPruned(pruned);
    const kind = pruned.length === 0 ? 'commit' : 'metadata';
    return this.#intents.amend(kind, draft, (after, tx) => {
      for (const position of shown) after.add(restore(after.tree, position));
      after.addPath(restorePath(after.tree, after.path, head, versions));
      prunePositions(after, hidden, tx, this.#options);
    });
  }
}
