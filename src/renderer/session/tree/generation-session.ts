import type { AgentId, JobId, PositionId } from '../../../core/ids.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type {
  ContinuationJob,
  GenerationUpdate,
  JobSnapshot,
  SlotSnapshot,
  SlotState,
} from '../../../ipc/wire/generation.ts';
import { createSignal, createStore, type Signal, type Store } from '../store.ts';

const RUNNING: ReadonlySet<SlotState> = new Set(['waiting', 'thinking', 'streaming', 'saving']);

export function isRunning(state: SlotState): boolean {
  return RUNNING.has(state);
}

/** Stopped by the writer before its first word, so there is nothing to report. */
export function isDropped({ state, finishReason }: SlotSnapshot): boolean {
  return state === 'empty' && finishReason === 'stopped';
}

/** A slot after an update of it; null if the slot is newer. */
export function updatedSlot(slot: SlotSnapshot, update: GenerationUpdate): SlotSnapshot | null {
  const { state, finishReason, error, versions } = update;
  const text = slot.text.slice(0, update.from) + update.append;
  // Older than the job's snapshot.
  if (isRunning(state) && text.length < slot.text.length) return null;
  return isRunning(slot.state) ? { ...slot, state, text, finishReason, error, versions } : null;
}

/** Brought nothing, and can be requested again. */
function isLost(slot: SlotSnapshot): boolean {
  return slot.state === 'failed' || (slot.state === 'empty' && !isDropped(slot));
}

/** True if its text may be shown at the end of the text: it has not failed, and the writer need not choose it. */
function isShowable({ state, finishReason }: SlotSnapshot): boolean {
  return state !== 'failed' && state !== 'empty' && !isHeldBack(finishReason);
}

/** The continuation shown at the end of the text: the first of its job that may be. */
export interface ShownSlot {
  readonly jobId: JobId;
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
}

export interface GenerationSessionOptions {
  /** The person at the window. */
  readonly writerId: AgentId;
  /** Runs the callback before the next frame: streamed text is published at most once a frame. */
  schedule(callback: () => void): void;
}

/** A slot finished: done, stopped, failed or empty. */
export interface SettledSlot {
  readonly job: ContinuationJob;
  readonly slot: SlotSnapshot;
}

/** The requests for continuations in one tree and their text so far (`generation.md`). */
export class GenerationSession {
  readonly #options: GenerationSessionOptions;
  readonly #jobs = createStore<readonly ContinuationJob[]>([]);
  /** In the order they were requested. */
  readonly jobs: Store<readonly ContinuationJob[]> = this.#jobs;
  readonly #settled = createSignal<SettledSlot>();
  readonly settled: Signal<SettledSlot> = this.#settled;
  /** The jobs, in the order they were requested; ahead of the store until the next frame. */
  #latest: readonly ContinuationJob[] = [];
  #scheduled = false;
  /** Errors that cut short kept continuations, by position. */
  readonly #interruptions = new Map<PositionId, WireError>();
  /** Updates of the writer's own jobs that arrived before the job. */
  readonly #early = new Map<JobId, GenerationUpdate[]>();

  constructor(options: GenerationSessionOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#latest.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  }

  /** Returns true if a continuation of this position is being generated. */
  isRunningAt(parentId: PositionId): boolean {
    return this.#latest.some(
      (job) => job.parentId === parentId && job.slots.some(({ state }) => isRunning(state)),
    );
  }

  /** Tracks a new job. Slots that finished before it arrived are reported too. */
  add(job: ContinuationJob): void {
    this.track([job]);
    for (const slot of job.slots) if (!isRunning(slot.state)) this.#onSettled(job, slot);
    const early = this.#early.get(job.jobId) ?? [];
    this.#early.delete(job.jobId);
    for (const update of early) this.update(update);
  }

  /** Tracks the continuations among jobs that were already running. */
  track(jobs: readonly JobSnapshot[]): void {
    const fresh = jobs.filter(
      (job): job is ContinuationJob =>
        job.parentId !== null && !this.#latest.some((known) => known.jobId === job.jobId),
    );
    this.#latest = [...this.#latest, ...fresh];
    this.#publish();
  }

  update(update: GenerationUpdate): void {
    const job = this.#latest.find((known) => known.jobId === update.jobId);
    if (job === undefined) {
      // Another window's job is not reported here: its texts are listed once they are stored.
      if (update.requestedBy !== this.#options.writerId || update.parentId === null) return;
      this.#early.set(update.jobId, [...(this.#early.get(update.jobId) ?? []), update]);
      return;
    }
    const slot = job.slots.find((known) => known.slot === update.slot);
    if (slot === undefined) return;
    const changed = updatedSlot(slot, update);
    if (changed === null) return;
    const { finishReason, error } = changed;
    if (finishReason === 'interrupted' && error !== null) this.#interruptions.set(slot.positionId, error);
    this.#replace(job, { ...job, slots: job.slots.map((known) => (known === slot ? changed : known)) });
    if (!isRunning(changed.state)) this.#onSettled(job, changed);
  }

  /** Removes a failed slot that was retried or dismissed. */
  dismiss(jobId: JobId, slot: number): void {
    const job = this.#latest.find((known) => known.jobId === jobId);
    if (job === undefined) return;
    this.#replace(job, { ...job, slots: job.slots.filter((known) => known.slot !== slot) });
  }

  /** The reason that a stored continuation is incomplete, if this window received it. */
  findInterruption(positionId: PositionId): WireError | null {
    return this.#interruptions.get(positionId) ?? null;
  }

  clearInterruption(positionId: PositionId): void {
    if (!this.#interruptions.delete(positionId)) return;
    this.#latest = [...this.#latest];
    this.#publish();
  }

  /** Drops finished jobs whose slots are all stored at these positions, or were stopped without text. */
  dropStored(stored: ReadonlySet<PositionId>): void {
    const isOver = (job: ContinuationJob) =>
      job.slots.every((slot) => !isRunning(slot.state) && !isLost(slot) && isListed(slot, stored));
    const remaining = this.#latest.filter((job) => !isOver(job));
    if (remaining.length === this.#latest.length) return;
    this.#latest = remaining;
    this.#publish();
  }

  /** The current slots; empty for a job that is no longer tracked. */
  slotsOf(jobId: JobId): readonly SlotSnapshot[] {
    return this.#latest.find((known) => known.jobId === jobId)?.slots ?? [];
  }

  /**
   * The slot to show at the end of the text while `head` is the head. It is of the writer's oldest job that still
   * runs, so that a second job never replaces text that is being read.
   * @param ended a finished job that counts as running
   */
  findShown(head: PositionId, ended?: JobId): ShownSlot | undefined {
    const job = this.#latest.find(
      ({ parentId, requestedBy, jobId, slots }) =>
        parentId === head &&
        requestedBy === this.#options.writerId &&
        (jobId === ended || slots.some(({ state }) => isRunning(state))),
    );
    const slot = job?.slots.find(isShowable);
    if (job === undefined || slot === undefined) return undefined;
    const { positionId, agentId, state, text } = slot;
    return { jobId: job.jobId, parentId: head, positionId, agentId, state, text };
  }

  /** A call of a turn without text is no failed request: the turn continues, or reports its own failure. */
  #onSettled(job: ContinuationJob, slot: SlotSnapshot): void {
    this.#settled.emit({ job, slot });
    if (job.turnId !== null && (slot.state === 'failed' || slot.state === 'empty'))
      this.dismiss(job.jobId, slot.slot);
  }

  #replace(job: ContinuationJob, next: ContinuationJob): void {
    this.#latest = this.#latest
      .map((known) => (known.jobId === job.jobId ? next : known))
      .filter((known) => known.slots.length > 0);
    this.#publish();
  }

  #publish(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.schedule(() => {
      this.#scheduled = false;
      this.#jobs.set(this.#latest);
    });
  }
}

function isListed(slot: SlotSnapshot, stored: ReadonlySet<PositionId>): boolean {
  return isDropped(slot) || stored.has(slot.positionId);
}
