import type { StateDraft } from '../../../core/history/path-state.ts';
import type { CommittedText } from '../../../core/history/state-draft.ts';
import { changedLength, draftChange, NOTHING_UNCOMMITTED } from '../../../core/history/state-draft.ts';

/** Pause in typing after which typed text becomes a layer, in milliseconds (`layers.md`) … */
const IDLE = 30_000;
/** … and so much of it has changed since the last layer, in UTF-16 code units. */
export const WORTH_A_LAYER = 200;
/** Longest time from a first change to its layer, in milliseconds. */
const MAX_DELAY = 300_000;

export interface DraftLayersOptions {
  /** Amount of uncommitted text that differs from the last layer (`changedSince`). */
  changed(): number;
  /** Makes typed text a layer. It reports its own failures: then the next typing tries again. */
  record(): void;
}

/** Decides when typing that is not committed becomes a layer. */
export class DraftLayers {
  readonly #options: DraftLayersOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstAt: number | undefined;
  #lastAt = 0;
  #isStopped = false;

  constructor(options: DraftLayersOptions) {
    this.#options = options;
  }

  onTyped(): void {
    const now = performance.now();
    this.#firstAt ??= now;
    this.#lastAt = now;
    if (this.#timer === undefined) this.#schedule(IDLE);
  }

  /** A layer has all of it. */
  onRecorded(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstAt = undefined;
  }

  stop(): void {
    this.#isStopped = true;
    this.onRecorded();
  }

  #schedule(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#onTime(), milliseconds);
    this.#timer.unref();
  }

  #onTime(): void {
    this.#timer = undefined;
    if (this.#firstAt === undefined) return;
    const now = performance.now();
    const changed = this.#options.changed();
    const isLate = now - this.#firstAt >= MAX_DELAY;
    const isIdle = now - this.#lastAt >= IDLE;
    if ((isLate && changed > 0) || (isIdle && changed >= WORTH_A_LAYER)) {
      this.onRecorded();
      this.#options.record();
    } else if (isLate) this.onRecorded();
    // An idle draft that is not worth a layer may become one by more typing, or by time.
    else {
      const latest = this.#firstAt + MAX_DELAY;
      this.#schedule((isIdle ? latest : Math.min(latest, this.#lastAt + IDLE)) - now);
    }
  }
}

/** Difference between two drafts, in UTF-16 code units; dropped edits do not count. */
export function changedSince(
  before: StateDraft | null,
  after: StateDraft | null,
  committed: CommittedText,
): number {
  return changedLength(draftChange(before, after ?? NOTHING_UNCOMMITTED, committed));
}
