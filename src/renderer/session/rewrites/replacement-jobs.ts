import type { AgentId, JobId } from '../../../core/ids.ts';
import type {
  GenerationUpdate,
  JobSnapshot,
  ReplacementJob,
  SlotSnapshot,
} from '../../../ipc/wire/generation.ts';
import { createStore, type Store } from '../store.ts';
import { isRunning, updatedSlot } from '../tree/generation-session.ts';

/** A slot ended: done, stopped, failed or empty. */
export interface SettledAnswer {
  readonly jobId: JobId;
  readonly slot: SlotSnapshot;
}

/** The writer's requests for texts in place of others in one tree, and the texts so far. */
export class ReplacementJobs {
  readonly #writerId: AgentId;
  readonly #schedule: (callback: () => void) => void;
  readonly #jobs = createStore<ReadonlyMap<JobId, ReplacementJob>>(new Map());
  /** In the order they were requested. */
  readonly jobs: Store<ReadonlyMap<JobId, ReplacementJob>> = this.#jobs;
  readonly #onSettled: (settled: SettledAnswer) => void;
  /** Ahead of the store until the next frame. */
  #latest: ReadonlyMap<JobId, ReplacementJob> = new Map();
  #isScheduled = false;
  /** Updates that arrived before their job. */
  readonly #early = new Map<JobId, GenerationUpdate[]>();

  /**
   * @param writerId the person at the window
   * @param schedule runs the callback before the next frame: streamed text is published at most once a frame
   */
  constructor(
    writerId: AgentId,
    schedule: (callback: () => void) => void,
    onSettled: (settled: SettledAnswer) => void,
  ) {
    this.#onSettled = onSettled;
    this.#writerId = writerId;
    this.#schedule = schedule;
  }

  /** The slots as they are now; empty for a job that is not tracked. */
  slotsOf(jobId: JobId): readonly SlotSnapshot[] {
    return this.#latest.get(jobId)?.slots ?? [];
  }

  isRunning(jobId: JobId): boolean {
    return this.slotsOf(jobId).some(({ state }) => isRunning(state));
  }

  /** The running ones of these jobs. */
  runningOf(jobs: readonly { readonly jobId: JobId }[]): readonly JobId[] {
    return jobs.map(({ jobId }) => jobId).filter((jobId) => this.isRunning(jobId));
  }

  /** Number of texts that a job has produced. */
  countTexts(jobId: JobId): number {
    return this.slotsOf(jobId).filter(({ state }) => state === 'done' || state === 'stopped').length;
  }

  /** Tracks a new job. Slots that ended before it arrived are reported too. */
  add(job: ReplacementJob): void {
    this.#set(job);
    for (const slot of job.slots) if (!isRunning(slot.state)) this.#onSettled({ jobId: job.jobId, slot });
    const early = this.#early.get(job.jobId) ?? [];
    this.#early.delete(job.jobId);
    for (const update of early) this.update(update);
  }

  /** Tracks the writer's among jobs that were already running; returns them. */
  track(jobs: readonly JobSnapshot[]): readonly ReplacementJob[] {
    const own = jobs.filter(
      (job): job is ReplacementJob =>
        job.parentId === null && job.requestedBy === this.#writerId && job.turnId === null,
    );
    for (const job of own) this.#set(job);
    return own;
  }

  /** Ignores continuations of a position. */
  update(update: GenerationUpdate): void {
    const { jobId, parentId, requestedBy } = update;
    if (parentId !== null || requestedBy !== this.#writerId) return;
    const job = this.#latest.get(jobId);
    if (job === undefined) {
      this.#early.set(jobId, [...(this.#early.get(jobId) ?? []), update]);
      return;
    }
    const slot = job.slots.find((known) => known.slot === update.slot);
    const changed = slot === undefined ? null : updatedSlot(slot, update);
    if (changed === null) return;
    this.#set({ ...job, slots: job.slots.map((known) => (known === slot ? changed : known)) });
    if (!isRunning(changed.state)) this.#onSettled({ jobId, slot: changed });
  }

  forget(jobIds: readonly JobId[]): void {
    this.#latest = new Map([...this.#latest].filter(([jobId]) => !jobIds.includes(jobId)));
    this.#publish();
  }

  #set(job: ReplacementJob): void {
    this.#latest = new Map(this.#latest).set(job.jobId, job);
    this.#publish();
  }

  #publish(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#jobs.set(this.#latest);
    });
  }
}
