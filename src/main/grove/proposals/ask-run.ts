import type { MessagesContext } from '../../../core/context/messages.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, ProposalId, ResponseId, TreeId } from '../../../core/ids.ts';
import { saysNoChanges } from '../../../core/proposals/ask-answer.ts';
import { contextAfterRefusal } from '../../../core/proposals/ask-prompt.ts';
import { answerTokens } from '../../../core/proposals/ask-room.ts';
import type { AskedPlan } from '../../../core/proposals/plan-answer.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { EditAsk } from '../../../ipc/wire/proposal.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { conflictForAsked } from '../../../ui-text/proposals.ts';
import { ANY_LENGTH, windowOf } from '../../generation/agent-context.ts';
import type { ResponseToStore } from '../../generation/answer-to-store.ts';
import { type RequestAnswerOptions, requestAnswer } from '../../generation/request-answer.ts';
import { type ChoiceAnswer, cutOffError } from '../../generation/run-continuation.ts';
import type { PlanEdit, SnapshotsAndAnswers, TakenSnapshot } from './snapshots-and-answers.ts';

/** The order to an agent. */
export interface AskOrder {
  readonly treeId: TreeId;
  readonly agent: Agent;
  readonly instruction: string;
  readonly snapshot: TakenSnapshot;
  readonly byPatches: boolean;
  readonly context: MessagesContext;
}

export interface AskRunOptions extends RequestAnswerOptions {
  readonly writerId: AgentId;
  readonly proposals: Pick<SnapshotsAndAnswers, 'take' | 'find' | 'propose'>;
  readonly planEdit: PlanEdit;
  /** Stores the record of an answer. @throws {AspenError} what the store throws */
  storeResponse(response: ResponseToStore): ResponseId;
  /** An unexpected error of ours, for the log. */
  onBug(what: string, error: unknown): void;
}

export interface AskListener {
  /** More has arrived of the answer. */
  onReceived(): void;
  /** Its phase has changed. */
  onPhase(): void;
}

/** An answer that came whole, or was cut off at its longest, and its suggestions. */
interface ReadAnswer {
  readonly text: string;
  readonly plan: AskedPlan;
  readonly responseId: ResponseId | null;
}

/**
 * One request for an edit, up to its proposal. An answer that does not fit is returned to the model once; if the next
 * does not fit, it is stored as refused (`edits.md`, *Reading a patch*).
 */
export class AskRun {
  readonly id: ProposalId;
  /** Resolves when nothing more will come: it has proposed something or was refused, failed, or was stopped. */
  readonly ended: Promise<void>;
  readonly #order: AskOrder;
  readonly #options: AskRunOptions;
  readonly #listener: AskListener;
  readonly #abort = new AbortController();
  readonly #requestedAt: number;
  #phase: EditAsk['phase'] = 'waiting';
  #received = 0;
  #error: WireError | null = null;

  constructor(order: AskOrder, options: AskRunOptions, listener: AskListener) {
    this.#order = order;
    this.#options = options;
    this.#listener = listener;
    this.id = options.idsAndClock.newId() as ProposalId;
    this.#requestedAt = options.idsAndClock.now();
    this.ended = this.#run().catch((thrown: unknown) => {
      if (!(thrown instanceof AspenError)) options.onBug('An ask for an edit failed', thrown);
      if (!this.#abort.signal.aborted) this.#error = describeError(thrown);
    });
  }

  get phase(): EditAsk['phase'] {
    return this.#phase;
  }

  /** UTF-16 code units of the answer that have arrived. */
  get received(): number {
    return this.#received;
  }

  /** Why it failed; null if it did not. */
  get error(): WireError | null {
    return this.#error;
  }

  stop(): void {
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    const { context, byPatches } = this.#order;
    const first = await this.#answer(context);
    if (first === null) return;
    const { refusal } = first.plan;
    const next =
      refusal === null || saysNoChanges(first.text)
        ? null
        : contextAfterRefusal(context, first.text, conflictForAsked(refusal, byPatches));
    if (next === null || !this.#fits(next) || !this.#isHeld()) return this.#propose(first);
    this.#phase = 'again';
    this.#received = 0;
    this.#listener.onPhase();
    const second = await this.#answer(next);
    if (second === null) return;
    const isWorse =
      second.plan.refusal !== null && second.plan.suggestions.length < first.plan.suggestions.length;
    this.#propose(isWorse ? first : second);
  }

  /** Null if it was stopped. @throws {AspenError} why no whole answer came */
  async #answer(context: MessagesContext): Promise<ReadAnswer | null> {
    const { treeId, agent } = this.#order;
    const { signal } = this.#abort;
    const maxTokens = this.#tokensFor(context);
    const id = `${this.id} ${this.#phase}`;
    const onText = (length: number) => this.#notifyReceived(length);
    const recorded = await requestAnswer({ agent, context, maxTokens, id, signal, onText }, this.#options);
    const { answer } = recorded;
    const [choice] = answer.choices;
    if (choice === undefined) throw new RangeError('an answer has a choice');
    const responseId = choice.heard ? this.#options.storeResponse({ treeId, ...recorded }) : null;
    if (signal.aborted) return null;
    const error = answer.error ?? errorOf(choice);
    if (error !== null) throw error;
    const { snapshot, byPatches } = this.#order;
    const { version, text, selection } = snapshot;
    const isTruncated = choice.finishReason === 'length';
    const asked = { snapshot: { version, text, selection }, answer: choice.text, byPatches, isTruncated };
    const plan = await this.#options.planEdit(asked, signal);
    return plan && { text: choice.text, plan, responseId };
  }

  #tokensFor({ tokens }: MessagesContext): number {
    const { agent, snapshot } = this.#order;
    const own = agent.configuration.maxTokens ?? null;
    return answerTokens(snapshot.text.length, tokens, windowOf(agent) ?? ANY_LENGTH, own);
  }

  /** Returns true if there is room for an answer as long as the first. */
  #fits(next: MessagesContext): boolean {
    return this.#tokensFor(next) >= this.#tokensFor(this.#order.context);
  }

  /** True if its snapshot is not stale: the text may have been excluded since, and then it is not sent again. */
  #isHeld(): boolean {
    const { treeId, agent, snapshot } = this.#order;
    return this.#options.proposals.find(treeId, agent.id, snapshot.version) !== null;
  }

  #propose({ text, plan, responseId }: ReadAnswer): void {
    const { treeId, agent, instruction } = this.#order;
    const { proposals, writerId } = this.#options;
    proposals.propose({
      treeId,
      agentId: agent.id,
      askedBy: writerId,
      directive: plan.directive,
      answer: text,
      planned: plan,
      instruction,
      responseId,
      requestedAt: this.#requestedAt,
      acceptsOnArrival: false,
    });
  }

  #notifyReceived(length: number): void {
    this.#received = length;
    if (this.#phase === 'waiting') {
      this.#phase = 'answering';
      this.#listener.onPhase();
    } else this.#listener.onReceived();
  }
}

/** Why an answer is none although no error came. */
function errorOf({ finishReason }: ChoiceAnswer): AspenError | null {
  if (finishReason === 'interrupted') return cutOffError();
  if (finishReason === 'content_filter')
    return new AspenError('CONTENT_FILTERED', 'the provider named its content filter');
  return null;
}
