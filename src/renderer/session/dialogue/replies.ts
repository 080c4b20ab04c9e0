import type { AgentId, JobId, PositionId } from '../../../core/ids.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { ArrivedReply, ContinuationJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import { createStore, type Store } from '../store.ts';
import { type GenerationSession, isRunning } from '../tree/generation-session.ts';

/** The reply that streams after the head or in its place, and which it is of those requested with it. */
export interface StreamingReply {
  readonly jobId: JobId;
  readonly slot: SlotSnapshot;
  /** 1-based. */
  readonly number: number;
  readonly count: number;
  /** It continues the message before it. */
  readonly continues: boolean;
  /** It is to take the place of the head; otherwise it follows it. */
  readonly isInPlace: boolean;
}

/** A complete reply that main made the head, to be shown as a message. */
export interface ReplyToShow extends ArrivedReply {
  /** It continues the message before it. */
  readonly continues: boolean;
  /** As it streamed; null if this window did not see it stream. */
  readonly slot: SlotSnapshot | null;
}

export interface RepliesOptions {
  readonly generation: GenerationSession;
  /** The person at the window. */
  readonly writerId: AgentId;
  headId(): PositionId;
  /** Returns true while a change of the path is queued or in progress. */
  isPathChanging(): boolean;
  /** The writer reads this one of the replies that stream. */
  prefer(jobId: JobId, slot: number): void;
  /** Shows a reply as a message. @param onShown called when it is one */
  show(reply: ReplyToShow, onShown: () => void): Promise<unknown>;
}

/**
 * Replies to the head, and others in its place (`dialogue.md`, *Replies*): they stream where they will stand, and main makes
 * the one that is shown the head when it is complete.
 */
export class Replies {
  readonly #options: RepliesOptions;
  readonly #shown = createStore<StreamingReply | null>(null);
  /** Null while nothing streams after the head or in its place. */
  readonly shown: Store<StreamingReply | null> = this.#shown;
  /** The slot that the writer chose to read, by job. */
  readonly #chosen = new Map<JobId, number>();
  /** Complete replies that are not messages here yet, each of which answers the one before. */
  #arrived: readonly ReplyToShow[] = [];
  #isShowing = false;
  /** The reply that last became a message, or is becoming one now. */
  #last: ReplyToShow | null = null;

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /** True if there is a reply to the head that is not a message of the path yet, complete or not. */
  get isArriving(): boolean {
    return this.#shown.get() !== null || this.#arrived.length > 0 || this.#isShowing;
  }

  /** The agent that replied at a position, if that reply became a message last: main may not have sent its header yet. */
  findAgent(positionId: PositionId): AgentId | undefined {
    return this.#last?.positionId === positionId ? this.#last.slot?.agentId : undefined;
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
    this.#options.prefer(job.jobId, next.slot);
    this.update();
    return true;
  }

  /** Call it whenever the jobs or the head may have changed. */
  update(): void {
    if (this.#arrived.length === 0 && !this.#isShowing) this.#shown.set(this.#find());
    void this.#showNext();
  }

  /** Main made a complete reply the head. */
  onArrived(reply: ArrivedReply): void {
    const { generation } = this.#options;
    const { jobId, positionId } = reply;
    const slot = generation.slotsOf(jobId).find((known) => known.positionId === positionId) ?? null;
    const continues = generation.jobs.get().some((job) => job.jobId === jobId && job.continues);
    this.#arrived = [...this.#arrived, { ...reply, continues, slot }];
    this.update();
  }

  async #showNext(): Promise<void> {
    const [next, ...rest] = this.#arrived;
    if (next === undefined || this.#isShowing || this.#options.isPathChanging()) return;
    this.#arrived = rest;
    this.#isShowing = true;
    this.#last = next;
    try {
      await this.#options.show(next, () => this.#shown.set(null));
    } finally {
      this.#isShowing = false;
      this.update();
    }
  }

  #find(): StreamingReply | null {
    const head = this.#options.headId();
    const running = this.#jobs().filter(({ slots }) => slots.some(({ state }) => isRunning(state)));
    const job =
      running.find(({ parentId }) => parentId === head) ??
      running.find(({ insteadOf }) => insteadOf === head);
    const slot = job === undefined ? undefined : this.#slotOf(job);
    if (job === undefined || slot === undefined) return null;
    const slots = readable(job);
    const { jobId, continues, parentId } = job;
    const isInPlace = parentId !== head;
    return { jobId, slot, number: slots.indexOf(slot) + 1, count: slots.length, continues, isInPlace };
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
