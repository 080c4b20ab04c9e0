import { AspenError } from '../../../core/errors.ts';
import { historyLimits } from '../../../core/history/history-limits.ts';
import type { LayerReason } from '../../../core/history/layer-reason.ts';
import type { PathState, StateChange } from '../../../core/history/path-state.ts';
import { type LoggedAct, RebuiltPath } from '../../../core/history/rebuilt-path.ts';
import { type AgentId, firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { type ChainRef, ownChain } from '../../store/tables/history/chain-ref.ts';
import { findNextSeq, listChains } from '../../store/tables/history/keeping.ts';
import { readState } from '../../store/tables/history/layer-state.ts';
import { appendLayer, recountLayer } from '../../store/tables/history/layers.ts';
import { hasNodeBefore, readLoggedFacts } from '../../store/tables/history/logged-facts.ts';
import { readLayers, type StoredLayer } from '../../store/tables/history/read-layers.ts';
import { rollOff, squashDrafts } from '../../store/tables/history/roll-off.ts';
import { getTreeKey } from '../../store/tables/keys.ts';
import { type LogRow, logPages } from '../../store/tables/log.ts';
import type { Key } from '../../store/tables/schema.ts';
import { getTree } from '../../store/tables/trees.ts';
import { loadPathIdsAt } from '../../store/tree/past/path-at-state.ts';
import { eachChoice } from '../../store/tree/tree-export.ts';
import type { GroveScope } from '../grove-scope.ts';
import { isWithin, runInSlices, workInSteps } from '../run-in-slices.ts';
import { type Steps, WalkedChain } from './chain-walker.ts';
import { LayerPass } from './layer-pass.ts';

/** Idle time of the writer before layers are counted. Milliseconds. */
const IDLE = 2_000;
/** Interval at which layers are rolled off and drafts squashed, first at the first idle moment. Milliseconds. */
const TIDY = 600_000;
/** Drafts are layers for so long after they were committed. Milliseconds. */
const DRAFTS_KEPT = 7 * 86_400_000;

export type HistoryKeeperScope = Pick<
  GroveScope,
  'store' | 'hold' | 'feed' | 'writerId' | 'now' | 'idleFor' | 'warn'
>;

/**
 * Does to layers what can wait until the writer is idle (`layers.md`, *What is stored*, *Dimensions and roll-off*): rebuilds those of
 * an older version, counts and hashes them in slices, squashes old drafts, and forgets what a tree does not keep.
 */
export class HistoryKeeper {
  readonly #scope: HistoryKeeperScope;
  readonly #walk: WalkedChain;
  readonly #rebuilder: LayerRebuilder;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopSlices: () => void = () => undefined;
  #isRunning = false;
  #isStopped = false;
  /** Layers changed while the last pass ran. */
  #isBehind = false;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(scope: HistoryKeeperScope) {
    this.#scope = scope;
    this.#walk = new WalkedChain(scope.store);
    const { store, writerId, feed, warn } = scope;
    const onRebuilt = (treeId: TreeId) => feed.publishLayers(treeId);
    this.#rebuilder = new LayerRebuilder({ store, writerId, warn, onRebuilt });
  }

  /** Starts at the next idle moment, and again after layers were written. Call once. */
  start(): void {
    if (this.#scope.store.readonly) return;
    this.#scope.feed.onLayers(() => this.#wake());
    this.#wake();
  }

  /** Does nothing more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopSlices();
  }

  #wake(): void {
    if (this.#isRunning) this.#isBehind = true;
    else if (this.#timer === undefined) this.#wait(IDLE);
  }

  #wait(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const { store, hold, idleFor } = this.#scope;
      // After the clock stepped back, the writer's last input lies in the future: wait at most IDLE.
      const missing = hold.isOn ? IDLE : Math.min(IDLE - idleFor(), IDLE);
      if (!store.isOpen) return;
      if (missing > 0) this.#wait(missing);
      else this.#begin();
    }, milliseconds);
    this.#timer.unref();
  }

  #begin(): void {
    this.#isRunning = true;
    this.#isBehind = false;
    this.#stopSlices = runInSlices({
      work: workInSteps(this.#keep()),
      now: () => this.#scope.now(),
      mustPause: () => this.#scope.idleFor() < IDLE,
      onSlice: () => undefined,
      onDone: () => this.#end(),
      onError: (error) => {
        this.#end();
        this.#scope.warn(`the time line cannot be kept now: ${String(error)}`);
      },
    });
  }

  /** Ends the work; layers written meanwhile are next. */
  #end(): void {
    this.#stopSlices();
    this.#isRunning = false;
    if (this.#isBehind) this.#wait(IDLE);
  }

  *#keep(): Steps<void> {
    const { store, feed, warn, now } = this.#scope;
    const pass = new LayerPass(
      {
        store,
        onCounted: (treeId) => feed.publishLayers(treeId),
        onFault: ({ treeId }, error) =>
          warn(`a time line of tree ${treeId} cannot be read: ${error.message}`),
      },
      this.#walk,
    );
    try {
      yield* this.#rebuilder.run();
    } catch (error) {
      this.#passOver(error);
    }
    yield* pass.run();
    if (isWithin(TIDY, now() - this.#tidiedAt)) return;
    this.#tidiedAt = now();
    let isUncounted = false;
    for (const ref of listChains(store)) {
      yield;
      try {
        if (this.#tidy(ref)) isUncounted = true;
      } catch (error) {
        this.#passOver(error);
      }
    }
    if (isUncounted) yield* pass.run();
  }

  /** A time line that cannot be read must not keep the others from being kept. @throws what is no such fault */
  #passOver(error: unknown): void {
    const isFault = error instanceof AspenError && (error.code === 'CORRUPT' || error.code === 'NOT_FOUND');
    if (!isFault) throw error;
    this.#scope.warn(`a time line cannot be read: ${error.message}`);
  }

  /** @returns whether layers are to be counted again */
  #tidy(ref: ChainRef): boolean {
    const { store, feed, now } = this.#scope;
    // Rebuilt layers and those of others are not this path's own typing.
    const isOwn = ref.dimension === 'versions' && ref.chain === 0;
    const limits = historyLimits(getTree(store, ref.treeId).settings.history, ref.dimension);
    const { squashed, forgotten } = store.transact((tx) => ({
      squashed: isOwn ? squashDrafts(tx, ref, now() - DRAFTS_KEPT) : 0,
      forgotten: ref.chain < 0 ? 0 : rollOff(tx, ref, limits, now()),
    }));
    if (squashed + forgotten > 0) feed.publishLayers(ref.treeId);
    return squashed > 0;
  }
}

// Rebuilds the time lines of groves that an older version of the program wrote (`layers.md`, *Existing groves*).

/** Rows of the log read at a time. */
const ROWS = 20;
/** Layers that a transaction writes; the oldest has a snapshot. */
const LAYERS = 50;
/** A tree whose time line begins within so long after its first text has all of it. Milliseconds. */
const NEW_TREE = 1_000;

interface LayerRebuilderOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  warn(message: string): void;
  /** Layers of this tree were added. */
  onRebuilt(treeId: TreeId): void;
}

/** The path after a row of the log. */
interface Moment {
  readonly logSeq: number;
  readonly createdAt: number;
  readonly change: StateChange;
}

/** A tree whose time line is rebuilt. */
interface Rebuilding {
  readonly ref: ChainRef;
  readonly key: Key;
  readonly root: PositionId;
  readonly createdAt: number;
  readonly path: RebuiltPath;
  /** The last row of the log that is older than the time line. */
  readonly lastRow: number;
  /** The versions that are shown as they are now since a time, the earliest last. */
  readonly seen: { readonly position: PositionId; readonly version: NodeId; readonly at: number }[];
  readonly moments: Moment[];
}

/**
 * Derives the layers that the log allows from before the first exact one, in small steps: of the writer's path in each
 * manuscript, the newest first, negative numbers in a chain of their own. Work that was interrupted continues where it
 * had written; the last layer is that of the empty tree, which no row of the log led to.
 */
export class LayerRebuilder {
  readonly #options: LayerRebuilderOptions;
  /** Trees that have all that the log contains, or of which it cannot be read. */
  readonly #done = new Set<TreeId>();

  constructor(options: LayerRebuilderOptions) {
    this.#options = options;
  }

  /** Rebuilds missing layers. @throws {AspenError} what reading or writing the file throws; another run continues */
  *run(): Steps<void> {
    const { store, writerId, warn } = this.#options;
    const trees = new Map<TreeId, Rebuilding>();
    for (const { treeId, agentId, dimension, chain } of listChains(store)) {
      if (agentId !== writerId || dimension !== 'versions' || chain !== 0 || this.#done.has(treeId)) continue;
      const rebuilding = unlessDamaged(() => begin(store, treeId, writerId), warn);
      if (rebuilding === null) this.#done.add(treeId);
      else trees.set(treeId, rebuilding);
      yield;
    }
    if (trees.size === 0) return;
    const following = this.#follow(trees);
    for (let isDone = false; !isDone; ) {
      const step = unlessDamaged(() => following.next(), warn);
      if (step === null) {
        for (const treeId of trees.keys()) this.#done.add(treeId);
        return;
      }
      isDone = step.done === true;
      yield;
    }
    for (const [treeId, rebuilding] of trees) {
      yield* this.#write(rebuilding);
      this.#done.add(treeId);
    }
  }

  /** Reads the log from its beginning. */
  *#follow(trees: ReadonlyMap<TreeId, Rebuilding>): Steps<void> {
    const { store, writerId } = this.#options;
    const last = Math.max(0, ...[...trees.values()].map(({ lastRow }) => lastRow));
    for (const rows of logPages(store, 0, ROWS)) {
      if ((rows[0]?.seq ?? 0) > last) return;
      for (const row of rows) {
        const rebuilding = row.entry.tree === undefined ? undefined : trees.get(row.entry.tree);
        if (rebuilding === undefined || row.seq > rebuilding.lastRow) continue;
        followRow(store, rebuilding, row, writerId);
        yield;
      }
      yield;
    }
  }

  *#write({ ref, moments, path, root, createdAt }: Rebuilding): Steps<void> {
    const { store, onRebuilt } = this.#options;
    if (moments.length === 0) return;
    let oldest = findOldest(store, ref);
    let left = moments.length;
    let state = path.state;
    const goBack = () => {
      left -= 1;
      const moment = moments[left];
      if (moment !== undefined)
        state = stateBefore(state, moment.change, moments[left - 1]?.change.head ?? root);
      return moment;
    };
    while (left > 0 && (moments[left - 1]?.logSeq ?? 0) >= (oldest?.logSeq ?? Number.POSITIVE_INFINITY))
      goBack();
    do {
      store.transact((tx) => {
        // The state before it was unknown until now.
        if (oldest !== undefined) recountLayer(tx, ref, oldest.seq);
        let seq = (oldest?.seq ?? 0) - 1;
        for (const end = Math.max(0, left - LAYERS); left > end; seq--) {
          const snapshot = left - 1 === end ? state : null;
          const moment = goBack();
          if (moment === undefined) break;
          const { change, logSeq } = moment;
          appendLayer(
            tx,
            ref,
            { ...change, reason: 'rebuilt', logSeq },
            { seq, createdAt: moment.createdAt, snapshot },
          );
        }
        if (left > 0) return;
        const empty = { head: root, versionsIn: [], versionsOut: [], draft: null };
        appendLayer(
          tx,
          ref,
          { ...empty, reason: 'rebuilt', logSeq: null },
          { seq, createdAt, snapshot: state },
        );
      });
      oldest = findOldest(store, ref);
      onRebuilt(ref.treeId);
      yield;
    } while (left > 0);
  }
}

/** Null if the file does not have what it names. @throws {AspenError} anything else */
function unlessDamaged<T>(read: () => T, warn: (message: string) => void): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AspenError) || !['CORRUPT', 'NOT_FOUND'].includes(error.code)) throw error;
    warn(`the time line before this version cannot be rebuilt: ${error.detail}`);
    return null;
  }
}

/** A tree whose time line begins later than the tree; null if its time line has all of it, or is complete. */
function begin(store: Store, treeId: TreeId, writerId: AgentId): Rebuilding | null {
  const own = ownChain(treeId, writerId);
  const first = findOldest(store, own);
  const ref: ChainRef = { ...own, chain: -1 };
  if (first?.reason !== 'begin' || findOldest(store, ref)?.logSeq === null) return null;
  const key = getTreeKey(store, treeId);
  const { rootPositionId: root, createdAt } = getTree(store, treeId);
  const state = readState(store, own, first.seq);
  if (state.head === root && !hasNodeBefore(store, key, first.createdAt - NEW_TREE)) return null;
  const kept = new Set(loadPathIdsAt(store, treeId, state).map(({ positionId }) => positionId));
  const seen = [...eachChoice(store, treeId, writerId)].flatMap(({ position, version, seenAt }) =>
    version === null || seenAt === null || seenAt >= first.createdAt
      ? []
      : [{ position, version, at: seenAt }],
  );
  return {
    ref,
    key,
    root,
    createdAt,
    path: new RebuiltPath({
      root,
      parentOf: cachedParents(store, key),
      isKept: (position) => kept.has(position),
    }),
    lastRow: lastRowBefore(store, own, first),
    seen: seen.sort((a, b) => b.at - a.at),
    moments: [],
  };
}

/** The last row of the log whose change the first layer already shows. */
function lastRowBefore(store: Store, own: ChainRef, { seq, logSeq }: StoredLayer): number {
  const row = logSeq ?? 0;
  const next = findNextSeq(store, own, seq);
  const [second] = next === undefined ? [] : readLayers(store, own, next, next);
  // The first layer is written with the first change, and names its row, although it is the state before.
  const isOfSecond = second?.logSeq === logSeq && WITH_ROW.has(second.reason);
  return isOfSecond ? row - 1 : row;
}

const WITH_ROW: ReadonlySet<LayerReason> = new Set(['commit', 'prune', 'import', 'merge', 'restore']);

function followRow(
  store: Store,
  { key, path, seen, moments }: Rebuilding,
  row: LogRow,
  writerId: AgentId,
): void {
  for (let choice = seen.at(-1); choice !== undefined && choice.at <= row.createdAt; choice = seen.at(-1)) {
    path.choose(choice.position, choice.version);
    seen.pop();
  }
  path.apply(readLoggedAct(store, key, row, writerId));
  const change = path.takeChange();
  if (change !== null) moments.push({ logSeq: row.seq, createdAt: row.createdAt, change });
}

function stateBefore(
  { versions }: PathState,
  { versionsIn, versionsOut }: StateChange,
  head: PositionId,
): PathState {
  const before = new Set(versions);
  for (const id of versionsIn) before.delete(id);
  for (const id of versionsOut) before.add(id);
  return { head, versions: before, draft: null };
}

function findOldest(store: Store, ref: ChainRef): StoredLayer | undefined {
  const seq = findNextSeq(store, ref, Number.MIN_SAFE_INTEGER);
  return seq === undefined ? undefined : readLayers(store, ref, seq, seq)[0];
}

/** Reads a row of the log, as it concerns an agent's path. @throws {AspenError} what the store throws */
function readLoggedAct(
  reader: Reader,
  key: Key,
  { kind, agentId, entry }: LogRow,
  writerId: AgentId,
): LoggedAct {
  return {
    kind,
    isOwn: agentId === writerId,
    nodes: readLoggedFacts(
      reader,
      key,
      (entry.nodes ?? []).map(({ id }) => id),
    ),
    head: entry.head ?? null,
    selected: entry.selected ?? [],
    pruned: (entry.metadata ?? []).flatMap(({ position, pruned }) => (pruned ? [position] : [])),
  };
}

/** Finds the position above another, which is read once. */
function cachedParents(reader: Reader, key: Key): (position: PositionId) => PositionId | null {
  const parents = new Map<PositionId, PositionId | null>();
  return (position) => {
    const known = parents.get(position);
    if (known !== undefined) return known;
    const parent = readLoggedFacts(reader, key, [firstNodeAt(position)])[0]?.parent ?? null;
    parents.set(position, parent);
    return parent;
  };
}
