import { AspenError } from '../../../core/errors.ts';
import type { AgentId, ResponseId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/new-node.ts';
import { MARK_NAMES, MARKS } from '../../../core/tree/tree-marks.ts';
import { OTHER_GROVE_CLOSED, treeExistsThere } from '../../../ui-text/refusals.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { copyPaths } from '../../store/copies/copy-paths.ts';
import {
  type CopiedTree,
  copyProposals,
  type PreparedCopy,
  prepareTreeCopy,
  writeTreeCopy,
} from '../../store/copies/copy-tree.ts';
import { countContents } from '../../store/copies/delete-tree.ts';
import { listTurns, loggedTurn } from '../../store/tables/agent-turns.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { hasChangedSince } from '../../store/tables/log.ts';
import { markTable } from '../../store/tables/marks/mark-tables.ts';
import { findCursor, listAgentsIn } from '../../store/tables/path-state.ts';
import { findTree, getTree, listConversations, updateTree } from '../../store/tables/trees.ts';
import { pagesOfNodes } from '../../store/tree/whole-trees.ts';
import { responseToVerify } from '../reading/node-reader.ts';
import { changeTree } from '../writing/tree-commands.ts';

/** Times the tree is copied while others write; the last attempt runs without pausing. */
const ATTEMPTS = 4;

/** One of the two groves of a move. */
export interface MovingGrove {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** Writes the draft of a tree. @throws {AspenError} what the store throws */
  flush(treeId: TreeId): void;
  /** Deletes an archived tree permanently, with the conversations about it. @throws {AspenError} what the store throws */
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
 * Moves a tree to another grove, with the conversations about it: copies them there, archived, reads the copies back and
 * compares them, and only then shows them there and archives them here. At every moment at least one grove has them.
 * Reading and comparing run in slices, writing in one transaction; if one of them changes meanwhile, it starts over.
 * @returns what was copied in all
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if one of them is already there; IO_ERROR if a copy differs;
 *   what the stores and `pause` throw. Then the copies are deleted and the trees are as they were
 */
export async function moveTree(options: MoveOptions): Promise<CopiedTree> {
  for (let attempt = 1; ; attempt += 1) {
    // On the last attempt do not pause, or repeated commits could continue invalidating the copy.
    const moved = await tryToMove(options, attempt < ATTEMPTS);
    if (moved !== null) return moved;
  }
}

/** @returns null if the tree changed meanwhile; then the copy is deleted */
async function tryToMove(
  { treeId, from, to, onProgress, pause }: MoveOptions,
  pauses: boolean,
): Promise<CopiedTree | null> {
  // The topic comes first: the conversations refer to it.
  const trees = [getTree(from.store, treeId), ...listConversations(from.store, treeId)];
  let done = 0;
  const run = async <T>(steps: Generator<number, T>): Promise<T> => {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        done += 1;
        return step.value;
      }
      onProgress((done + step.value) / (2 * trees.length));
      if (pauses) await pause();
    }
  };
  for (const { id } of trees) from.flush(id);
  const { seq } = from.store.head;
  const hasChanged = () => {
    for (const { id } of trees) from.flush(id);
    return (
      listConversations(from.store, treeId).length !== trees.length - 1 ||
      trees.some(({ id }) => hasChangedSince(from.store, id, seq))
    );
  };
  for (const { id, title } of trees)
    if (findTree(to.store, id) !== undefined)
      throw new AspenError('INVALID_ARGUMENT', treeExistsThere(title));
  const archivedAt = to.idsAndClock.now();
  const details = { grove: getGrove(from.store).id };
  const prepared: PreparedCopy[] = [];
  for (const tree of trees)
    prepared.push(await run(prepareTreeCopy(from.store, { ...tree, archivedAt }, details)));
  if (hasChanged()) return null;
  const copied = to.store.transact((tx) =>
    prepared.map((copy) => writeTreeCopy(tx, copy, to.writerId, 'import')),
  );
  let isShownThere = false;
  try {
    let difference: string | null = null;
    for (const { id } of trees) difference ??= await run(compareTrees(from.store, to.store, id));
    if (hasChanged()) {
      to.deleteTree(treeId);
      return null;
    }
    requireSame(difference);
    to.store.transact((tx) => {
      for (const tree of trees) {
        // Neither is in the log, which would show that they changed meanwhile.
        copyPaths(tx, from.store, tree, to.writerId);
        copyProposals(tx, from.store, tree.id, to.writerId);
        // A conversation that was archived by itself stays archived.
        const copy = getTree(tx, tree.id);
        updateTree(tx, to.writerId, { ...copy, archivedAt: tree.id === treeId ? null : tree.archivedAt });
      }
    });
    isShownThere = true;
    for (const { id } of trees) requireSame(findPathDifference(from.store, to.store, id));
    from.store.transact((tx) =>
      changeTree(
        { tx, by: from.writerId, idsAndClock: from.idsAndClock },
        treeId,
        { archived: true },
        () => '',
      ),
    );
    return {
      nodes: sum(copied.map(({ nodes }) => nodes)),
      answers: sum(copied.map(({ answers }) => answers)),
    };
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Deletes the copy, unless someone has taken it out of the archive to write in it. */
function deleteCopy(to: MovingGrove, treeId: TreeId, isShownThere: boolean): void {
  try {
    const copy = findTree(to.store, treeId);
    if (copy !== undefined && (isShownThere || copy.archivedAt !== null)) to.deleteTree(treeId);
  } catch (error) {
    // The move's own error has the reason; the copy stays in the archive there.
    if (!(error instanceof AspenError)) throw error;
    to.warn(`the copy of a tree that was not moved could not be deleted: ${error.message}`);
  }
}

/** Nodes compared at a time. */
const PAGE = 250;

/**
 * Compares a tree with its copy in another file, one page at a time: every node with everything its hash
 * covers, its spans and metadata, every edge and anchor, the bytes of every response, and the turns that ended.
 * @returns yields the completed fraction, from 0 to 1; returns a description of the first difference, or null
 *   if there is none
 */
function* compareTrees(original: Reader, copy: Reader, treeId: TreeId): Generator<number, string | null> {
  const total = Math.max(1, countContents(original, treeId).nodes);
  const responses = new Set<ResponseId>();
  let nodes = 0;
  const copies = pagesOfNodes(copy, treeId, PAGE);
  for (const page of pagesOfNodes(original, treeId, PAGE)) {
    if (nodes > 0) yield Math.min(1, nodes / total);
    const copied = copies.next().value ?? [];
    for (const [index, expected] of page.entries()) {
      const found = copied[index];
      if (found === undefined) return `node ${expected.node.id} is missing`;
      if (JSON.stringify(found) !== JSON.stringify(expected)) return `node ${expected.node.id} differs`;
      const { responseId } = expected.node;
      if (responseId === null || responses.has(responseId)) continue;
      responses.add(responseId);
      const [body, copiedBody] = [original, copy].map((reader) =>
        JSON.stringify(responseToVerify(reader, responseId)),
      );
      if (body !== copiedBody) return `the response ${responseId} differs`;
    }
    if (copied.length > page.length) return 'there is an extra node';
    nodes += page.length;
  }
  if (copies.next().done !== true) return 'there is an extra node';
  for (const name of MARK_NAMES)
    if (!markTable(name).hasAll(copy, original, treeId)) return `${MARKS[name].all} differ`;
  for (const { id, state } of listTurns(original, treeId)) {
    if (state === 'running') continue;
    const [turn, copied] = [original, copy].map((reader) => loggedTurn(reader, id).digest);
    if (turn !== copied) return `the turn ${id} differs`;
  }
  return null;
}

/**
 * Compares every agent's head and draft in a tree with those in its copy in another file.
 * @returns a description of the first difference; null if there is none
 */
function findPathDifference(original: Reader, copy: Reader, treeId: TreeId): string | null {
  for (const agentId of listAgentsIn(original, treeId)) {
    const [expected, found] = [original, copy].map((reader) =>
      JSON.stringify([findCursor(reader, treeId, agentId)?.head, findDraft(reader, treeId, agentId)]),
    );
    if (expected !== found) return `the draft of ${agentId} differs`;
  }
  return null;
}

interface Arrival {
  readonly closing: AbortController;
  readonly ended: Promise<unknown>;
}

/** Trees that are moving into a grove. */
export class Arrivals {
  readonly #running = new Set<Arrival>();

  /** Runs a move until it has ended. @param move stops with the reason of its signal */
  async run<T>(move: (closing: AbortSignal) => Promise<T>): Promise<T> {
    const closing = new AbortController();
    const ended = move(closing.signal);
    const arrival: Arrival = { closing, ended };
    this.#running.add(arrival);
    try {
      return await ended;
    } finally {
      this.#running.delete(arrival);
    }
  }

  /** Stops all moves, because the grove closes; resolves once none has left anything half-way. */
  async stop(): Promise<void> {
    for (const { closing } of this.#running)
      closing.abort(new AspenError('INVALID_ARGUMENT', OTHER_GROVE_CLOSED));
    await Promise.allSettled([...this.#running].map(({ ended }) => ended));
  }
}
