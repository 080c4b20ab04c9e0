import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { leavePruned, positionsTo } from '../../../core/tree/path.ts';
import type { PathChange, TreeChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { transactWithRetry } from '../../store/connection/transact-with-retry.ts';
import {
  type ChoiceAtPosition,
  listAgentsIn,
  takePathBack,
  writePath,
} from '../../store/tables/path-state.ts';
import { type LogExtras, writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { ChangeFeed } from '../change-feed.ts';

/** A change to a tree: who makes it, and what the log says about it. */
export interface TreeWrite extends LogExtras {
  readonly tree: TreeId;
  /** Writes the nodes and moves along their own path: a person or a model. */
  readonly author: Author;
  /** The transaction's kind in the log. */
  readonly kind: LogKind;
  /** Refuses the change if another program has written meanwhile; otherwise it is planned again. */
  readonly refuseIfStale?: boolean;
  /** Their own path is moved off what the change prunes as others' are, and the feed says so. */
  readonly isOutsideSession?: boolean;
}

/**
 * Adds changes to the tree as it is now; with `tx` it writes rows that belong to them, before their own.
 * @param paths any agent's, for a change that is outside of their sessions
 */
export type Act = (after: Overlay, tx: FileTransaction, paths: PathWriter) => void;

/** Writes paths in a transaction on a tree; the feed names their agents. */
export class PathWriter {
  readonly #tx: FileTransaction;
  readonly #treeId: TreeId;
  readonly #moved = new Set<AgentId>();

  constructor(tx: FileTransaction, treeId: TreeId) {
    this.#tx = tx;
    this.#treeId = treeId;
  }

  get moved(): readonly AgentId[] {
    return [...this.#moved];
  }

  /** @throws {AspenError} as `writePath` */
  move(agent: AgentId, change: PathChange): void {
    writePath(this.#tx, this.#treeId, agent, change);
    this.#moved.add(agent);
  }

  /** @throws {AspenError} as `takePathBack` */
  takeBack(agent: AgentId, head: PositionId | null, choices: readonly ChoiceAtPosition[]): void {
    takePathBack(this.#tx, this.#treeId, agent, head, choices);
    this.#moved.add(agent);
  }
}

/** Writes rows that name what the change has made, after its own. */
export type Conclude = (tx: FileTransaction) => void;

/** Throws to refuse a change; `after` is the tree with it. Then nothing is written. */
export type WriteCheck = (write: TreeWrite, after: Overlay) => void;

/**
 * The only way a tree of the open grove is written: nodes, edges, metadata, paths and the log's row, in one
 * transaction (`house.md`, *Seams*).
 */
export class TreeTransactions {
  readonly #store: Store;
  readonly #feed: ChangeFeed;
  readonly #checks: WriteCheck[] = [];

  /** @param feed hears of every change once it is written */
  constructor(store: Store, feed: ChangeFeed) {
    this.#store = store;
    this.#feed = feed;
  }

  /**
   * Adds a check that every later change must pass: whether its author may make it, and whether it is their
   * turn on the branches that it writes to.
   */
  requireBeforeWrite(check: WriteCheck): void {
    this.#checks.push(check);
  }

  /**
   * Plans a change against the tree's current state and writes it. A change that only moves the author's path
   * has no row in the log. If it prunes positions, the other agents' paths through them end above them.
   * @param conclude writes what must come after the change's own rows
   * @returns what was written
   * @throws {AspenError} CONFLICT if it is to be refused; what a check, `act` and the store throw. Then nothing is
   *   written
   */
  run(write: TreeWrite, act: Act, conclude?: Conclude): TreeChange {
    const fn = (tx: FileTransaction) => {
      const written = this.#write(tx, write, act);
      conclude?.(tx);
      return written;
    };
    const { change, moved } =
      write.refuseIfStale === true ? this.#store.transact(fn) : transactWithRetry(this.#store, fn);
    this.#feed.publish({ treeId: write.tree, authorId: write.author.id, change, moved });
    return change;
  }

  #write(tx: FileTransaction, write: TreeWrite, act: Act): Written {
    const { tree: treeId, author, kind } = write;
    const { tree, path } = sqlViews(tx, treeId, author.id);
    const after = new Overlay(tree, path);
    const paths = new PathWriter(tx, treeId);
    act(after, tx, paths);
    for (const check of this.#checks) check(write, after);
    const change = after.change();
    writeChange(tx, treeId, author.id, change, kind, write);
    const session = write.isOutsideSession === true ? null : author.id;
    return { change, moved: [...new Set([...paths.moved, ...moveOthers(tx, treeId, session, change)])] };
  }
}

/** A change in the file, and the other agents whose paths it moved. */
interface Written {
  readonly change: TreeChange;
  readonly moved: readonly AgentId[];
}

/**
 * Moves the other agents' paths (with `author` null, those of all) off what a change prunes: each ends above the topmost position, and is walked
 * once, however many there are.
 * @returns the agents whose paths moved
 */
function moveOthers(
  tx: FileTransaction,
  treeId: TreeId,
  author: AgentId | null,
  { metadata }: TreeChange,
): readonly AgentId[] {
  const hidden = new Set(
    metadata.flatMap(({ position, metadata: { pruned } }) => (pruned ? [position] : [])),
  );
  if (hidden.size === 0) return [];
  return listAgentsIn(tx, treeId).filter((agentId) => {
    if (agentId === author) return false;
    const { tree, path } = sqlViews(tx, treeId, agentId);
    const uppermost = positionsTo(tree, path.head).find((position) => hidden.has(position));
    if (uppermost === undefined) return false;
    writePath(tx, treeId, agentId, leavePruned(tree, path, uppermost));
    return true;
  });
}
