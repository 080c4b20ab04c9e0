import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { AspenError } from '../../../core/errors.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import {
  type Fork,
  type ForkItem,
  type ForkList,
  forkAfter,
  forkOf,
  itemsAtFork,
  listAtFork,
  memberToRead,
  restAfter,
  selectItem,
} from '../../../core/tree/forks.ts';
import { metadataAt, prune, pruneOffPath, restore } from '../../../core/tree/metadata.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import type { Overlay } from '../../../core/tree/overlay.ts';
import {
  childToVisit,
  leaveEmptyEnd,
  moveHead,
  positionsTo,
  restorePath,
  selectSibling,
  selectVersion,
} from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { isHeldBack, type TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type {
  PathReply,
  PrunedPosition,
  PrunedReply,
  SelectedReply,
  SiblingTarget,
  VersionTarget,
} from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import { loadPathIds, type PathIds } from '../../store/tree/path-loading.ts';
import { getMetadata } from '../../store/tree/position-metadata.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import type { OpenPath } from '../reading/open-path.ts';
import { divideEdits, requireWithinBounds } from './draft-state.ts';
import { type IntentParts, type IntentWriter, type SessionScope, STAY } from './intent-writer.ts';

/**
 * The writer's moves along the path and through the tree (`domain.md`, *Paths*). Each throws what
 * `IntentWriter` throws, and commits the draft first unless stated otherwise.
 */
export class PathMoves {
  readonly #scope: SessionScope;
  readonly #path: OpenPath;
  readonly #intents: IntentWriter;

  constructor(scope: SessionScope, intents: IntentWriter) {
    this.#scope = scope;
    this.#path = scope.path;
    this.#intents = intents;
  }

  /**
   * Selects an item of the list that has a position of the path, or of the list of what follows the text of `fork`, and
   * goes down from there (`domain.md`, *Forks*).
   * @param at on the path; where `fork` is given, the position that shows the place
   * @throws {AspenError} NOT_FOUND if `at` is not on the path or the list has no such item
   */
  selectSibling(
    intent: IntentParts,
    at: PositionId,
    fork: PositionId | undefined,
    to: SiblingTarget,
  ): SelectedReply {
    const { store, treeId, author } = this.#scope;
    if (!this.#path.has(at)) throw new AspenError('NOT_FOUND', `position ${at} is not on the path`);
    const { tree, path } = sqlViews(store, treeId, author.id);
    const list = listAtFork(tree, path, getFork(tree, path, at, fork), (position) =>
      this.#path.has(position),
    );
    const target = getItem(list, to);
    const isShown = list.items.indexOf(target) === list.current;
    let shown = shownBy(tree, path, target);
    if (isShown) return { ...this.#intents.carryOut(intent, { commits: 'move' }, STAY), ...shown };
    const reply = this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'switch', discardBlank: true },
      (after) => {
        // The commit may have moved the place.
        const items = itemsAtFork(after.tree, after.path, getFork(after.tree, after.path, at, fork));
        const moved = getItemAt(items, target.position);
        shown = shownBy(after.tree, after.path, moved);
        after.addPath(selectItem(after.tree, after.path, moved));
      },
    );
    return { ...reply, ...shown };
  }

  /**
   * Switches, after a position of the path, to what stays in sight there (`restAfter`).
   * @throws {AspenError} NOT_FOUND if it is not on the path, or nothing does
   */
  readOn(intent: IntentParts, after: PositionId): PathReply {
    if (!this.#path.has(after)) throw new AspenError('NOT_FOUND', `position ${after} is not on the path`);
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'switch', discardBlank: true },
      (overlay) => {
        const rest = restAfter(overlay.tree, overlay.path, after);
        if (rest === null) throw new AspenError('NOT_FOUND', `nothing stays in sight after ${after}`);
        overlay.addPath(selectItem(overlay.tree, overlay.path, rest));
      },
    );
  }

  /**
   * Continues from the end of the path, where nothing arrived, as before (`leaveEmptyEnd`); does nothing if the writer
   * is writing there.
   */
  leaveEmpty(intent: IntentParts, end: PositionId): PathReply {
    this.#intents.accept(intent);
    const accepted = { pathVersion: intent.pathVersion, ops: [] };
    if (!this.isEmpty(end)) return this.#intents.carryOut(accepted, { commits: 'none' }, STAY);
    return this.#intents.carryOut(accepted, { commits: 'move', reason: 'switch' }, (after) => {
      // The commit may have added text at its end.
      const change = leaveEmptyEnd(after.tree, after.path, end);
      if (change !== null) after.addPath(change);
    });
  }

  /** Returns true if `leaveEmpty` would continue, as far as the draft is not committed. */
  isEmpty(end: PositionId): boolean {
    const { store, treeId, author, draftState } = this.#scope;
    const { tree, path } = sqlViews(store, treeId, author.id);
    return draftState.draft.buffer.text === '' && leaveEmptyEnd(tree, path, end) !== null;
  }

  /** Makes any position of the tree the head. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  moveHead(intent: IntentParts, to: PositionId): PathReply {
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'move', discardBlank: to !== this.#path.head },
      (after) => after.addPath(moveHead(after.tree, after.path, to)),
    );
  }

  /**
   * Shows a node anywhere in the tree; if its position is not on the path, descends from there.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for an annotation, or if it or a position above it is
   *   pruned
   */
  goTo(intent: IntentParts, nodeId: NodeId): PathReply {
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'move', discardBlank: true },
      (after) => {
        const { positionId } = getNode(after.tree, nodeId);
        after.addPath(selectVersion(after.tree, after.path, nodeId));
        if (this.#path.has(positionId)) return;
        // The same as switching to a sibling, but from further away.
        after.addPath(selectSibling(after.tree, after.path, positionId));
      },
    );
  }

  /** Moves the head to its last-visited child, or else to the newest unpruned one. */
  goToChild(intent: IntentParts): PathReply {
    const { store, treeId, author } = this.#scope;
    // Fix the target before the commit: the writer does not mean the node that the working buffer becomes.
    const { tree, path } = sqlViews(store, treeId, author.id);
    const child = childToVisit(tree, path, this.#path.head);
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'move', discardBlank: child !== undefined },
      (after) => {
        if (child !== undefined) after.addPath(moveHead(after.tree, after.path, child));
      },
    );
  }

  /**
   * A complete reply becomes the head of a conversation if its parent still is or, of one that was requested beside another,
   * that other one, whether or not anyone looks (`dialogue.md`, *Replies*). Commits nothing.
   * @param insteadOf the reply beside which it was requested; null for none
   * @returns whether it did
   * @throws {AspenError} what the store throws
   */
  onReply(positionId: PositionId, insteadOf: PositionId | null): boolean {
    const { store, treeId, draftState } = this.#scope;
    if (this.#intents.mode !== 'dialogue') return false;
    this.#intents.reloadIfStale();
    const tree = sqlTree(store, treeId);
    const { head } = this.#path;
    const parent = tree.parentOf(positionId);
    const isBeside = head === insteadOf && tree.parentOf(head) === parent;
    // The text that the writer is editing stays under their caret.
    const isEdited = draftState.draft.edits.some(({ nodeId }) => nodeId === this.#path.ids.at(-1)?.nodeId);
    if (parent !== head && (!isBeside || isEdited)) return false;
    this.#path.endWith(() =>
      this.#intents.replaceDraft({ kind: 'commit', reason: 'arrival' }, draftState.draft, (after) =>
        after.addPath(moveHead(after.tree, after.path, positionId)),
      ),
    );
    return true;
  }

  /**
   * Makes a continuation of the head, which the window already shows, the new head. Commits nothing. In a conversation,
   * only returns the path since the reply became its head.
   * @throws {AspenError} CONFLICT if the working buffer is not empty or the position does not continue the head;
   *   INVALID_ARGUMENT if it is held back, so that only the writer can choose it
   */
  arrive(intent: IntentParts, positionId: PositionId): PathReply {
    const { store, treeId, draftState } = this.#scope;
    if (this.#intents.mode === 'dialogue') {
      if (!this.#path.has(positionId)) throw new AspenError('CONFLICT', 'the path is another now');
      return this.#intents.stay(intent);
    }
    this.#intents.accept(intent);
    const tree = sqlTree(store, treeId);
    if (draftState.draft.buffer.text !== '' || tree.parentOf(positionId) !== this.#path.head) {
      throw new AspenError('CONFLICT', 'the writer has moved on');
    }
    if (isHeldBack(getNode(tree, firstNodeAt(positionId)).finishReason)) {
      throw new AspenError('INVALID_ARGUMENT', 'a withheld or cut-off answer has to be chosen');
    }
    return this.#intents.replaceDraft({ kind: 'commit', reason: 'arrival' }, draftState.draft, (after) =>
      after.addPath(moveHead(after.tree, after.path, positionId)),
    );
  }

  /**
   * Selects a version of a position; the head stays. A pending edit there is committed first, as the newest version.
   * @throws {AspenError} NOT_FOUND if the position has no such version
   */
  selectVersion(intent: IntentParts, at: PositionId, to: VersionTarget): PathReply {
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'version', discardBlank: true },
      (after) =>
        after.addPath(selectVersion(after.tree, after.path, getVersion(this.#scope.store, after, at, to))),
    );
  }

  /**
   * Selects versions, each at its position, all of them or none; the head stays. Pending edits are committed first.
   * @throws {AspenError} NOT_FOUND if one is not in the tree; INVALID_ARGUMENT for an annotation
   */
  selectVersions(intent: IntentParts, versions: readonly NodeId[]): PathReply {
    return this.#intents.carryOut(
      intent,
      { commits: 'move', reason: 'version', discardBlank: true },
      (after) => {
        for (const version of versions) after.addPath(selectVersion(after.tree, after.path, version));
      },
    );
  }

  /**
   * Restores a path and a draft that undo or redo recorded. Commits nothing. In a dialogue, edits that the window does
   * not show and the draft does not name stay in it.
   * @param pruned positions that this step prunes or, when it is undone, restores
   * @throws {AspenError} CONFLICT; NOT_FOUND if a position or node is not in the tree; INVALID_ARGUMENT if
   *   the head is hidden, or a node cannot be edited
   */
  restorePath(
    pathVersion: number,
    head: PositionId,
    versions: readonly NodeId[],
    pruned: readonly PrunedPosition[],
    draft: Omit<Draft, 'head'>,
    isRedo = false,
  ): PathReply {
    this.#intents.accept({ pathVersion, ops: [] });
    const { hidden, shown } = sortPruned(pruned);
    const kind = pruned.length === 0 ? 'commit' : 'metadata';
    const restored = { ...draft, edits: [...draft.edits, ...this.#waitingBeside(draft.edits)] };
    requireWithinBounds(restored);
    // Refuses what no draft can have, such as the text of a note.
    const whole = draft.edits.map(({ nodeId, text, spans }) => ({ nodeId, whole: { text, spans } }));
    this.#scope.draftState.apply({ ...restored, head, edits: [] }, whole);
    return this.#intents.replaceDraft({ kind, reason: isRedo ? 'redo' : 'undo' }, restored, (after) => {
      for (const position of shown) after.add(restore(after.tree, position));
      after.addPath(restorePath(after.tree, after.path, head, versions));
      prunePositions(after, hidden);
    });
  }

  /**
   * Takes the path back to what it was at a moment of the time line, with what was uncommitted then as the draft; what has
   * been pruned of it since is restored (`layers.md`, *The time line*).
   * @param ids the path then, from below the root
   * @throws {AspenError} NOT_FOUND if something of it is not in the tree; INVALID_ARGUMENT if the draft is too long
   */
  restoreMoment(intent: IntentParts, ids: readonly PathIds[], draft: Omit<Draft, 'head'>): PrunedReply {
    const { store, treeId, author } = this.#scope;
    requireWithinBounds(draft);
    const metadata = getMetadata(
      store,
      ids.map(({ nodeId }) => nodeId),
    );
    const pruned = ids.filter((_, index) => metadata[index]?.pruned).map(({ positionId }) => positionId);
    const head = ids.at(-1)?.positionId ?? this.#path.rootPositionId;
    const kind = pruned.length === 0 ? 'commit' : 'metadata';
    const options = { commits: 'move', reason: 'restore', discardBlank: true, kind, leaves: draft } as const;
    const reply = this.#intents.carryOut(intent, options, (after, _committed, tx) => {
      // Versions that the commit selects are not in the file yet.
      const revised = new Set(after.change().path.selected.map(({ position }) => position));
      for (const position of pruned) after.add(restore(after.tree, position));
      const shown = loadPathIds(tx, treeId, author.id, head).slice(1);
      const versions = ids
        .filter(({ nodeId, positionId }, index) => shown[index]?.nodeId !== nodeId || revised.has(positionId))
        .map(({ nodeId }) => nodeId);
      after.addPath(restorePath(after.tree, after.path, head, versions));
    });
    return { ...reply, changed: pruned.map((positionId) => ({ positionId, pruned: false })) };
  }

  #waitingBeside(edits: readonly PendingEdit[]): readonly PendingEdit[] {
    if (this.#intents.mode === 'buffer') return [];
    const named = new Set(edits.map(({ nodeId }) => nodeId));
    const { waiting } = divideEdits(this.#scope.draftState.draft.edits, (id) => this.#path.indexOf(id));
    return waiting.filter(({ nodeId }) => !named.has(nodeId));
  }
}

/** The position that shows an item once it is selected, and where it begins there if that is inside the text. */
function shownBy(
  tree: TreeView,
  path: PathView,
  item: ForkItem,
): Pick<SelectedReply, 'positionId' | 'offset'> {
  const offset = item.readsOn === 0 ? null : item.readsOn;
  return { positionId: memberToRead(tree, path, item), offset };
}

/**
 * The version of a position that a target names: relative to the selected one among those that are listed, oldest first
 * and wrapping round, or by its id.
 * @throws {AspenError} NOT_FOUND if the position has no such version
 */
function getVersion(
  reader: Reader,
  { tree, path }: { readonly tree: TreeView; readonly path: PathView },
  at: PositionId,
  to: VersionTarget,
): NodeId {
  const idsOf = (versions: readonly TreeNode[]) => versions.map(({ id }) => id);
  if ('nodeId' in to) return required(idsOf(tree.versionsAt(at)).find((version) => version === to.nodeId));
  const versions = idsOf(listedVersionsAt(reader, tree, at));
  const index = versions.indexOf(versionAt(tree, path, at).id);
  return required(versions[(index + to.step + versions.length) % versions.length]);
}

function required(target: NodeId | undefined): NodeId {
  if (target === undefined) throw new AspenError('NOT_FOUND', 'there is no such version');
  return target;
}

/**
 * The fork whose list is of what follows the text of `fork`, or else has `at`.
 * @throws {AspenError} NOT_FOUND if there is none
 */
export function getFork(tree: TreeView, path: PathView, at: PositionId, fork: PositionId | undefined): Fork {
  if (fork !== undefined) requirePosition(tree, fork);
  const found = fork === undefined ? forkOf(tree, path, at) : forkAfter(tree, path, fork);
  if (found === null) throw new AspenError('NOT_FOUND', `nothing is beside position ${at}`);
  return found;
}

/**
 * The item that a target names: relative to the one that the path shows (wrapping round), by its number from 1, or by
 * its position.
 * @throws {AspenError} NOT_FOUND if the list has no such item
 */
function getItem({ items, current }: ForkList, to: SiblingTarget): ForkItem {
  if ('positionId' in to) return getItemAt(items, to.positionId);
  return requireItem(items['index' in to ? to.index - 1 : stepFrom(current, to.step, items.length)]);
}

/** The item with a position. @throws {AspenError} NOT_FOUND if there is none */
export function getItemAt(items: readonly ForkItem[], positionId: PositionId): ForkItem {
  return requireItem(items.find(({ position }) => position === positionId));
}

function requireItem(item: ForkItem | undefined): ForkItem {
  if (item === undefined) throw new AspenError('NOT_FOUND', 'there is no such continuation');
  return item;
}

/** If the path ends before the list, the first step leads to its first or last item. */
function stepFrom(current: number | null, step: -1 | 1, count: number): number {
  if (current === null) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}

function requirePosition(tree: TreeView, position: PositionId): void {
  if (tree.versionsAt(position).length === 0) throw new AspenError('NOT_FOUND', `no position ${position}`);
}

/** Prunes positions with their subtrees; the author's own path leaves them. */
export function prunePositions(after: Overlay, positions: readonly PositionId[]): void {
  if (positions.length === 0) return;
  const own = new Set(positionsTo(after.tree, after.path.head));
  for (const position of positions) {
    after.add(
      own.has(position) ? prune(after.tree, after.path, position) : pruneOffPath(after.tree, position),
    );
  }
}

/**
 * Prunes a position. If the path ran through it, it moves on to the next alternative, or else to the one before
 * (`domain.md`, *Operations*); with none left, it ends at the parent.
 */
export function pruneAndMoveOn(after: Overlay, position: PositionId): void {
  const fork = forkOf(after.tree, after.path, position);
  const parent = after.tree.parentOf(position);
  const index = fork === null ? -1 : itemsAt(after, fork).findIndex((item) => item.position === position);
  const isOnPath = positionsTo(after.tree, after.path.head).includes(position);
  prunePositions(after, [position]);
  // From a split without anything else, the path has gone to the text that it divides.
  if (!isOnPath || parent === null || after.path.head !== parent) return;
  const left = itemsAt(after, forkAfter(after.tree, after.path, parent));
  const next = left[Math.min(Math.max(index, 0), left.length - 1)];
  if (next !== undefined) after.addPath(selectItem(after.tree, after.path, next));
}

/** The items that may be shown without the writer choosing them. */
function itemsAt({ tree, path }: Overlay, fork: Fork): readonly ForkItem[] {
  return itemsAtFork(tree, path, fork).filter(
    ({ position }) => !isHeldBack(versionAt(tree, path, position).finishReason),
  );
}

/** Separates positions to hide from those to show; if one is listed twice, its last entry counts. */
export function sortPruned(positions: readonly PrunedPosition[]): {
  readonly hidden: readonly PositionId[];
  readonly shown: readonly PositionId[];
} {
  const last = [...new Map(positions.map(({ positionId, pruned }) => [positionId, pruned]))];
  const sorted = (is: boolean) => last.filter(([, pruned]) => pruned === is).map(([position]) => position);
  return { hidden: sorted(true), shown: sorted(false) };
}

/** The positions whose pruned state would change. @throws {AspenError} NOT_FOUND */
export function positionsToChange(
  tree: TreeView,
  hidden: readonly PositionId[],
  shown: readonly PositionId[],
): readonly PrunedPosition[] {
  const targets = [
    ...shown.map((positionId) => ({ positionId, pruned: false })),
    ...hidden.map((positionId) => ({ positionId, pruned: true })),
  ];
  return targets.filter(({ positionId, pruned }) => metadataAt(tree, positionId).pruned !== pruned);
}
