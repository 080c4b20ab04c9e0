import { type Insertion, insertionsOf } from '../../../core/context/insertion.ts';
import { lengthOf, type MessagesContext } from '../../../core/context/messages.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, ProposalId, ResponseId, TreeId } from '../../../core/ids.ts';
import { LORE_SCAN } from '../../../core/lore/lore-entry.ts';
import { textUpTo } from '../../../core/lore/scanned-text.ts';
import { declinesChanges } from '../../../core/proposals/ask-answer.ts';
import {
  type AskedText,
  answerTokens,
  contextAfterRefusal,
  type EditPrompt,
  editContext,
  longestText,
} from '../../../core/proposals/ask-prompt.ts';
import type { AskedPlan } from '../../../core/proposals/plan-answer.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { type Agent, continuesTexts } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { PathReply } from '../../../ipc/wire/path.ts';
import type { EditAsk, EditScope } from '../../../ipc/wire/proposal.ts';
import { describeError } from '../../../ui-text/errors.ts';
import {
  ASK_IN_MANUSCRIPT,
  conflictForAsked,
  NOTHING_ASKED,
  onlyContinues,
} from '../../../ui-text/proposals.ts';
import { ANY_LENGTH, windowOf } from '../../generation/agent-context.ts';
import type { ChoiceAnswer } from '../../generation/answer-parts.ts';
import {
  agentAsServed,
  findModel,
  type RequestAnswerOptions,
  requestAnswer,
} from '../../generation/request-answer.ts';
import { cutOffError } from '../../generation/run-continuation.ts';
import { getAgent } from '../../store/tables/agents.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { GroveLore } from '../lore/grove-lore.ts';
import type { IntentParts } from '../writing/intent-writer.ts';
import { storeResponse } from '../writing/store-answer.ts';
import type { PlanEdit, SnapshotsAndAnswers, TakenSnapshot } from './snapshots-and-answers.ts';

/** Interval at which the window is sent the length that has arrived, in milliseconds. */
const INTERVAL = 250;

/** More than a selection that is quoted adds to what is sent, in UTF-16 code units. */
const ROOM_FOR_SELECTION = 1_200;

/** A writer's request to an agent. */
export interface EditRequest {
  readonly agentId: AgentId;
  readonly instruction: string;
  readonly scope: EditScope;
  /** The selection, or the caret, in the text on the screen after the typing. */
  readonly range: TextRange;
}

export interface EditAsksOptions extends AskRunOptions {
  readonly lore: GroveLore;
  /** Called when the pending requests of a tree have changed. */
  onChanged(treeId: TreeId): void;
}

/** An ask with everything that asking the same again needs. */
interface Ask {
  readonly treeId: TreeId;
  readonly request: Omit<EditRequest, 'range' | 'scope'> & { readonly scope: EditScope | null };
  readonly run: AskRun;
}

export interface AskReply {
  readonly path: PathReply;
  readonly ask: EditAsk;
}

/**
 * *Ask for an edit*: any chat model is given a snapshot and an instruction, and its answer becomes a proposal (`edits.md`). An ask
 * writes nothing but its record until then, and a crash loses it.
 */
export class EditAsks {
  readonly #options: EditAsksOptions;
  /** Pending and failed requests, in the order in which they were made. */
  readonly #asks = new Map<ProposalId, Ask>();
  /** Timers of trees whose progress the window will be sent. */
  readonly #timers = new Map<TreeId, ReturnType<typeof setTimeout>>();

  constructor(options: EditAsksOptions) {
    this.#options = options;
  }

  /**
   * Takes a snapshot of the text after the typing, and asks. Commits nothing.
   * @throws {AspenError} CONFLICT; NOT_FOUND; READ_ONLY; MODEL_NOT_FOUND; INVALID_ARGUMENT in a conversation, for an agent that
   *   is no chat model, for a blank instruction, or if the scope has no text or does not fit the agent
   */
  ask(treeId: TreeId, intent: IntentParts, { range, ...request }: EditRequest): AskReply {
    return this.#ask(treeId, intent, request, range);
  }

  /**
   * Asks the same again, of a new snapshot: by the id of a proposal, or of an ask that failed, which it takes the place of. The scope
   * is that of the old snapshot while it is held, or else the widest that fits.
   * @throws {AspenError} as `ask`; NOT_FOUND if the writer did not ask for the proposal
   */
  askAgain(treeId: TreeId, intent: IntentParts, id: ProposalId, range: TextRange): AskReply {
    const failed = this.#asks.get(id);
    if (failed !== undefined && failed.treeId === treeId && failed.run.error !== null) {
      const reply = this.#ask(treeId, intent, failed.request, range);
      this.#remove(failed);
      return reply;
    }
    const { store, proposals } = this.#options;
    const proposal = findProposal(store, id);
    if (proposal === undefined || proposal.treeId !== treeId || proposal.instruction === null)
      throw new AspenError('NOT_FOUND', `nobody asked for the proposal ${id}`);
    const { agentId, instruction, documentVersion } = proposal;
    const scope = proposals.find(treeId, agentId, documentVersion)?.scope ?? null;
    return this.#ask(treeId, intent, { agentId, instruction, scope }, range);
  }

  /** Stops an ask, or dismisses one that failed (null: every one); resolves once it has ended. It proposes nothing. */
  async stop(id: ProposalId | null): Promise<void> {
    await this.#stopThose((ask) => id === null || ask.run.id === id);
  }

  /** The same for those of a tree. */
  async stopInTree(treeId: TreeId): Promise<void> {
    await this.#stopThose((ask) => ask.treeId === treeId);
  }

  /** The pending and failed requests of a tree, in the order in which they were made. */
  asks(treeId: TreeId): readonly EditAsk[] {
    return [...this.#asks.values()].filter((ask) => ask.treeId === treeId).map(snapshotOf);
  }

  #ask(treeId: TreeId, intent: IntentParts, request: Ask['request'], range: TextRange): AskReply {
    const { store, proposals, treeSession, findProvider, preferences, onChanged } = this.#options;
    const { agentId, instruction, scope } = request;
    const tree = getTree(store, treeId);
    const agent = agentAsServed(getAgent(store, agentId), findProvider);
    if (store.readonly) throw new AspenError('READ_ONLY', 'the record of an answer could not be stored');
    if (tree.mode !== 'buffer') throw new AspenError('INVALID_ARGUMENT', ASK_IN_MANUSCRIPT);
    if (agent.type !== 'model' || continuesTexts(agent))
      throw new AspenError('INVALID_ARGUMENT', onlyContinues(agent.name));
    if (instruction.trim() === '') throw new AspenError('INVALID_ARGUMENT', NOTHING_ASKED);
    findModel(agent, findProvider);
    const byPatches = preferences().editsByPatches;
    const insertions = [...insertionsOf(tree.settings), ...this.#loreFor(tree, agent, range)];
    const promptFor = (asked: AskedText) =>
      promptOf(agent, tree, { asked, instruction, insertions, byPatches });
    const fixed = lengthOf(editContext(promptFor(NOTHING)).messages) + ROOM_FOR_SELECTION;
    const replaces = range.from === range.to ? 'all' : 'passage';
    const window = windowOf(agent) ?? ANY_LENGTH;
    const limit = longestText(fixed, window, byPatches ? 'blocks' : replaces);
    const path = treeSession(treeId).intents.stay(intent);
    const snapshot = proposals.take({ treeId, agentId, scope, range, limit });
    const run = new AskRun(
      {
        treeId,
        agent,
        instruction,
        snapshot,
        byPatches,
        context: editContext(promptFor(snapshot)),
      },
      this.#options,
      { onReceived: () => this.#notifySoon(treeId), onPhase: () => onChanged(treeId) },
    );
    const ask = { treeId, request, run };
    this.#asks.set(run.id, ask);
    void run.ended.then(() => {
      // A proposal has taken its place, or it was stopped.
      if (run.error === null) this.#remove(ask);
      else onChanged(treeId);
    });
    return { path, ask: snapshotOf(ask) };
  }

  /** The text up to the end of the selection, or around the caret, wakes entries. */
  #loreFor(tree: LoomTree, agent: Agent, { from, to }: TextRange): readonly Insertion[] {
    const { treeSession, lore } = this.#options;
    const nodes = textUpTo(
      treeSession(tree.id).shown.contextNodes(null),
      from < to ? to : to + LORE_SCAN / 2,
    );
    // The answer's length follows from the text, which depends on how much room there is.
    return lore.select({ tree, nodes, at: null, window: windowOf(agent), reserve: 0 }).insertions;
  }

  async #stopThose(isMeant: (ask: Ask) => boolean): Promise<void> {
    const stopped = [...this.#asks.values()].filter(isMeant);
    for (const { run } of stopped) run.stop();
    await Promise.all(stopped.map(({ run }) => run.ended));
    for (const ask of stopped) this.#remove(ask);
  }

  #remove({ treeId, run }: Ask): void {
    if (this.#asks.delete(run.id)) this.#options.onChanged(treeId);
  }

  #notifySoon(treeId: TreeId): void {
    if (this.#timers.has(treeId)) return;
    const notify = () => {
      this.#timers.delete(treeId);
      if (this.asks(treeId).length > 0) this.#options.onChanged(treeId);
    };
    this.#timers.set(treeId, setTimeout(notify, INTERVAL));
  }
}

const NOTHING: AskedText = {
  text: '',
  lines: { first: 1_000_000, last: 1_000_000, of: 1_000_000 },
  selection: null,
};

function promptOf(
  agent: Agent,
  { systemContext }: LoomTree,
  asked: Omit<EditPrompt, 'systemPrompt' | 'systemContext'>,
): EditPrompt {
  return {
    systemPrompt: agent.configuration.systemPrompt ?? '',
    systemContext: systemContext ?? '',
    ...asked,
  };
}

function snapshotOf({ treeId, request, run }: Ask): EditAsk {
  const { agentId, instruction } = request;
  const { id: askId, phase, received, error } = run;
  return { askId, treeId, agentId, instruction, phase, received, error };
}

/** The order to an agent. */
interface AskOrder {
  readonly treeId: TreeId;
  readonly agent: Agent;
  readonly instruction: string;
  readonly snapshot: TakenSnapshot;
  readonly byPatches: boolean;
  readonly context: MessagesContext;
}

interface AskRunOptions extends GroveScope, RequestAnswerOptions {
  readonly proposals: Pick<SnapshotsAndAnswers, 'take' | 'find' | 'propose'>;
  readonly planEdit: PlanEdit;
}

interface AskListener {
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
class AskRun {
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
      refusal === null || declinesChanges(first.text)
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
    const { transactions, idsAndClock } = this.#options;
    const responseId = choice.heard
      ? storeResponse({ treeId, ...recorded }, transactions, idsAndClock)
      : null;
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
