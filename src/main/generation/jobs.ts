import { type AssembledContext, promptOf, systemContextOf } from '../../core/context/assemble.ts';
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
import { type AnswerAsk, type PartialJournal, PartialKeeper } from './partial-journal.ts';
import { providerRequest } from './provider-request.ts';
import type { Provider } from './providers/provider.ts';
import { type Answer, type ChoiceAnswer, runContinuation } from './run-continuation.ts';
import { storeAnswer } from './store-answer.ts';
import { Turns } from './turns.ts';
import { UpdateMerger } from './update-merger.ts';
import { withRetries } from './with-retries.ts';

/** Requests under way at once for one job (`generation.md`, *Generating*). */
const IN_FLIGHT = 4;

export interface GeneratorOptions {
  readonly store: Store;
  readonly mint: Mint;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
  /** Undefined where nobody of this id is set up. */
  findProvider(id: string): Provider | undefined;
  /** Before a request is made again, in milliseconds; the design's unless a test says otherwise. */
  readonly firstPause?: number;
  /** Of a provider, before it is given up, in milliseconds; the design's unless a test says otherwise. */
  readonly silence?: number;
  /** Keeps what has arrived and is not stored yet. */
  readonly partials: PartialJournal;
  emit(update: GenerationUpdate): void;
  /** Continuations of `parentId` were stored. */
  onStored(treeId: TreeId, parentId: PositionId): void;
  /** A mistake of ours, for the log. */
  onBug(what: string, error: unknown): void;
}

/** Continuations by one agent. */
export interface Ask {
  readonly agent: Agent;
  /** What is sent; its last character is the one that the continuations come after. */
  readonly context: AssembledContext;
  /** 1 to 10. */
  readonly count: number;
  readonly maxTokens: number;
}

/** What is asked for: continuations of one position, by one agent or by several. */
export interface GenerationRequest {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  /** The version at the parent that the writer had in front of them. */
  readonly originId: NodeId;
  readonly asks: readonly Ask[];
}

interface Slot {
  readonly index: number;
  readonly nodeId: NodeId;
  readonly ask: Ask;
  readonly abort: AbortController;
  readonly merger: UpdateMerger;
  state: SlotState;
  text: string;
  finishReason: FinishReason | null;
  error: DescribedError | null;
  /** The request that it waits for now, and that ends when all its slots are stopped. */
  run: Run | undefined;
}

/** One request with the slots that it fills. */
interface Run {
  readonly slots: readonly Slot[];
  readonly abort: AbortController;
  ended: Promise<void>;
}

interface Job {
  readonly id: JobId;
  readonly request: GenerationRequest;
  readonly slots: readonly Slot[];
  readonly turns: Turns;
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
   * @throws {AspenError} MODEL_NOT_FOUND where nobody provides an agent's model
   */
  start(request: GenerationRequest): JobSnapshot {
    for (const { agent } of request.asks) this.requireModel(agent);
    const { mint } = this.#options;
    const id = mint.newId() as JobId;
    const wanted = request.asks.flatMap((ask) => Array.from({ length: ask.count }, () => ask));
    const slots = wanted.map((ask, index): Slot => {
      const slot: Slot = {
        index,
        nodeId: mint.newId() as NodeId,
        ask,
        abort: new AbortController(),
        merger: new UpdateMerger((from, append) => this.#tell(job, slot, from, append)),
        state: 'waiting',
        text: '',
        finishReason: null,
        error: null,
        run: undefined,
      };
      return slot;
    });
    const job: Job = { id, request, slots, turns: new Turns(IN_FLIGHT) };
    this.#jobs.set(id, job);
    for (const ask of request.asks) {
      const own = slots.filter((slot) => slot.ask === ask);
      const { provider } = this.#findModel(ask.agent);
      if (provider.manyChoices) this.#begin(job, own);
      else for (const slot of own) this.#begin(job, [slot]);
    }
    return snapshotOf(job);
  }

  /** Stops one slot, a whole job or everything; resolves when what had arrived of requests that end with it is stored. */
  async stop(jobId: JobId | null, slotIndex: number | null): Promise<void> {
    const stopped = [...this.#jobs.values()]
      .filter(({ id }) => jobId === null || id === jobId)
      .flatMap((job) => job.slots.map((slot) => ({ job, slot })))
      .filter(({ slot }) => slotIndex === null || slot.index === slotIndex);
    for (const { slot } of stopped) slot.abort.abort();
    const runs = new Set(stopped.flatMap(({ slot: { run } }) => (run === undefined ? [] : [run])));
    const over = [...runs].filter((run) => run.slots.every(({ abort }) => abort.signal.aborted));
    for (const { abort } of over) abort.abort();
    for (const { job, slot } of stopped) this.#tellStopped(job, slot);
    await Promise.all(over.map(({ ended }) => ended));
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
    const provider = this.#options.findProvider(reference.slice(0, Math.max(0, colon)));
    if (provider === undefined)
      throw new AspenError('MODEL_NOT_FOUND', `nobody here provides “${reference}”`);
    return { provider, model: reference.slice(colon + 1) };
  }

  /** Makes one request for these slots when its turn comes. */
  #begin(job: Job, slots: readonly Slot[]): void {
    const run: Run = { slots, abort: new AbortController(), ended: Promise.resolve() };
    for (const slot of slots) slot.run = run;
    run.ended = job.turns
      .take(run.abort.signal, () => this.#run(job, run))
      .catch((error: unknown) => {
        for (const slot of slots) this.#fail(job, slot, error);
      })
      .then(() => this.#end(job, run));
  }

  /** A slot whose turn never came has nothing to keep; the job ends with its last slot. */
  #end(job: Job, run: Run): void {
    for (const slot of run.slots) {
      if (slot.run === run && slot.state === 'waiting') this.#settle(job, slot, 'empty', 'stopped');
    }
    if (job.slots.every(({ state }) => !isUnderWay(state))) this.#jobs.delete(job.id);
  }

  async #run(job: Job, run: Run): Promise<void> {
    const { mint, firstPause, silence } = this.#options;
    const [first] = run.slots;
    if (first === undefined) return;
    const { agent, context, maxTokens } = first.ask;
    const { provider, model } = this.#findModel(agent);
    const prompt: TrimmedPrompt = trimPrompt(promptOf(context));
    const request = providerRequest({
      agent,
      model,
      system: systemContextOf(context),
      prompt: prompt.text,
      maxTokens,
      seed: this.#seedOf(first),
      choices: run.slots.length,
    });
    let requestedAt = mint.now();
    const { treeId, parentId, originId } = job.request;
    const ask = (kept: AnswerAsk['kept']): AnswerAsk => {
      return {
        treeId,
        parentId,
        originId,
        agent,
        context,
        providerId: provider.id,
        request,
        requestedAt,
        kept,
      };
    };
    const keeper = new PartialKeeper(this.#options.partials, mint.now, () =>
      ask(
        run.slots.flatMap(({ nodeId, text, state }, choice) =>
          text === '' || !isUnderWay(state) ? [] : [{ choice, nodeId }],
        ),
      ),
    );
    const attempt = () => {
      requestedAt = mint.now();
      for (const slot of run.slots) this.#tellTryingAgain(job, slot);
      return runContinuation({
        provider,
        request,
        prompt,
        signal: run.abort.signal,
        onText: (choice, piece) => this.#hear(run.slots[choice], piece),
        onEnd: (choice) => this.#tellSaving(job, run.slots[choice]),
        onBegin: (peek) => keeper.follow(peek),
        isStopped: (choice) => run.slots[choice]?.abort.signal.aborted === true,
        ...(silence === undefined ? {} : { silence }),
      });
    };
    const answer = await withRetries(attempt, {
      signal: run.abort.signal,
      onPause: (error, pause) => {
        for (const slot of run.slots) this.#tellPause(job, slot, error, pause);
      },
      ...(firstPause === undefined ? {} : { firstPause }),
    }).catch((error: unknown) => {
      keeper.stored();
      throw error;
    });
    for (const slot of run.slots) slot.merger.flush();
    const left = slotsToAskAgain(run, answer);
    this.#keep(
      job,
      run.slots.filter((slot) => !left.includes(slot)),
      answer,
      ask,
      keeper,
    );
    for (const slot of left) this.#begin(job, [slot]);
  }

  /** Without a seed of the agent's, each continuation has one of its own, and the record says which. */
  #seedOf({ nodeId, index, ask }: Slot): number {
    const { seed } = ask.agent.configuration;
    if (seed !== undefined) return seed + index;
    return Number.parseInt(this.#options.mint.sha256(nodeId).slice(0, 8), 16) & 0x7fffffff;
  }

  #hear(slot: Slot | undefined, piece: string): void {
    if (slot === undefined || !isUnderWay(slot.state)) return;
    slot.state = 'streaming';
    slot.error = null;
    slot.text += piece;
    slot.merger.add(piece);
  }

  /** Complete, but its node waits for the last byte of a response that others share. */
  #tellSaving(job: Job, slot: Slot | undefined): void {
    if (slot?.run === undefined || slot.run.slots.length === 1) return;
    slot.merger.flush();
    slot.state = 'saving';
    this.#tell(job, slot, slot.merger.sent, '');
  }

  /** Of a response that others share: nothing more comes, and what came is stored with the last byte of all. */
  #tellStopped(job: Job, slot: Slot): void {
    if (slot.run?.abort.signal.aborted !== false || !isUnderWay(slot.state)) return;
    slot.merger.flush();
    if (slot.text === '') this.#settle(job, slot, 'empty', 'stopped');
    else this.#tellSaving(job, slot);
  }

  #tellPause(job: Job, slot: Slot, error: AspenError, pause: number): void {
    if (slot.abort.signal.aborted) return;
    // Rounded up: what is tried sooner than it was said surprises nobody.
    const seconds = Math.max(1, Math.ceil(pause / 1_000));
    const again = `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    const described = describeError(error);
    slot.error = { ...described, detail: again };
    this.#tell(job, slot, slot.merger.sent, '');
  }

  #tellTryingAgain(job: Job, slot: Slot): void {
    if (slot.error === null || !isUnderWay(slot.state)) return;
    slot.error = null;
    this.#tell(job, slot, slot.merger.sent, '');
  }

  /** Stores what arrived, all of it in one transaction; an empty answer is dropped, and the writer is told why. */
  #keep(
    job: Job,
    slots: readonly Slot[],
    answer: Answer,
    ask: (kept: AnswerAsk['kept']) => AnswerAsk,
    keeper: PartialKeeper,
  ): void {
    const { store, mint, sha256OfBytes, onStored } = this.#options;
    const choices = slots.flatMap((slot) => {
      const choice = slot.run?.slots.indexOf(slot) ?? -1;
      const said = answer.choices[choice];
      // One that was stopped before its first word is over already.
      return said === undefined || !isUnderWay(slot.state) ? [] : [{ slot, choice, said }];
    });
    const kept = choices.filter(({ said }) => said.text !== '');
    const error = answer.error === null ? null : describeError(answer.error);
    if (kept.length > 0) {
      try {
        storeAnswer({
          ...ask(kept.map(({ slot, choice }) => ({ choice, nodeId: slot.nodeId }))),
          store,
          mint,
          sha256OfBytes,
          answer,
          respondedAt: mint.now(),
        });
      } catch (thrown) {
        keeper.notStored(answer);
        for (const { slot } of kept) this.#fail(job, slot, thrown);
        return;
      }
    }
    keeper.stored();
    for (const { slot, said } of choices) this.#settleWith(job, slot, said, error);
    if (kept.length > 0) onStored(job.request.treeId, job.request.parentId);
  }

  #settleWith(job: Job, slot: Slot, said: ChoiceAnswer, error: DescribedError | null): void {
    const { text, finishReason } = said;
    const cutShort = finishReason === 'interrupted' ? error : null;
    if (text !== '') {
      this.#settle(job, slot, finishReason === 'stopped' ? 'stopped' : 'done', finishReason, cutShort);
    } else if (cutShort !== null) {
      this.#settle(job, slot, 'failed', null, cutShort);
    } else if (finishReason === 'content_filter') {
      const withheld = new AspenError('CONTENT_FILTERED', 'the provider sent nothing and named its filter');
      this.#settle(job, slot, 'failed', null, describeError(withheld));
    } else this.#settle(job, slot, 'empty', slot.abort.signal.aborted ? 'stopped' : finishReason);
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
    slot.finishReason = finishReason;
    slot.error = error;
    this.#tell(job, slot, slot.merger.sent, '');
  }

  #tell(job: Job, slot: Slot, from: number, append: string): void {
    this.#options.emit({
      jobId: job.id,
      treeId: job.request.treeId,
      parentId: job.request.parentId,
      slot: slot.index,
      positionId: positionOpenedBy(slot.nodeId),
      state: slot.state,
      from,
      append,
      finishReason: slot.finishReason,
      error: slot.error,
    });
  }
}

/**
 * Slots that a provider which was asked for several choices left out, or refused to serve together: they get requests
 * of their own (`generation.md`, *Generating*).
 */
function slotsToAskAgain(run: Run, { choices, error }: Answer): readonly Slot[] {
  if (run.slots.length === 1 || run.abort.signal.aborted) return [];
  const unheard = run.slots.filter(
    (slot, choice) => !slot.abort.signal.aborted && choices[choice]?.heard !== true,
  );
  const isRefused = error?.code === 'INVALID_REQUEST' && unheard.length === run.slots.length;
  const isLeftOut = error === null && unheard.length < run.slots.length;
  return isRefused || isLeftOut ? unheard : [];
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
      ({ index, nodeId, ask, state, text, finishReason, error }): SlotSnapshot => ({
        slot: index,
        positionId: positionOpenedBy(nodeId),
        agentId: ask.agent.id,
        state,
        text,
        finishReason,
        error,
      }),
    ),
  };
}
