import { type AssembledContext, promptOf } from '../../core/context/assemble.ts';
import { type TrimmedPrompt, trimPrompt } from '../../core/context/seam.ts';
import { AspenError, type DescribedError, describeError } from '../../core/errors.ts';
import {
  type JobId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type Sha256,
  type TreeId,
} from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { Mint } from '../../core/tree/mint.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';
import type { GenerationUpdate, JobSnapshot, SlotSnapshot, SlotState } from '../../ipc/wire.ts';
import type { Store } from '../store/store.ts';
import type { Provider, ProviderRequest } from './providers/provider.ts';
import { type Answer, runContinuation } from './run-continuation.ts';
import { type AnswerToStore, storeAnswer } from './store-answer.ts';
import { Turns } from './turns.ts';
import { UpdateMerger } from './update-merger.ts';

/** Requests under way at once for one job (`generation.md`, *Generating*). */
const IN_FLIGHT = 4;

export interface GeneratorOptions {
  readonly store: Store;
  readonly mint: Mint;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  readonly providers: readonly Provider[];
  emit(update: GenerationUpdate): void;
  /** A continuation of `parentId` was stored. */
  onStored(treeId: TreeId, parentId: PositionId): void;
  /** A mistake of ours, for the log. */
  onBug(what: string, error: unknown): void;
}

/** What is asked for: `count` continuations of a position by one agent. */
export interface GenerationRequest {
  readonly treeId: TreeId;
  readonly agent: Agent;
  readonly parentId: PositionId;
  /** The version at the parent that the writer had in front of them. */
  readonly originId: NodeId;
  /** What is sent; its last character is the one that the continuations come after. */
  readonly context: AssembledContext;
  /** 1 to 10. */
  readonly count: number;
  readonly maxTokens: number;
}

interface Slot {
  readonly index: number;
  readonly nodeId: NodeId;
  readonly abort: AbortController;
  readonly merger: UpdateMerger;
  state: SlotState;
  text: string;
  error: DescribedError | null;
  /** Resolves when the slot has come to its end. */
  ended: Promise<void>;
}

interface Job {
  readonly id: JobId;
  readonly request: GenerationRequest;
  readonly slots: readonly Slot[];
}

/** The requests for continuations of one grove, each slot on its own (`house.md`, *Three continuations*). */
export class Generator {
  readonly #options: GeneratorOptions;
  readonly #jobs = new Map<JobId, Job>();

  constructor(options: GeneratorOptions) {
    this.#options = options;
  }

  /**
   * Starts and answers at once; everything else arrives as updates. Ids are taken now, so that siblings stand in the
   * order they were asked for whichever finishes first.
   * @throws {AspenError} MODEL_NOT_FOUND where nobody provides the agent's model
   */
  start(request: GenerationRequest): JobSnapshot {
    const { provider, model } = this.#findModel(request.agent);
    const { mint } = this.#options;
    const id = mint.newId() as JobId;
    const slots = Array.from({ length: request.count }, (_, index): Slot => {
      const slot: Slot = {
        index,
        nodeId: mint.newId() as NodeId,
        abort: new AbortController(),
        merger: new UpdateMerger((from, append) => this.#tell(job, slot, from, append)),
        state: 'waiting',
        text: '',
        error: null,
        ended: Promise.resolve(),
      };
      return slot;
    });
    const job: Job = { id, request, slots };
    this.#jobs.set(id, job);
    const prompt = trimPrompt(promptOf(request.context));
    const turns = new Turns(IN_FLIGHT);
    for (const slot of slots) {
      slot.ended = turns
        .take(slot.abort.signal, () => this.#run(job, slot, provider, model, prompt))
        .catch((error: unknown) => this.#fail(job, slot, error))
        .then(() => this.#end(job, slot));
    }
    return snapshotOf(job);
  }

  /** Stops one slot, a whole job or everything; resolves when what had arrived is stored. */
  async stop(jobId: JobId | null, slotIndex: number | null): Promise<void> {
    const slots = [...this.#jobs.values()]
      .filter(({ id }) => jobId === null || id === jobId)
      .flatMap((job) => job.slots)
      .filter(({ index }) => slotIndex === null || index === slotIndex);
    for (const slot of slots) slot.abort.abort();
    await Promise.all(slots.map(({ ended }) => ended));
  }

  /** What is under way in a tree, in the order it was asked for. */
  running(treeId: TreeId): readonly JobSnapshot[] {
    return [...this.#jobs.values()].filter(({ request }) => request.treeId === treeId).map(snapshotOf);
  }

  /** @throws {AspenError} MODEL_NOT_FOUND where nobody provides the agent’s model */
  requireModel(agent: Agent): void {
    this.#findModel(agent);
  }

  #findModel(agent: Agent): { readonly provider: Provider; readonly model: string } {
    const reference = agent.modelRef ?? '';
    const colon = reference.indexOf(':');
    const provider = this.#options.providers.find(({ id }) => id === reference.slice(0, Math.max(0, colon)));
    if (provider === undefined)
      throw new AspenError('MODEL_NOT_FOUND', `nobody here provides “${reference}”`);
    return { provider, model: reference.slice(colon + 1) };
  }

  /** A slot whose turn never came has nothing to keep; the job ends with its last slot. */
  #end(job: Job, slot: Slot): void {
    if (slot.state === 'waiting') this.#settle(job, slot, 'empty', null);
    if (job.slots.every(({ state }) => !isUnderWay(state))) this.#jobs.delete(job.id);
  }

  async #run(job: Job, slot: Slot, provider: Provider, model: string, prompt: TrimmedPrompt): Promise<void> {
    const { mint } = this.#options;
    const request = this.#providerRequest(job, slot, model, prompt);
    const requestedAt = mint.now();
    const answer = await runContinuation({
      provider,
      request,
      prompt,
      signal: slot.abort.signal,
      onText: (piece) => {
        slot.state = 'streaming';
        slot.text += piece;
        slot.merger.add(piece);
      },
    });
    slot.merger.flush();
    this.#keep(job, slot, answer, { providerId: provider.id, request, requestedAt });
  }

  #providerRequest(job: Job, slot: Slot, model: string, prompt: TrimmedPrompt): ProviderRequest {
    const { temperature, topP, stop, seed } = job.request.agent.configuration;
    // Without a seed of the agent's, each continuation has one of its own, and the record says which.
    const own = Number.parseInt(this.#options.mint.sha256(slot.nodeId).slice(0, 8), 16);
    return {
      prompt: prompt.text,
      model,
      choices: 1,
      parameters: {
        maxTokens: job.request.maxTokens,
        seed: seed === undefined ? own : seed + slot.index,
        ...(temperature === undefined ? {} : { temperature }),
        ...(topP === undefined ? {} : { topP }),
        ...(stop === undefined ? {} : { stop }),
      },
    };
  }

  /** Stores what arrived; an empty answer is dropped, and one that failed before its first character is a failed slot. */
  #keep(
    job: Job,
    slot: Slot,
    answer: Answer,
    sent: Pick<AnswerToStore, 'providerId' | 'request' | 'requestedAt'>,
  ): void {
    const { store, mint, sha256OfBytes, onStored } = this.#options;
    if (answer.text === '') {
      if (answer.error === null) this.#settle(job, slot, 'empty', null);
      else this.#settle(job, slot, 'failed', null, describeError(answer.error));
      return;
    }
    try {
      storeAnswer({ store, mint, sha256OfBytes, wish: job.request, answer, nodeId: slot.nodeId, ...sent });
    } catch (error) {
      this.#fail(job, slot, error);
      return;
    }
    const error = answer.error === null ? null : describeError(answer.error);
    this.#settle(
      job,
      slot,
      answer.finishReason === 'stopped' ? 'stopped' : 'done',
      answer.finishReason,
      error,
    );
    onStored(job.request.treeId, job.request.parentId);
  }

  #fail(job: Job, slot: Slot, error: unknown): void {
    if (!(error instanceof AspenError)) this.#options.onBug('A continuation failed', error);
    // What is stored stays so, whatever went wrong after.
    if (isUnderWay(slot.state)) this.#settle(job, slot, 'failed', null, describeError(error));
  }

  #settle(
    job: Job,
    slot: Slot,
    state: SlotState,
    finishReason: FinishReason | null,
    error: DescribedError | null = null,
  ): void {
    slot.state = state;
    slot.error = error;
    this.#tell(job, slot, slot.merger.sent, '', finishReason);
  }

  #tell(job: Job, slot: Slot, from: number, append: string, finishReason: FinishReason | null = null): void {
    this.#options.emit({
      jobId: job.id,
      treeId: job.request.treeId,
      parentId: job.request.parentId,
      slot: slot.index,
      positionId: positionOpenedBy(slot.nodeId),
      state: slot.state,
      from,
      append,
      finishReason,
      error: slot.error,
    });
  }
}

function isUnderWay(state: SlotState): boolean {
  return state === 'waiting' || state === 'streaming' || state === 'saving';
}

function snapshotOf({ id, request, slots }: Job): JobSnapshot {
  return {
    jobId: id,
    treeId: request.treeId,
    parentId: request.parentId,
    slots: slots.map(
      ({ index, nodeId, state, text, error }): SlotSnapshot => ({
        slot: index,
        positionId: positionOpenedBy(nodeId),
        agentId: request.agent.id,
        state,
        text,
        error,
      }),
    ),
  };
}
