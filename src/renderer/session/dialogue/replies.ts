import type { AgentId, JobId, PositionId } from '../../../core/ids.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import { createStore, type Store } from '../store.ts';
import { type GenerationSession, isRunning, type ShownSlot } from '../tree/generation-session.ts';

/** The reply that streams after the head, and its place among those requested with it. */
export interface StreamingReply {
  readonly jobId: JobId;
  readonly slot: SlotSnapshot;
  /** 1-based. */
  readonly number: number;
  readonly count: number;
  /** It goes on with the head. */
  readonly continues: boolean;
}

/** A complete reply that becomes the head. */
export interface ArrivedReply extends ShownSlot {
  /** It goes on with the head. */
  readonly continues: boolean;
}

export interface RepliesOptions {
  readonly generation: GenerationSession;
  /** The person at the window. */
  readonly writerId: AgentId;
  headId(): PositionId;
  /** Whether a change of the path is queued or in progress. */
  isPathChanging(): boolean;
  /** Makes a complete reply the head. */
  accept(arrival: ArrivedReply): Promise<unknown>;
}

/** Replies to the head (`dialogue.md`, *The tree*): they stream after it, and the one that is shown becomes the head. */
export class Replies {
  readonly #options: RepliesOptions;
  readonly #shown = createStore<StreamingReply | null>(null);
  /** The slot that the writer chose to read, by job. */
  readonly #chosen = new Map<JobId, number>();
  /** A complete reply that waits to become the head. */
  #arrival: ArrivedReply | null = null;
  /** The position that becomes the head just now. */
  #acceptedId: PositionId | null = null;
  /** What became the head last, or becomes it just now. */
  #accepted: ArrivedReply | null = null;
  /**
   * Complete replies of a turn or of agents that reply in turn, each to the one before, which is to become the head first.
   */
  #following: readonly ArrivedReply[] = [];

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /** Null while nothing streams after the head. */
  get shown(): Store<StreamingReply | null> {
    return this.#shown;
  }

  /** Whether there is a reply to the head that is not a message of the path yet, complete or not. */
  get isArriving(): boolean {
    return this.#shown.get() !== null || this.#arrival !== null || this.#acceptedId !== null;
  }

  /** The agent that replied at a position, if that reply became the head last: main may not have sent its header yet. */
  findAgent(positionId: PositionId): AgentId | undefined {
    return this.#accepted?.positionId === positionId ? this.#accepted.agentId : undefined;
  }

  /** Shows the next or previous of the replies that stream. @returns false if there is no other */
  step(by: -1 | 1): boolean {
    const shown = this.#shown.get();
    const job = shown === null ? undefined : this.#jobs().find(({ jobId }) => jobId === shown.jobId);
    if (shown === null || job === undefined) return false;
    const slots = readable(job);
    const index = slots.findIndex(({ slot }) => slot === shown.slot.slot);
    const next = slots[(index + by + slots.length) % slots.length];
    if (next === undefined || slots.length < 2) return false;
    this.#chosen.set(job.jobId, next.slot);
    this.update();
    return true;
  }

  /** Call it whenever the jobs or the head may have changed. */
  update(): void {
    if (this.#arrival === null) this.#shown.set(this.#find());
    this.#acceptArrival();
  }

  /** A slot of the job finished: the reply that is shown becomes the head. */
  onSettled({ jobId, parentId, continues }: ContinuationJob): void {
    const job = { jobId, parentId, slots: this.#options.generation.slotsOf(jobId) };
    const awaitedId = this.#following.at(-1)?.positionId ?? this.#arrival?.positionId ?? this.#acceptedId;
    const follows = parentId === awaitedId;
    if (!follows && (parentId !== this.#options.headId() || this.#arrival !== null)) return;
    const slot = this.#slotOf(job);
    if (slot === undefined || isRunning(slot.state) || slot.text === '') return;
    const { positionId, agentId, state, text } = slot;
    const arrival = { jobId, parentId, positionId, agentId, state, text, continues };
    if (follows) this.#following = [...this.#following, arrival];
    else this.#arrival = arrival;
    this.update();
  }

  #acceptArrival(): void {
    const arrival = this.#arrival;
    if (arrival === null || this.#options.isPathChanging()) return;
    this.#arrival = null;
    this.#acceptedId = arrival.positionId;
    this.#accepted = arrival;
    this.#shown.set(null);
    void this.#accept(arrival);
  }

  async #accept(arrival: ArrivedReply): Promise<void> {
    try {
      await this.#options.accept(arrival);
    } finally {
      this.#acceptedId = null;
      const [next, ...rest] = this.#following;
      const isNext = next?.parentId === this.#options.headId();
      // If the writer went elsewhere, what follows stays in the tree, as an answer that nobody waits for.
      this.#following = isNext ? rest : [];
      if (next !== undefined && isNext) this.#arrival ??= next;
      this.update();
    }
  }

  #find(): StreamingReply | null {
    const head = this.#options.headId();
    const job = this.#jobs().find(
      ({ parentId, slots }) => parentId === head && slots.some(({ state }) => isRunning(state)),
    );
    const slot = job === undefined ? undefined : this.#slotOf(job);
    if (job === undefined || slot === undefined) return null;
    const slots = readable(job);
    const { jobId, continues } = job;
    return { jobId, slot, number: slots.indexOf(slot) + 1, count: slots.length, continues };
  }

  #slotOf(job: Pick<ContinuationJob, 'jobId' | 'slots'>): SlotSnapshot | undefined {
    const slots = readable(job);
    const chosen = this.#chosen.get(job.jobId);
    return slots.find(({ slot }) => slot === chosen) ?? slots[0];
  }

  #jobs(): readonly ContinuationJob[] {
    const { generation, writerId } = this.#options;
    return generation.jobs.get().filter(({ requestedBy }) => requestedBy === writerId);
  }
}

/** The slots whose text may become a message without the writer choosing it. */
function readable({ slots }: Pick<ContinuationJob, 'slots'>): readonly SlotSnapshot[] {
  return slots.filter(
    ({ state, finishReason }) => state !== 'failed' && state !== 'empty' && !isHeldBack(finishReason),
  );
}
