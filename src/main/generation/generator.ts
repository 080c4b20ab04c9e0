import { promptOf, systemContextOf } from '../../core/context/assemble.ts';
import { type TrimmedPrompt, trimPrompt } from '../../core/context/seam.ts';
import { AspenError, describeError } from '../../core/errors.ts';
import type { JobId, NodeId, PositionId, Sha256, TreeId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { GenerationUpdate, JobSnapshot } from '../../ipc/wire/generation.ts';
import type { Store } from '../store/connection/store.ts';
import { type AnswerAsk, type PartialJournal, PartialKeeper } from './partial-journal.ts';
import { providerRequest } from './provider-request.ts';
import type { Provider } from './providers/provider.ts';
import { type Answer, runContinuation } from './run-continuation.ts';
import { type Ask, type Run, Slot } from './slot.ts';
import { storeAnswer } from './store-answer.ts';
import { Turns } from './turns.ts';
import { withRetries } from './with-retries.ts';

/** Requests under way at once for one job (`generation.md`, *Generating*). */
const IN_FLIGHT = 4;

export interface GeneratorOptions {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
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

/** What is asked for: continuations of one position, by one agent or by several. */
export interface GenerationRequest {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  /** The version at the parent that the writer had in front of them. */
  readonly originId: NodeId;
  readonly asks: readonly Ask[];
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
    const { idsAndClock } = this.#options;
    const { treeId, parentId } = request;
    const id = idsAndClock.newId() as JobId;
    const emit = (update: GenerationUpdate) => this.#options.emit(update);
    const wanted = request.asks.flatMap((ask) => Array.from({ length: ask.count }, () => ask));
    const slots = wanted.map((ask, index) => {
      const nodeId = idsAndClock.newId() as NodeId;
      return new Slot({ index, nodeId, ask, jobId: id, treeId, parentId, emit });
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
      .flatMap(({ slots }) => slots)
      .filter(({ index }) => slotIndex === null || index === slotIndex);
    for (const slot of stopped) slot.stop();
    const runs = new Set(stopped.flatMap(({ run }) => (run === undefined ? [] : [run])));
    const over = [...runs].filter((run) => run.slots.every(({ isStopped }) => isStopped));
    for (const { abort } of over) abort.abort();
    for (const slot of stopped) slot.tellStopped();
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
        for (const slot of slots) this.#fail(slot, error);
      })
      .then(() => this.#end(job, run));
  }

  /** A slot whose turn never came has nothing to keep; the job ends with its last slot. */
  #end(job: Job, run: Run): void {
    for (const slot of run.slots) {
      if (slot.run === run && slot.isWaiting) slot.settle('empty', 'stopped');
    }
    if (!job.slots.some(({ isUnderWay }) => isUnderWay)) this.#jobs.delete(job.id);
  }

  async #run(job: Job, run: Run): Promise<void> {
    const { idsAndClock, firstPause, silence } = this.#options;
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
    let requestedAt = idsAndClock.now();
    const { treeId, parentId, originId } = job.request;
    const asked = { treeId, parentId, originId, agent, context, providerId: provider.id, request };
    const ask = (kept: AnswerAsk['kept']): AnswerAsk => ({ ...asked, requestedAt, kept });
    const keeper = new PartialKeeper(this.#options.partials, idsAndClock.now, () =>
      ask(
        run.slots.flatMap(({ nodeId, text, isUnderWay }, choice) =>
          text === '' || !isUnderWay ? [] : [{ choice, nodeId }],
        ),
      ),
    );
    const attempt = () => {
      requestedAt = idsAndClock.now();
      for (const slot of run.slots) slot.tellTryingAgain();
      return runContinuation({
        provider,
        request,
        prompt,
        signal: run.abort.signal,
        onText: (choice, piece) => run.slots[choice]?.hear(piece),
        onEnd: (choice) => run.slots[choice]?.tellSaving(),
        onBegin: (peek) => keeper.follow(peek),
        isStopped: (choice) => run.slots[choice]?.isStopped === true,
        ...(silence === undefined ? {} : { silence }),
      });
    };
    const answer = await withRetries(attempt, {
      signal: run.abort.signal,
      onPause: (error, pause) => {
        for (const slot of run.slots) slot.tellPause(error, pause);
      },
      ...(firstPause === undefined ? {} : { firstPause }),
    }).catch((error: unknown) => {
      keeper.stored();
      throw error;
    });
    for (const slot of run.slots) slot.flush();
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
    return Number.parseInt(this.#options.idsAndClock.sha256(nodeId).slice(0, 8), 16) & 0x7fffffff;
  }

  /** Stores what arrived, all of it in one transaction; an empty answer is dropped, and the writer is told why. */
  #keep(
    job: Job,
    slots: readonly Slot[],
    answer: Answer,
    ask: (kept: AnswerAsk['kept']) => AnswerAsk,
    keeper: PartialKeeper,
  ): void {
    const { store, idsAndClock, sha256OfBytes, onStored } = this.#options;
    const choices = slots.flatMap((slot) => {
      const choice = slot.run?.slots.indexOf(slot) ?? -1;
      const said = answer.choices[choice];
      // One that was stopped before its first word is over already.
      return said === undefined || !slot.isUnderWay ? [] : [{ slot, choice, said }];
    });
    const kept = choices.filter(({ said }) => said.text !== '');
    const error = answer.error === null ? null : describeError(answer.error);
    if (kept.length > 0) {
      try {
        storeAnswer({
          ...ask(kept.map(({ slot, choice }) => ({ choice, nodeId: slot.nodeId }))),
          store,
          idsAndClock,
          sha256OfBytes,
          answer,
          respondedAt: idsAndClock.now(),
        });
      } catch (thrown) {
        keeper.notStored(answer);
        for (const { slot } of kept) this.#fail(slot, thrown);
        return;
      }
    }
    keeper.stored();
    for (const { slot, said } of choices) slot.settleWith(said, error);
    if (kept.length > 0) onStored(job.request.treeId, job.request.parentId);
  }

  #fail(slot: Slot, error: unknown): void {
    if (!(error instanceof AspenError)) this.#options.onBug('A continuation failed', error);
    // What is stored stays so, whatever went wrong after.
    if (slot.isUnderWay) slot.settle('failed', null, describeError(error));
  }
}

/**
 * Slots that a provider which was asked for several choices left out, or refused to serve together: they get requests
 * of their own (`generation.md`, *Generating*).
 */
function slotsToAskAgain(run: Run, { choices, error }: Answer): readonly Slot[] {
  if (run.slots.length === 1 || run.abort.signal.aborted) return [];
  const unheard = run.slots.filter((slot, choice) => !slot.isStopped && choices[choice]?.heard !== true);
  const isRefused = error?.code === 'INVALID_REQUEST' && unheard.length === run.slots.length;
  const isLeftOut = error === null && unheard.length < run.slots.length;
  return isRefused || isLeftOut ? unheard : [];
}

function snapshotOf({ id, request: { treeId, parentId }, slots }: Job): JobSnapshot {
  return { jobId: id, treeId, parentId, slots: slots.map((slot) => slot.snapshot()) };
}
