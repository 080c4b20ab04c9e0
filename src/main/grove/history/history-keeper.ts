import { AspenError } from '../../../core/errors.ts';
import { historyLimits } from '../../../core/history/history-limits.ts';
import type { AgentId, Sha256, TreeId } from '../../../core/ids.ts';
import type { Store } from '../../store/connection/store.ts';
import type { WriteHold } from '../../store/connection/write-hold.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { listChains } from '../../store/tables/history/keeping.ts';
import { rollOff, squashDrafts } from '../../store/tables/history/roll-off.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { isWithin, runInSlices, workInSteps } from '../run-in-slices.ts';
import type { Steps } from './chain-walker.ts';
import { LayerPass } from './layer-pass.ts';
import { LayerRebuilder } from './layer-rebuilder.ts';
import { WalkedChain } from './walked-chain.ts';

/** Idle time of the writer before layers are counted. Milliseconds. */
const IDLE = 2_000;
/** Interval at which layers are rolled off and drafts squashed, first at the first idle moment. Milliseconds. */
const TIDY = 600_000;
/** Drafts are layers for so long after they were committed. Milliseconds. */
const DRAFTS_KEPT = 7 * 86_400_000;

export interface HistoryKeeperOptions {
  readonly store: Store;
  readonly hold: WriteHold;
  readonly feed: ChangeFeed;
  readonly writerId: AgentId;
  sha256(data: string | Uint8Array): Sha256;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  warn(message: string): void;
}

/**
 * Does to layers what can wait until the writer is idle (`layers.md`, *What is stored*, *Dimensions and roll-off*): rebuilds those of
 * an older version, counts and hashes them in slices, squashes old drafts, and forgets what a tree does not keep.
 */
export class HistoryKeeper {
  readonly #options: HistoryKeeperOptions;
  readonly #walk: WalkedChain;
  readonly #rebuilder: LayerRebuilder;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopSlices: () => void = () => undefined;
  #isRunning = false;
  #isStopped = false;
  /** Layers changed while the last pass ran. */
  #isBehind = false;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryKeeperOptions) {
    this.#options = options;
    this.#walk = new WalkedChain(options.store);
    const { store, writerId, feed, warn } = options;
    const onRebuilt = (treeId: TreeId) => feed.publishLayers(treeId);
    this.#rebuilder = new LayerRebuilder({ store, writerId, warn, onRebuilt });
  }

  /** Starts at the next idle moment, and again after layers were written. Call once. */
  start(): void {
    if (this.#options.store.readonly) return;
    this.#options.feed.onLayers(() => this.#wake());
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
      const { store, hold, idleFor } = this.#options;
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
      now: () => this.#options.now(),
      mustPause: () => this.#options.idleFor() < IDLE,
      onSlice: () => undefined,
      onDone: () => this.#end(),
      onError: (error) => {
        this.#end();
        this.#options.warn(`the time line cannot be kept now: ${String(error)}`);
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
    const { store, sha256, feed, warn, now } = this.#options;
    const pass = new LayerPass(
      {
        store,
        sha256,
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
    this.#options.warn(`a time line cannot be read: ${error.message}`);
  }

  /** @returns whether layers are to be counted again */
  #tidy(ref: ChainRef): boolean {
    const { store, feed, now } = this.#options;
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
