import { AspenError } from '../../../core/errors.ts';
import type { AgentId, Sha256, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { treeExistsThere } from '../../../ui-text/refusals.ts';
import type { Store } from '../../store/connection/store.ts';
import { copyPaths } from '../../store/copies/copy-paths.ts';
import { type CopiedTree, prepareTreeCopy, writeTreeCopy } from '../../store/copies/copy-tree.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { hasChangedSince } from '../../store/tables/log.ts';
import { findTree, getTree, updateTree } from '../../store/tables/trees.ts';
import { changeTree } from '../writing/tree-commands.ts';
import { compareTrees, findPathDifference } from './compare-trees.ts';

/** How often the tree is copied while others write; the last attempt runs without pausing. */
const ATTEMPTS = 4;

/** One of the two groves of a move. */
export interface MovingGrove {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  sha256(data: string | Uint8Array): Sha256;
  /** Writes the draft of a tree. @throws {AspenError} what the store throws */
  flush(treeId: TreeId): void;
  /** Deletes an archived tree permanently. @throws {AspenError} what the store throws */
  deleteTree(treeId: TreeId): void;
  warn(message: string): void;
}

export interface MoveOptions {
  readonly treeId: TreeId;
  readonly from: MovingGrove;
  readonly to: MovingGrove;
  /** Receives the completed share, from 0 to 1. */
  onProgress(share: number): void;
  /** Lets other work run; throws if the move is to stop. */
  pause(): Promise<void>;
}

/**
 * Moves a tree to another grove: copies it there, archived, reads the copy back and compares it, and only
 * then shows it there and archives it here. At every moment at least one grove has it. Reading and comparing
 * run in slices, writing in one transaction; if the tree changes meanwhile, it starts over.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the tree is already there; IO_ERROR if the copy differs
 *   from the tree; what the stores and `pause` throw. Then the copy is deleted and the tree is as it was
 */
export async function moveTree(options: MoveOptions): Promise<CopiedTree> {
  for (let attempt = 1; ; attempt += 1) {
    // On the last attempt do not pause, or repeated commits could go on invalidating the copy.
    const moved = await tryToMove(options, attempt < ATTEMPTS);
    if (moved !== null) return moved;
  }
}

/** @returns null if the tree changed meanwhile; then the copy is deleted */
async function tryToMove(
  { treeId, from, to, onProgress, pause }: MoveOptions,
  pauses: boolean,
): Promise<CopiedTree | null> {
  const run = async <T>(steps: Generator<number, T>, done: number): Promise<T> => {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      onProgress(done + step.value / 2);
      if (pauses) await pause();
    }
  };
  from.flush(treeId);
  const { seq } = from.store.head;
  const hasChanged = () => {
    from.flush(treeId);
    return hasChangedSince(from.store, treeId, seq);
  };
  const tree = getTree(from.store, treeId);
  if (findTree(to.store, treeId) !== undefined)
    throw new AspenError('INVALID_ARGUMENT', treeExistsThere(tree.title));
  const archived = { ...tree, archivedAt: to.idsAndClock.now() };
  const details = { grove: getGrove(from.store).id };
  const prepared = await run(prepareTreeCopy(from.store, archived, details, from.sha256), 0);
  if (hasChanged()) return null;
  const copied = to.store.transact((tx) => writeTreeCopy(tx, prepared, to.writerId, 'import'));
  let isShownThere = false;
  try {
    const digests = { sha256: to.sha256, sha256OfBytes: to.sha256 };
    const difference = await run(compareTrees(from.store, to.store, treeId, digests), 0.5);
    if (hasChanged()) {
      to.deleteTree(treeId);
      return null;
    }
    requireSame(difference);
    to.store.transact((tx) => {
      copyPaths(tx, from.store, tree, to.writerId);
      updateTree(tx, to.writerId, { ...tree, archivedAt: null });
    });
    isShownThere = true;
    requireSame(findPathDifference(from.store, to.store, treeId));
    from.store.transact((tx) =>
      changeTree(
        { tx, by: from.writerId, idsAndClock: from.idsAndClock },
        treeId,
        { archived: true },
        () => '',
      ),
    );
    return copied;
  } catch (error) {
    deleteCopy(to, treeId, isShownThere);
    throw error;
  }
}

/** @throws {AspenError} IO_ERROR if there is a difference */
function requireSame(difference: string | null): void {
  if (difference !== null)
    throw new AspenError('IO_ERROR', `The copy differed from the tree and was deleted: ${difference}.`);
}

/** Deletes the copy, unless someone has taken it out of the archive to write in it. */
function deleteCopy(to: MovingGrove, treeId: TreeId, isShownThere: boolean): void {
  try {
    const copy = findTree(to.store, treeId);
    if (copy !== undefined && (isShownThere || copy.archivedAt !== null)) to.deleteTree(treeId);
  } catch (error) {
    // The move's own error says why it failed; the copy stays in the archive there.
    if (!(error instanceof AspenError)) throw error;
    to.warn(`the copy of a tree that was not moved could not be deleted: ${error.message}`);
  }
}
