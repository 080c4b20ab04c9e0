import { AspenError, type DescribedError } from '../../core/errors.ts';
import {
  type AgentId,
  type JobId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
} from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { type FinishReason, isHeldBack } from '../../core/tree/tree-node.ts';
import type { GenerationUpdate, SlotSnapshot, SlotState } from '../../ipc/wire/generation.ts';
import { describeError } from '../../ui-text/errors.ts';
import { onlyThought, retryingIn } from '../../ui-text/providers.ts';
import type { AgentContext } from './agent-context.ts';
import { type ChoiceAnswer, StreamedText } from './answer-parts.ts';
import { cutOffError } from './run-continuation.ts';
import { UpdateMerger } from './update-merger.ts';

/** A request for continuations by one agent. */
export interface AgentRequest {
  readonly agent: Agent;
  /** The context to send; the continuations follow its last character. */
  readonly context: AgentContext;
  /** 1 to 10. */
  readonly count: number;
  readonly maxTokens: number;
}

/** One request and the slots that it fills: choice i of its answer belongs to the i-th of them. */
export interface Run {
  readonly slots: readonly Slot[];
  readonly abort: AbortController;
  ended: Promise<void>;
}

export interface SlotOptions {
  /** Its index in the job, from 0. */
  readonly index: number;
  /** The id of its future node. */
  readonly nodeId: NodeId;
  readonly agentRequest: AgentRequest;
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly requestedBy: AgentId;
  /** Null for a replacement. */
  readonly parentId: PositionId | null;
  emit(update: GenerationUpdate): void;
}

/** One continuation in progress: the text received so far, and the updates sent to the window. */
export class Slot {
  readonly #options: SlotOptions;
  readonly #merger: UpdateMerger;
  readonly #abort = new AbortController();
  #state: SlotState = 'waiting';
  #text = new StreamedText();
  #finishReason: FinishReason | null = null;
  #error: DescribedError | null = null;
  #versions: readonly NodeId[] = [];
  /** Its current request, which is aborted once all its slots are stopped. */
  run: Run | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#merger = new UpdateMerger((from, append) => this.#emit(from, append));
  }

  get index(): number {
    return this.#options.index;
  }

  get nodeId(): NodeId {
    return this.#options.nodeId;
  }

  get agentRequest(): AgentRequest {
    return this.#options.agentRequest;
  }

  /** No text has arrived yet. */
  get isWaiting(): boolean {
    return this.#state === 'waiting' || this.#state === 'thinking';
  }

  /** Not settled yet. */
  get isRunning(): boolean {
    return this.isWaiting || this.#state === 'streaming' || this.#state === 'saving';
  }

  /** It has ended with a text that the writer need not choose. */
  get isShowable(): boolean {
    return (this.#state === 'done' || this.#state === 'stopped') && !isHeldBack(this.#finishReason);
  }

  get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Stops the slot; a request shared with other slots continues. */
  stop(): void {
    this.#abort.abort();
  }

  /** A request begins. @param text the text that it will receive, which grows before each `notifyText` */
  onBegin(text: StreamedText): void {
    this.#text = text;
  }

  /** The model reasons before its first word. */
  notifyThinking(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'thinking';
    this.#emitState();
  }

  /** A piece of text arrived. @param isAnew whether it takes the place of the text so far */
  notifyText(piece: string, isAnew: boolean): void {
    if (!this.isRunning) return;
    if (isAnew) this.#merger.restart();
    if (this.isWaiting) this.#state = 'streaming';
    this.#error = null;
    this.#merger.add(piece);
  }

  /** Emits the text that was not sent yet. */
  flush(): void {
    this.#merger.flush();
  }

  /** Complete, but waiting for the end of a response that other slots share. */
  notifyEnd(): void {
    if (this.run !== undefined && this.run.slots.length > 1) this.#notifySaving();
  }

  /**
   * Stopped: its text so far is stored when the response ends, which other slots may share. Storing a long text takes a
   * moment, so the window is notified now.
   */
  notifyStopped(): void {
    if (!this.isRunning) return;
    if (this.#text.length > 0) this.#notifySaving();
    else if (this.run?.abort.signal.aborted === false) this.settle('empty', 'stopped');
  }

  /** The request failed and will be retried. @param pause time until then, in milliseconds */
  notifyPause(error: AspenError, pause: number): void {
    if (this.isStopped) return;
    if (this.#state === 'thinking') this.#state = 'waiting';
    // Rounded up: an earlier retry than announced does no harm.
    const seconds = Math.max(1, Math.ceil(pause / 1_000));
    this.#error = { ...describeError(error), detail: retryingIn(seconds) };
    this.#emitState();
  }

  /** The request is being retried now. */
  notifyRetrying(): void {
    if (this.#error === null || !this.isRunning) return;
    this.#error = null;
    this.#emitState();
  }

  /**
   * Settles it once its answer is stored, or had nothing to store.
   * @param error why the response was cut short; null if it was not
   * @param versions of a replacement: those that show it
   */
  settleAnswer(
    { text, finishReason, isRepetition }: ChoiceAnswer,
    error: DescribedError | null,
    versions: readonly NodeId[] = [],
  ): void {
    this.#versions = versions;
    // A stream that ended after other choices were complete is no error of the response.
    const cutShort = finishReason === 'interrupted' ? (error ?? describeError(cutOffError())) : null;
    if (text !== '') {
      this.settle(finishReason === 'stopped' ? 'stopped' : 'done', finishReason, cutShort);
    } else if (cutShort !== null) {
      this.settle('failed', null, cutShort);
    } else if (finishReason === 'content_filter') {
      const withheld = new AspenError(
        'CONTENT_FILTERED',
        'the provider sent nothing and named its content filter',
      );
      this.settle('failed', null, describeError(withheld));
    } else if (isRepetition === true) {
      const repeated = new AspenError(
        'ONLY_REPEATED',
        'all of the answer was at the end of the text already',
      );
      this.settle('failed', null, describeError(repeated));
    } else if (finishReason === 'length' && !this.isStopped) {
      const { maxTokens } = this.agentRequest;
      const error = new AspenError('ONLY_THOUGHT', `${maxTokens} tokens were allowed`);
      this.settle('failed', null, { ...describeError(error), sentence: onlyThought(maxTokens) });
    } else this.settle('empty', this.isStopped ? 'stopped' : finishReason);
  }

  /** Sets the final state. */
  settle(state: SlotState, finishReason: FinishReason | null, error: DescribedError | null = null): void {
    // Text held back until the end of a response that continues is dropped.
    if (state === 'empty') this.#text = new StreamedText();
    this.#state = state;
    this.#finishReason = finishReason;
    this.#error = error;
    this.#emitState();
  }

  snapshot(): SlotSnapshot {
    return {
      slot: this.index,
      positionId: positionOpenedBy(this.nodeId),
      agentId: this.agentRequest.agent.id,
      state: this.#state,
      text: this.#text.toString(),
      finishReason: this.#finishReason,
      error: this.#error,
      versions: this.#versions,
    };
  }

  #notifySaving(): void {
    this.#merger.flush();
    this.#state = 'saving';
    this.#emitState();
  }

  #emitState(): void {
    this.#emit(this.#merger.sent, '');
  }

  #emit(from: number, append: string): void {
    const { jobId, treeId, requestedBy, parentId, emit } = this.#options;
    emit({
      jobId,
      treeId,
      requestedBy,
      parentId,
      slot: this.index,
      positionId: positionOpenedBy(this.nodeId),
      state: this.#state,
      from,
      append,
      finishReason: this.#finishReason,
      error: this.#error,
      versions: this.#versions,
    });
  }
}
