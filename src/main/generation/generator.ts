import { promptOf } from '../../core/context/assemble.ts';
import { trimPrompt } from '../../core/context/seam.ts';
import { AspenError } from '../../core/errors.ts';
import {
  type AgentId,
  type JobId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
} from '../../core/ids.ts';
import type { ReplacedText } from '../../core/rewrites/offer-replacement.ts';
import { MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/new-node.ts';
import { isHeldBack } from '../../core/tree/tree-node.ts';
import type {
  ContinuationJob,
  GenerationUpdate,
  JobSnapshot,
  ReplacementJob,
} from '../../ipc/wire/generation.ts';
import { describeError } from '../../ui-text/errors.ts';
import type { AgentContext } from './agent-context.ts';
import type { Answer, ChoiceAnswer } from './answer-parts.ts';
import type { AnswerPlace } from './answer-reader.ts';
import type {
  AnswerToStore,
  CallOfTurn,
  ContinuationTarget,
  GenerationTarget,
  ReplacementTarget,
  StoredVersions,
} from './answer-to-store.ts';
import { type AnswerRequest, type PartialJournal, PartialSaver } from './partial-journal.ts';
import type { Provider, ProviderRequest } from './providers/provider.ts';
import {
  agentAsServed,
  type FoundModel,
  findModel,
  providerRequest,
  seedFrom,
  withRetries,
} from './request-answer.ts';
import type { Sha256OfStream } from './response-body.ts';
import { runContinuation } from './run-continuation.ts';
import { type AgentRequest, type Run, Slot } from './slot.ts';
import { Beginnings } from './text-model/beginnings.ts';

const NO_OUTCOME: CallOutcome = { answer: null, isStored: false, error: null };

/** Requests under way at once for one job (`generation.md`, *Generating*). */
const IN_FLIGHT = 4;

export interface GeneratorOptions {
  /** Stores an answer. @throws {AspenError} what the store throws; then nothing is written */
  store(answer: AnswerToStore): StoredVersions;
  readonly idsAndClock: IdsAndClock;
  createSha256(): Sha256OfStream;
  /** Undefined if no provider has this id. */
  findProvider(id: string): Provider | undefined;
  /** Delay before the first retry, in milliseconds; tests override the default. */
  readonly firstPause?: number;
  /** Silence of a provider after which the request is aborted, in milliseconds; tests override the default. */
  readonly silence?: number;
  /** Stores text that has arrived and is not in the grove yet. */
  readonly partials: PartialJournal;
  /**
   * The first of a request's continuations that may be shown is stored, and no earlier one still runs. Called before
   * the update that ends its slot, once for each request.
   */
  onShowable?(continuation: ShowableContinuation): void;
  emit(update: GenerationUpdate): void;
  /** An unexpected error of ours, for the log. */
  onBug(what: string, error: unknown): void;
}

/** A stored continuation that is shown for its request: the writer need not choose it. */
export interface ShowableContinuation {
  readonly jobId: JobId;
  readonly treeId: TreeId;
  readonly requestedBy: AgentId;
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  /** The reply beside which it was requested; null for none. */
  readonly insteadOf: PositionId | null;
}

/** A request for texts with one target, by one agent or several. */
export interface GenerationRequest {
  readonly treeId: TreeId;
  /** The person or the agent that makes the request. */
  readonly requestedBy: AgentId;
  readonly target: RequestTarget;
  readonly agentRequests: readonly AgentRequest[];
  /** The texts of the continuations that are there, or how they begin: the offline agent begins otherwise. */
  readonly siblings?: readonly string[];
  /** All its slots have ended, and what came is stored. Called once. */
  readonly onEnded?: (job: JobSnapshot) => void;
  /** For a call of an agent's turn, which has one slot. */
  readonly call?: TurnCall;
}

/** A call of an agent's turn: its answer may have no message and only act. */
export interface TurnCall extends CallOfTurn {
  /** Length of the start of an answer that is not the agent's (`AnswerBounds`). */
  copyAtStart(text: string, isWhole: boolean): number | null;
  /** The call is over, and stored if anything came. Called once. */
  onEnded(outcome: CallOutcome): void;
}

export interface CallOutcome {
  /** Null if no request was made, or it could not be stored. */
  readonly answer: Answer | null;
  /** The file has the call. */
  readonly isStored: boolean;
  /** Why it failed; null if it ended or was stopped. */
  readonly error: AspenError | null;
}

/** A request whose target is of one kind. */
type RequestWith<T> = Omit<GenerationRequest, 'target'> & { readonly target: T };

interface Job {
  readonly id: JobId;
  readonly request: GenerationRequest;
  readonly slots: readonly Slot[];
  readonly limiter: ConcurrencyLimiter;
  /** Shared by the jobs that run at one position. */
  readonly beginnings: Beginnings;
  /** The slot whose text the writer chose to read while several stream. */
  preferred: number | null;
  /** The writer need not choose: one of its continuations is shown. */
  isShown: boolean;
  outcome: CallOutcome;
}

/** Runs the requests for continuations of one grove, each slot independently (`house.md`, *Three continuations*). */
export class Generator {
  readonly #options: GeneratorOptions;
  readonly #jobs = new Map<JobId, Job>();

  constructor(options: GeneratorOptions) {
    this.#options = options;
  }

  /**
   * Starts a job and returns at once; everything else arrives as updates. Node ids are assigned now, so that
   * siblings are in the order they were requested, whichever finishes first.
   * @throws {AspenError} MODEL_NOT_FOUND if no provider has an agent's model
   */
  start(request: RequestWith<ContinuationTarget>): ContinuationJob;
  start(request: RequestWith<ReplacementOfText>): ReplacementJob;
  start(request: GenerationRequest): JobSnapshot {
    for (const { agent } of request.agentRequests) this.requireModel(agent);
    const { idsAndClock } = this.#options;
    const { treeId, requestedBy } = request;
    const parentId = parentOf(request.target);
    const id = idsAndClock.newId() as JobId;
    const emit = (update: GenerationUpdate) => this.#options.emit(update);
    const agentRequests = request.agentRequests.flatMap((agentRequest) =>
      Array.from({ length: agentRequest.count }, () => agentRequest),
    );
    const slots = agentRequests.map((agentRequest, index) => {
      const nodeId = idsAndClock.newId() as NodeId;
      return new Slot({ index, nodeId, agentRequest, jobId: id, treeId, requestedBy, parentId, emit });
    });
    const job: Job = {
      id,
      request,
      slots,
      limiter: new ConcurrencyLimiter(IN_FLIGHT),
      beginnings: this.#beginningsFor(request),
      preferred: null,
      isShown: false,
      outcome: NO_OUTCOME,
    };
    this.#jobs.set(id, job);
    for (const agentRequest of request.agentRequests) {
      const own = slots.filter((slot) => slot.agentRequest === agentRequest);
      const { provider, model } = this.#findModel(agentRequest.agent);
      const most = provider.mostChoices(model);
      for (let at = 0; at < own.length; at += most) this.#begin(job, own.slice(at, at + most));
    }
    return snapshotOf(job);
  }

  /** Stops one slot, a job or everything; resolves once the text of the requests that this ends is stored. */
  async stop(jobId: JobId | null, slotIndex: number | null): Promise<void> {
    const stopped = [...this.#jobs.values()]
      .filter(({ id }) => jobId === null || id === jobId)
      .flatMap(({ slots }) => slots)
      .filter(({ index }) => slotIndex === null || index === slotIndex);
    for (const slot of stopped) slot.stop();
    const runs = new Set(stopped.flatMap(({ run }) => (run === undefined ? [] : [run])));
    const over = [...runs].filter((run) => run.slots.every(({ isStopped }) => isStopped));
    for (const { abort } of over) abort.abort();
    for (const slot of stopped) slot.notifyStopped();
    await Promise.all(over.map(({ ended }) => ended));
  }

  /** Stops the running jobs of a tree; resolves as `stop` does. */
  async stopInTree(treeId: TreeId): Promise<void> {
    const jobs = [...this.#jobs.values()].filter(({ request }) => request.treeId === treeId);
    await Promise.all(jobs.map(({ id }) => this.stop(id, null)));
  }

  /** The running jobs of a tree (null: of all), in the order they were started. */
  running(treeId: TreeId | null): readonly JobSnapshot[] {
    return [...this.#jobs.values()]
      .filter(({ request }) => treeId === null || request.treeId === treeId)
      .map(snapshotOf);
  }

  /** The writer reads this one of the texts that stream: it is shown for the request, unless it fails. */
  prefer(jobId: JobId, slotIndex: number): void {
    const job = this.#jobs.get(jobId);
    if (job !== undefined) job.preferred = slotIndex;
  }

  /** @throws {AspenError} MODEL_NOT_FOUND if no provider has the agent’s model */
  requireModel(agent: Agent): void {
    this.#findModel(agent);
  }

  /** As `agentAsServed`. */
  asServed(agent: Agent): Agent {
    return agentAsServed(agent, (id) => this.#options.findProvider(id));
  }

  /** True if an agent's model continues a message of its own at the end of its context. @throws as `requireModel` */
  continuesMessages(agent: Agent): boolean {
    const { provider, model } = this.#findModel(agent);
    return provider.continuesMessages(model);
  }

  /** The beginnings of a request's siblings, including those still running. */
  #beginningsFor({ treeId, target, siblings = [] }: GenerationRequest): Beginnings {
    const parentId = parentOf(target);
    const atParent = ({ request }: Job) => request.treeId === treeId && parentOf(request.target) === parentId;
    const running = parentId === null ? undefined : [...this.#jobs.values()].find(atParent);
    const beginnings = running?.beginnings ?? new Beginnings();
    beginnings.takeFrom(siblings);
    return beginnings;
  }

  #findModel(agent: Agent): FoundModel {
    return findModel(agent, (id) => this.#options.findProvider(id));
  }

  /** Makes one request for these slots as soon as the concurrency limit allows. */
  #begin(job: Job, slots: readonly Slot[]): void {
    const [first] = slots;
    if (first === undefined) return;
    const run: Run = { slots, abort: new AbortController(), ended: Promise.resolve() };
    for (const slot of slots) slot.run = run;
    const { treeId, target, call } = job.request;
    const { partials, idsAndClock } = this.#options;
    // A turn's interruption by a crash is in its trace.
    const noted =
      call === undefined && target.kind === 'continuation'
        ? { nodeId: first.nodeId, treeId, parentId: target.parentId, count: slots.length }
        : null;
    const saver = new PartialSaver(partials, idsAndClock.now, noted);
    run.ended = job.limiter
      .run(run.abort.signal, () => this.#run(job, run, saver))
      .catch((error: unknown) => {
        for (const slot of slots) this.#fail(slot, error);
        if (error instanceof AspenError) job.outcome = { ...NO_OUTCOME, error };
      })
      .then(() => {
        // Without a request, nothing else has forgotten it.
        saver.onStored();
        this.#end(job, run);
      });
  }

  /** Settles slots whose request was never made; removes the job after its last slot. */
  #end(job: Job, run: Run): void {
    for (const slot of run.slots) {
      if (slot.run === run && slot.isWaiting) slot.settle('empty', 'stopped');
    }
    this.#show(job);
    if (job.slots.some(({ isRunning }) => isRunning) || !this.#jobs.delete(job.id)) return;
    job.request.call?.onEnded(job.outcome);
    job.request.onEnded?.(snapshotOf(job));
  }

  async #run(job: Job, run: Run, saver: PartialSaver): Promise<void> {
    const { idsAndClock, createSha256, firstPause, silence } = this.#options;
    const [first] = run.slots;
    if (first === undefined) return;
    const { agent, context, maxTokens } = first.agentRequest;
    const { provider, model } = this.#findModel(agent);
    const request = providerRequest({
      agent,
      context,
      model,
      maxTokens,
      seed: this.#seedOf(first),
      choices: run.slots.length,
    });
    let requestedAt = idsAndClock.now();
    const { treeId, target, call } = job.request;
    const shared = {
      treeId,
      target: targetToStore(target),
      agent,
      context,
      providerId: provider.id,
      request,
      ...(call === undefined ? {} : { call: { turnId: call.turnId, ordinal: call.ordinal } }),
    };
    const answerRequest = (kept: AnswerRequest['kept']): AnswerRequest => ({
      ...shared,
      requestedAt,
      kept,
    });
    const askForAll = () => answerRequest(run.slots.map(({ nodeId }, choice) => ({ choice, nodeId })));
    const attempt = () => {
      requestedAt = idsAndClock.now();
      for (const slot of run.slots) slot.notifyRetrying();
      return runContinuation({
        provider,
        request,
        place: answerPlaceOf(context, request, job.request),
        signal: run.abort.signal,
        beginnings: job.beginnings,
        createSha256,
        onBegin: (texts) => {
          saver.onBegin(askForAll);
          for (const [choice, text] of texts.entries()) run.slots[choice]?.onBegin(text);
        },
        onEvent: (event) => {
          const slot = 'choice' in event ? run.slots[event.choice] : undefined;
          if (event.type === 'thinking') return slot?.notifyThinking();
          if (slot?.isRunning !== false) saver.onEvent(event);
          if (event.type === 'text') slot?.notifyText(event.text, event.isAnew === true);
          else if (event.type === 'finish') slot?.notifyEnd();
        },
        isStopped: (choice) => run.slots[choice]?.isStopped === true,
        ...(silence === undefined ? {} : { silence }),
      });
    };
    const answer = await withRetries(attempt, {
      signal: run.abort.signal,
      onPause: (error, pause) => {
        for (const slot of run.slots) slot.notifyPause(error, pause);
      },
      ...(firstPause === undefined ? {} : { firstPause }),
    }).catch(async (error: unknown) => {
      await saver.onStoreFailed({ choices: [] });
      throw error;
    });
    for (const slot of run.slots) slot.flush();
    const retried = slotsToRetry(run, answer);
    await this.#store(
      job,
      run.slots.filter((slot) => !retried.includes(slot)),
      answer,
      answerRequest,
      saver,
    );
    for (const slot of retried) this.#begin(job, [slot]);
  }

  /** The agent's seed plus the index; without one, a seed from the node's id. It is in the record. */
  #seedOf({ nodeId, index, agentRequest }: Slot): number {
    const { seed } = agentRequest.agent.configuration;
    if (seed !== undefined) return seed + index;
    return seedFrom(nodeId);
  }

  /** Stores the text of all slots in one transaction; empty ones are dropped, and the writer is sent the reason. */
  async #store(
    job: Job,
    slots: readonly Slot[],
    answer: Answer,
    answerRequest: (kept: AnswerRequest['kept']) => AnswerRequest,
    saver: PartialSaver,
  ): Promise<void> {
    const { store, idsAndClock } = this.#options;
    const choices = slots.flatMap((slot) => {
      const choice = slot.run?.slots.indexOf(slot) ?? -1;
      const choiceAnswer = answer.choices[choice];
      // A slot that was stopped before its first text is already settled.
      return choiceAnswer === undefined || !slot.isRunning ? [] : [{ slot, choice, choiceAnswer }];
    });
    const kept = choices.filter(({ choiceAnswer }) => choiceAnswer.text !== '');
    const error = answer.error === null ? null : describeError(answer.error);
    const hasCall = job.request.call !== undefined && answer.choices.some(({ heard }) => heard);
    let versions: StoredVersions = new Map();
    if (kept.length > 0 || hasCall) {
      try {
        versions = store({
          ...answerRequest(kept.map(({ slot, choice }) => ({ choice, nodeId: slot.nodeId }))),
          answer,
          respondedAt: idsAndClock.now(),
        });
      } catch (thrown) {
        const saved = saver.onStoreFailed(answer);
        for (const { slot } of hasCall ? choices : kept) this.#fail(slot, thrown);
        if (thrown instanceof AspenError) job.outcome = { ...NO_OUTCOME, error: thrown };
        await saved;
        return;
      }
    }
    saver.onStored();
    job.outcome = { answer, isStored: hasCall, error: answer.error };
    this.#show(job, new Map(choices.map(({ slot, choiceAnswer }) => [slot, choiceAnswer])));
    for (const { slot, choice, choiceAnswer } of choices)
      slot.settleAnswer(choiceAnswer, error, versions.get(choice));
  }

  /** @param settling slots that are stored and end next */
  #show(job: Job, settling: ReadonlyMap<Slot, ChoiceAnswer> = new Map()): void {
    const { target } = job.request;
    const parentId = parentOf(target);
    if (job.isShown || parentId === null) return;
    const mayBeShown = (slot: Slot) => {
      const answer = settling.get(slot);
      if (answer !== undefined) return answer.text !== '' && !isHeldBack(answer.finishReason);
      return slot.isRunning || slot.isShowable;
    };
    const open = job.slots.filter(mayBeShown);
    const slot = open.find(({ index }) => index === job.preferred) ?? open[0];
    if (slot === undefined || (slot.isRunning && !settling.has(slot))) return;
    job.isShown = true;
    const { treeId, requestedBy } = job.request;
    const positionId = positionOpenedBy(slot.nodeId);
    const insteadOf = (target.kind === 'continuation' ? target.insteadOf : null) ?? null;
    this.#options.onShowable?.({ jobId: job.id, treeId, requestedBy, parentId, positionId, insteadOf });
  }

  #fail(slot: Slot, error: unknown): void {
    if (!(error instanceof AspenError)) this.#options.onBug('A continuation failed', error);
    // A stored slot stays stored, whatever failed afterwards.
    if (slot.isRunning) slot.settle('failed', null, describeError(error));
  }
}

/**
 * Slots that a provider left out when several choices were requested, or all of them if it refused the
 * combined request: each gets its own request (`generation.md`, *Generating*).
 */
function slotsToRetry(run: Run, { choices, error }: Answer): readonly Slot[] {
  if (run.slots.length === 1 || run.abort.signal.aborted) return [];
  const unanswered = run.slots.filter((slot, choice) => !slot.isStopped && choices[choice]?.heard !== true);
  const isRefused = error?.code === 'INVALID_REQUEST' && unanswered.length === run.slots.length;
  const isIncomplete = error === null && unanswered.length < run.slots.length;
  return isRefused || isIncomplete ? unanswered : [];
}

function snapshotOf({ id, request, slots }: Job): JobSnapshot {
  const { treeId, requestedBy, target, call } = request;
  const turnId = call?.turnId ?? null;
  const job = { jobId: id, treeId, requestedBy, turnId, slots: slots.map((slot) => slot.snapshot()) };
  if (target.kind !== 'continuation')
    return { ...job, parentId: null, continues: false, replaces: target.parts };
  const { parentId, continues = false, insteadOf } = target;
  return { ...job, parentId, continues, ...(insteadOf === undefined ? {} : { insteadOf }), replaces: null };
}

/** Limits how many tasks run at once; the others wait in order. */
class ConcurrencyLimiter {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Runs `task` as soon as the limit allows; not at all if `signal` aborts before. */
  async run(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
    if (!(await this.#enter(signal))) return;
    try {
      await task();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  async #enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        resolve(false);
      };
      this.#queue.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** The replaced part, with its text and the text around it, by which an answer is read. */
type ReplacementOfText = ReplacementTarget & ReplacedText;

/** The target of a request. */
type RequestTarget = ContinuationTarget | ReplacementOfText;

/** The target as it is stored: the texts are in the tree. */
function targetToStore(target: RequestTarget): GenerationTarget {
  if (target.kind === 'continuation') return target;
  const { kind, originId, parts, run } = target;
  return { kind, originId, parts, ...(run === undefined ? {} : { run }) };
}

/** The position that is continued; null for a replacement. */
function parentOf(target: RequestTarget): PositionId | null {
  return target.kind === 'continuation' ? target.parentId : null;
}

/** The use for which a request's answers are read. */
function answerPlaceOf(
  context: AgentContext,
  { style }: ProviderRequest,
  { call, target }: Pick<GenerationRequest, 'call' | 'target'>,
): AnswerPlace {
  if (call !== undefined)
    return {
      kind: 'commands',
      bounds: { longest: MAX_TEXT_LENGTH, copyAtStart: (text, isWhole) => call.copyAtStart(text, isWhole) },
    };
  if (target.kind === 'replacement') {
    if (target.run !== undefined) return { kind: 'fence' };
    const { before, replaced, after } = target;
    return { kind: 'replacement', text: { before, replaced, after }, isChat: style !== 'completion' };
  }
  if (context.kind === 'messages') return { kind: 'message', reply: context.reply };
  if (context.reply !== undefined) return { kind: 'message', reply: context.reply };
  return { kind: 'document', prompt: trimPrompt(promptOf(context)), isChat: style !== 'completion' };
}
