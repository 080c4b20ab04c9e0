import type { AssembledContext } from '../../core/context/assemble.ts';
import { AspenError, type DescribedError, describeError } from '../../core/errors.ts';
import { type JobId, type NodeId, type PositionId, positionOpenedBy, type TreeId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';
import type { GenerationUpdate, SlotSnapshot, SlotState } from '../../ipc/wire/generation.ts';
import type { ChoiceAnswer } from './run-continuation.ts';
import { UpdateMerger } from './update-merger.ts';

/** Continuations by one agent. */
export interface Ask {
  readonly agent: Agent;
  /** What is sent; its last character is the one that the continuations come after. */
  readonly context: AssembledContext;
  /** 1 to 10. */
  readonly count: number;
  readonly maxTokens: number;
}

/** One request with the slots that it fills: choice i of its answer is the i-th of them. */
export interface Run {
  readonly slots: readonly Slot[];
  readonly abort: AbortController;
  ended: Promise<void>;
}

export interface SlotOptions {
  /** Its number in its job, from 0. */
  readonly index: number;
  /** The id that its node will have. */
  readonly nodeId: NodeId;
  /** What it is one of. */
  readonly ask: Ask;
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  emit(update: GenerationUpdate): void;
}

/** One continuation on its way: what has arrived of it, and what the window is told of that. */
export class Slot {
  readonly #options: SlotOptions;
  readonly #merger: UpdateMerger;
  readonly #abort = new AbortController();
  #state: SlotState = 'waiting';
  #text = '';
  #finishReason: FinishReason | null = null;
  #error: DescribedError | null = null;
  /** The request that it waits for now, and that ends when all its slots are stopped. */
  run: Run | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#merger = new UpdateMerger((from, append) => this.#tell(from, append));
  }

  get index(): number {
    return this.#options.index;
  }

  get nodeId(): NodeId {
    return this.#options.nodeId;
  }

  get ask(): Ask {
    return this.#options.ask;
  }

  /** What has arrived. */
  get text(): string {
    return this.#text;
  }

  /** Its request was not made yet, or nothing came of it so far. */
  get isWaiting(): boolean {
    return this.#state === 'waiting';
  }

  /** Nothing is known yet of how it ends. */
  get isUnderWay(): boolean {
    return this.#state === 'waiting' || this.#state === 'streaming' || this.#state === 'saving';
  }

  /** The writer stopped it. */
  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** The writer stops it; a request that others share goes on. */
  stop(): void {
    this.#abort.abort();
  }

  /** A piece of its text arrived. */
  hear(piece: string): void {
    if (!this.isUnderWay) return;
    this.#state = 'streaming';
    this.#error = null;
    this.#text += piece;
    this.#merger.add(piece);
  }

  /** Hands on what has arrived and was not told yet. */
  flush(): void {
    this.#merger.flush();
  }

  /** Complete, but its node waits for the last byte of a response that others share. */
  tellSaving(): void {
    if (this.run === undefined || this.run.slots.length === 1) return;
    this.#merger.flush();
    this.#state = 'saving';
    this.#tellState();
  }

  /** Of a response that others share: nothing more comes, and what came is stored with the last byte of all. */
  tellStopped(): void {
    if (this.run?.abort.signal.aborted !== false || !this.isUnderWay) return;
    this.#merger.flush();
    if (this.#text === '') this.settle('empty', 'stopped');
    else this.tellSaving();
  }

  /** The request failed, and is made again. @param pause until then, in milliseconds */
  tellPause(error: AspenError, pause: number): void {
    if (this.isStopped) return;
    // Rounded up: what is tried sooner than it was said surprises nobody.
    const seconds = Math.max(1, Math.ceil(pause / 1_000));
    const again = `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    this.#error = { ...describeError(error), detail: again };
    this.#tellState();
  }

  /** The request is made again now. */
  tellTryingAgain(): void {
    if (this.#error === null || !this.isUnderWay) return;
    this.#error = null;
    this.#tellState();
  }

  /** Its part of an answer is stored, or there was nothing to store. @param error why the answer was cut short */
  settleWith({ text, finishReason }: ChoiceAnswer, error: DescribedError | null): void {
    const cutShort = finishReason === 'interrupted' ? error : null;
    if (text !== '') {
      this.settle(finishReason === 'stopped' ? 'stopped' : 'done', finishReason, cutShort);
    } else if (cutShort !== null) {
      this.settle('failed', null, cutShort);
    } else if (finishReason === 'content_filter') {
      const withheld = new AspenError('CONTENT_FILTERED', 'the provider sent nothing and named its filter');
      this.settle('failed', null, describeError(withheld));
    } else this.settle('empty', this.isStopped ? 'stopped' : finishReason);
  }

  /** It came to its end. */
  settle(state: SlotState, finishReason: FinishReason | null, error: DescribedError | null = null): void {
    this.#state = state;
    this.#finishReason = finishReason;
    this.#error = error;
    this.#tellState();
  }

  /** How it stands. */
  snapshot(): SlotSnapshot {
    return {
      slot: this.index,
      positionId: positionOpenedBy(this.nodeId),
      agentId: this.ask.agent.id,
      state: this.#state,
      text: this.#text,
      finishReason: this.#finishReason,
      error: this.#error,
    };
  }

  #tellState(): void {
    this.#tell(this.#merger.sent, '');
  }

  #tell(from: number, append: string): void {
    const { jobId, treeId, parentId, emit } = this.#options;
    emit({
      jobId,
      treeId,
      parentId,
      slot: this.index,
      positionId: positionOpenedBy(this.nodeId),
      state: this.#state,
      from,
      append,
      finishReason: this.#finishReason,
      error: this.#error,
    });
  }
}
