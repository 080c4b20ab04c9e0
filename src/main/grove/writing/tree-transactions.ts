import type { LayerReason } from '../../../core/history/layer-reason.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { Author, IdsAndClock } from '../../../core/tree/new-node.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { leavePruned, positionsTo } from '../../../core/tree/path.ts';
import type { PathChange, TreeChange } from '../../../core/tree/tree-change.ts';
import { layerPath } from '../../../core/tree/tree-layer.ts';
import type { PathView } from '../../../core/tree/tree-view.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { type Store, transactWithRetry } from '../../store/connection/store.ts';
import {
  type ChoiceAtPosition,
  findCursor,
  listAgentsIn,
  takePathBack,
  writePath,
} from '../../store/tables/path-state.ts';
import { getTree } from '../../store/tables/trees.ts';
import { type LogExtras, writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { LayerRecorder, type SessionState } from '../history/layer-recorder.ts';

/** A tree of the open grove, and what its author takes to write it. */
export interface WritableTree {
  readonly store: Store;
  readonly treeId: TreeId;
  /** Owns the path, the draft and the cursor. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
}

/** A change to a tree: its author, and its entry in the log. */
export interface TreeWrite extends LogExtras {
  readonly tree: TreeId;
  /** Writes the nodes and moves along their own path: a person or a model. */
  readonly author: Author;
  /** The transaction's kind in the log. */
  readonly kind: LogKind;
  /** Refuses the change if another program has written meanwhile; otherwise it is planned again. */
  readonly refuseIfStale?: boolean;
  /** Their own path is moved off what the change prunes as others' are, and the feed reports it. */
  readonly isOutsideSession?: boolean;
  /** The reason of the layer that records it (`layers.md`); by default, it follows from what was written. */
  readonly reason?: LayerReason;
  /** The author's path and draft, as their session has them. */
  readonly session?: SessionState;
}

/**
 * Adds changes to the tree as it is now; with `tx` it writes rows that belong to them, before their own.
 * @param paths any agent's, for a change that is outside of their sessions
 */
export type Act = (after: Overlay, tx: FileTransaction, paths: PathWriter) => void;

/** The data with which a transaction's paths are recorded, and the reasons of their changes. */
interface Recording {
  readonly recorder: LayerRecorder;
  readonly reason: LayerReason;
  /** The author's path is as far as one layer. */
  readonly endLayer: (reason: LayerReason) => void;
}

/** Writes paths in a transaction on a tree; the feed names their agents. */
export class PathWriter {
  readonly #tx: FileTransaction;
  readonly #treeId: TreeId;
  readonly #recording: Recording | null;
  readonly #moved = new Set<AgentId>();

  constructor(tx: FileTransaction, treeId: TreeId, recording: Recording | null) {
    this.#tx = tx;
    this.#treeId = treeId;
    this.#recording = recording;
  }

  /** Ends a layer of the author's time line: later changes of the act are another. */
  endLayer(reason: LayerReason): void {
    this.#recording?.endLayer(reason);
  }

  get moved(): readonly AgentId[] {
    return [...this.#moved];
  }

  /** @throws {AspenError} as `writePath` */
  move(agent: AgentId, change: PathChange): void {
    this.#record(agent, change.selected, (before) => changed(before, change));
    writePath(this.#tx, this.#treeId, agent, change);
    this.#moved.add(agent);
  }

  /** @throws {AspenError} as `takePathBack` */
  takeBack(agent: AgentId, head: PositionId | null, choices: readonly ChoiceAtPosition[]): void {
    const chosen = new Map(choices.map(({ position, version }) => [position, version]));
    this.#record(agent, choices, (before, root) => ({
      ...before,
      head: head ?? root,
      selectedAt: (position) =>
        (chosen.has(position) ? chosen.get(position) : before.selectedAt(position)) ?? undefined,
    }));
    takePathBack(this.#tx, this.#treeId, agent, head, choices);
    this.#moved.add(agent);
  }

  #record(
    agent: AgentId,
    selected: readonly { readonly position: PositionId }[],
    afterOf: (before: PathView, root: PositionId) => PathView,
  ): void {
    if (this.#recording === null) return;
    const { recorder, reason } = this.#recording;
    const hasPath = findCursor(this.#tx, this.#treeId, agent) !== undefined;
    const { tree, path } = sqlViews(this.#tx, this.#treeId, agent);
    const after = afterOf(path, tree.tree.rootPositionId);
    recorder.add(agent, reason, tree, path, after, selected, { hasPath });
  }
}

/** A change to one tree, with others in one transaction. */
export interface TreePart {
  readonly write: TreeWrite;
  readonly act: Act;
}

/** Writes rows that name what the change has made, after its own. */
export type Conclude = (tx: FileTransaction) => void;

/**
 * The only way a tree of the open grove is written: nodes, edges, metadata, paths and the log's row, in one
 * transaction (`house.md`, *Seams*).
 */
export class TreeTransactions {
  readonly #store: Store;
  readonly #feed: ChangeFeed;
  readonly #keepsHistory: boolean;
  /** Paths in these trees are recorded as layers: a tree's mode never changes. */
  readonly #recorded = new Map<TreeId, boolean>();

  /**
   * @param feed is notified of every change once it is written
   * @param keepsHistory whether paths are recorded as layers; without, the cost of that can be measured
   */
  constructor(store: Store, feed: ChangeFeed, keepsHistory = true) {
    this.#store = store;
    this.#feed = feed;
    this.#keepsHistory = keepsHistory;
  }

  /**
   * Plans a change against the tree's current state and writes it. A change that only moves the author's path
   * has no row in the log. If it prunes positions, the other agents' paths through them end above them.
   * @param conclude writes what must come after the change's own rows
   * @returns what was written
   * @throws {AspenError} CONFLICT if it is to be refused; what `act` and the store throw. Then nothing is
   *   written
   */
  run(write: TreeWrite, act: Act, conclude?: Conclude): TreeChange {
    const fn = (tx: FileTransaction) => {
      const written = this.#write(tx, write, act);
      conclude?.(tx);
      return written;
    };
    const written =
      write.refuseIfStale === true ? this.#store.transact(fn) : transactWithRetry(this.#store, fn);
    this.#publish(write, written);
    return written.change;
  }

  /**
   * Plans changes to several trees, one after the other, and writes all of them in one transaction, as `run` writes one.
   * @throws {AspenError} as `run`. Then nothing is written
   */
  runAll(parts: readonly TreePart[]): void {
    const all = transactWithRetry(this.#store, (tx) =>
      parts.map(({ write, act }) => ({ write, written: this.#write(tx, write, act) })),
    );
    for (const { write, written } of all) this.#publish(write, written);
  }

  #publish({ tree: treeId, author }: TreeWrite, { change, moved, isRecorded }: Written): void {
    this.#feed.publish({ treeId, authorId: author.id, change, moved });
    if (isRecorded) this.#feed.publishLayers(treeId);
  }

  #write(tx: FileTransaction, write: TreeWrite, act: Act): Written {
    const { tree: treeId, author, kind, session } = write;
    const { tree, path } = sqlViews(tx, treeId, author.id);
    const after = new Overlay(tree, path);
    const recorder = this.#isRecorded(treeId) ? new LayerRecorder(tx, treeId) : null;
    let reached: PathView = path;
    const record = (reason: LayerReason) => {
      const change = after.change().path;
      if (recorder === null || (session === undefined && isEmpty(change))) return;
      const hasPath = session !== undefined || findCursor(tx, treeId, author.id) !== undefined;
      const shown = changed(path, change);
      recorder.add(author.id, reason, after.tree, reached, shown, change.selected, { session, hasPath });
      reached = shown;
    };
    const outside = write.reason ?? 'other';
    const paths = new PathWriter(
      tx,
      treeId,
      recorder === null ? null : { recorder, reason: outside, endLayer: record },
    );
    act(after, tx, paths);
    const change = after.change();
    record(write.reason ?? reasonOf(change));
    if (write.reason === 'draft') recorder?.addDraft(author.id);
    writeChange(tx, treeId, author.id, change, kind, write);
    const own = write.isOutsideSession === true ? null : author.id;
    const moved = [...new Set([...paths.moved, ...moveOthers(tx, treeId, own, change, recorder)])];
    return { change, moved, isRecorded: recorder !== null && recorder.write().length > 0 };
  }

  /** Only a manuscript has a time line. */
  #isRecorded(treeId: TreeId): boolean {
    if (!this.#keepsHistory) return false;
    const known = this.#recorded.get(treeId) ?? getTree(this.#store, treeId).mode === 'buffer';
    this.#recorded.set(treeId, known);
    return known;
  }
}

/** A change in the file, and the other agents whose paths it moved. */
interface Written {
  readonly change: TreeChange;
  readonly moved: readonly AgentId[];
  /** A layer was written. */
  readonly isRecorded: boolean;
}

/** The reason that an agent's path changes, as far as a change shows it. */
function reasonOf({ nodes, metadata }: TreeChange): LayerReason {
  if (nodes.length > 0) return 'commit';
  return metadata.some(({ metadata: { pruned } }) => pruned) ? 'prune' : 'move';
}

function isEmpty({ head, selected }: PathChange): boolean {
  return head === undefined && selected.length === 0;
}

/** A path with a change applied to it. */
function changed(path: PathView, change: PathChange): PathView {
  const after = layerPath(path);
  after.add(change);
  return after;
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
  recorder: LayerRecorder | null,
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
    const change = leavePruned(tree, path, uppermost);
    recorder?.add(agentId, 'prune', tree, path, changed(path, change), change.selected);
    writePath(tx, treeId, agentId, change);
    return true;
  });
}
