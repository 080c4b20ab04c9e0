import type { AgentId, JobId, PositionId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GenerationUpdate, JobSnapshot, SlotSnapshot, SlotState } from '../../../ipc/wire/generation.ts';
import { createStore, type Store } from '../store.ts';

const RUNNING: ReadonlySet<SlotState> = new Set(['waiting', 'streaming', 'saving']);

export function isRunning(state: SlotState): boolean {
  return RUNNING.has(state);
}

/** Nothing had come of it when the writer stopped it: nobody needs to hear of it. */
export function isDropped({ state, finishReason }: SlotSnapshot): boolean {
  return state === 'empty' && finishReason === 'stopped';
}

/** Nothing came of it, and the writer may ask again. */
function isLost(slot: SlotSnapshot): boolean {
  return slot.state === 'failed' || (slot.state === 'empty' && !isDropped(slot));
}

/** The continuation that is shown at the end of the text: the first of its job that has not failed. */
export interface ShownSlot {
  readonly jobId: JobId;
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly state: SlotState;
  readonly text: string;
}

export interface GenerationSessionOptions {
  /** Runs the callback before the next frame is painted: what streams is shown at most once a frame. */
  schedule(callback: () => void): void;
  /** A slot came to its end (done, stopped, failed or empty). */
  onSettled(job: JobSnapshot, slot: SlotSnapshot): void;
}

/** The requests for continuations that run or ran in one tree, and the text that has arrived (`generation.md`). */
export class GenerationSession {
  readonly #options: GenerationSessionOptions;
  readonly #jobs = createStore<readonly JobSnapshot[]>([]);
  /** In the order they were asked for; ahead of the store by what arrived since the last frame. */
  #latest: readonly JobSnapshot[] = [];
  #scheduled = false;
  /** What cut short the continuations that were kept all the same, by position. */
  readonly #interruptions = new Map<PositionId, WireError>();
  /** News of jobs whose answer has not come yet. */
  readonly #early = new Map<JobId, GenerationUpdate[]>();

  constructor(options: GenerationSessionOptions) {
    this.#options = options;
  }

  /** In the order they were asked for. */
  get jobs(): Store<readonly JobSnapshot[]> {
    return this.#jobs;
  }

  get isRunning(): boolean {
    return this.#latest.some((job) => job.slots.some((slot) => isRunning(slot.state)));
  }

  /** Follows a job that was just asked for; slots that ended before the answer came are told of too. */
  add(job: JobSnapshot): void {
    this.restore([job]);
    for (const slot of job.slots) if (!isRunning(slot.state)) this.#options.onSettled(job, slot);
    const early = this.#early.get(job.jobId) ?? [];
    this.#early.delete(job.jobId);
    for (const update of early) this.update(update);
  }

  /** Follows jobs that were running before this window looked. */
  restore(jobs: readonly JobSnapshot[]): void {
    const fresh = jobs.filter((job) => !this.#latest.some((known) => known.jobId === job.jobId));
    this.#latest = [...this.#latest, ...fresh];
    this.#publish();
  }

  update(update: GenerationUpdate): void {
    const job = this.#latest.find((known) => known.jobId === update.jobId);
    const slot = job?.slots.find((known) => known.slot === update.slot);
    if (job === undefined || slot === undefined) {
      this.#early.set(update.jobId, [...(this.#early.get(update.jobId) ?? []), update]);
      return;
    }
    const text = slot.text.slice(0, update.from) + update.append;
    // News from before the snapshot that the answer carried: it knows more already.
    if (isRunning(update.state) && text.length < slot.text.length) return;
    if (!isRunning(slot.state)) return;
    const { state, finishReason, error } = update;
    const changed: SlotSnapshot = { ...slot, state, text, finishReason, error };
    if (finishReason === 'interrupted' && error !== null) this.#interruptions.set(slot.positionId, error);
    this.#replace(job, { ...job, slots: job.slots.map((known) => (known === slot ? changed : known)) });
    if (!isRunning(changed.state)) this.#options.onSettled(job, changed);
  }

  /** A failed slot that was retried or put away. */
  dismiss(jobId: JobId, slot: number): void {
    const job = this.#latest.find((known) => known.jobId === jobId);
    if (job === undefined) return;
    this.#replace(job, { ...job, slots: job.slots.filter((known) => known.slot !== slot) });
  }

  /** Why a continuation that was kept is not whole, as far as this window heard it. */
  findInterruption(positionId: PositionId): WireError | null {
    return this.#interruptions.get(positionId) ?? null;
  }

  /** The writer asked for another in its place. */
  forgetInterruption(positionId: PositionId): void {
    if (!this.#interruptions.delete(positionId)) return;
    this.#latest = [...this.#latest];
    this.#publish();
  }

  /** The nodes at these positions are listed from the tree now: jobs that ended in nothing else are forgotten. */
  forgetStored(stored: ReadonlySet<PositionId>): void {
    const isOver = (job: JobSnapshot) =>
      job.slots.every((slot) => !isRunning(slot.state) && !isLost(slot) && isTold(slot, stored));
    const left = this.#latest.filter((job) => !isOver(job));
    if (left.length === this.#latest.length) return;
    this.#latest = left;
    this.#publish();
  }

  /** As they are now; empty for a job that is not followed any more. */
  slotsOf(jobId: JobId): readonly SlotSnapshot[] {
    return this.#latest.find((known) => known.jobId === jobId)?.slots ?? [];
  }

  /**
   * What is shown at the end of the text while `head` is the head: of the job that was asked for first and still runs,
   * so that a second one never takes the place of what is being read. `ended` counts as running.
   */
  findShown(head: PositionId, ended?: JobId): ShownSlot | undefined {
    const job = this.#latest.find(
      ({ parentId, jobId, slots }) =>
        parentId === head && (jobId === ended || slots.some(({ state }) => isRunning(state))),
    );
    const slot = job?.slots.find((known) => known.state !== 'failed' && known.state !== 'empty');
    if (job === undefined || slot === undefined) return undefined;
    const { positionId, agentId, state, text } = slot;
    return { jobId: job.jobId, parentId: head, positionId, agentId, state, text };
  }

  #replace(job: JobSnapshot, next: JobSnapshot): void {
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

function isTold(slot: SlotSnapshot, stored: ReadonlySet<PositionId>): boolean {
  return isDropped(slot) || stored.has(slot.positionId);
}
