import { assert } from '../../../../core/assert.ts';
import type { CapName } from '../../../../core/commands/caps.ts';
import type { AgentPermits } from '../../../../core/context/addendum.ts';
import type { Exchange } from '../../../../core/context/collaborator.ts';
import { estimateTokens } from '../../../../core/context/estimate-tokens.ts';
import type { MessagesContext } from '../../../../core/context/messages.ts';
import { formatResults } from '../../../../core/context/results.ts';
import { AspenError } from '../../../../core/errors.ts';
import {
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
  type TurnId,
} from '../../../../core/ids.ts';
import { shortVersion } from '../../../../core/proposals/document-version.ts';
import { type Agent, permissionOf, permissionsOf } from '../../../../core/tree/agent.ts';
import type { CardAnswer, TurnPhase, TurnSnapshot } from '../../../../ipc/wire/turn.ts';
import { describeError } from '../../../../ui-text/errors.ts';
import { transactWithRetry } from '../../../store/connection/store.ts';
import { addCall, finishTurn, noteUse } from '../../../store/tables/agent-turns.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findUnsent } from '../../../store/tree/find-unsent.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import type { GroveLore } from '../../lore/grove-lore.ts';
import type { Decisions, SnapshotsAndAnswers } from '../../proposals/snapshots-and-answers.ts';
import type { KeptInstruction } from '../../writing/write-note.ts';
import type { AgentScope, CommandContext } from '../command-context.ts';
import { CommandRunner } from '../command-runner.ts';
import type { TurnHolds } from '../held-targets.ts';
import type { ContinuationMaker, ContinuationOrder, MadeContinuation } from '../make-continuations.ts';
import { readMemory } from '../memory/read-memory.ts';
import type { CallModel, ModelAnswer, RunningCall, TokenPrice } from './call-model.ts';
import { UNSENT_SINCE, withheldBecause } from './recalled-results.ts';
import { commandsIn, type LineResult, TurnCommands } from './turn-commands.ts';
import { turnContext } from './turn-context.ts';
import type { WorkingAgent } from './turn-place.ts';
import { TurnUse, tooMuch } from './turn-use.ts';

/** The end of a turn. */
interface TurnEnd {
  readonly state: 'done' | 'stopped' | 'capped' | 'failed';
  readonly capped: CapName | null;
  readonly error: AspenError | null;
}

/**
 * A turn from its first call to its end (`agents.md`, *A turn*): calls to the agent's model, the commands of each answer,
 * and their results, which the next call is sent.
 */
export class TurnRun {
  readonly order: TurnOrder;
  readonly #options: TurnRunOptions;
  readonly #among: TurnAmongOthers;
  /** Resolves when it has ended, by itself or otherwise. */
  readonly ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  readonly #use: TurnUse;
  readonly #stop = new AbortController();
  readonly #exchanges: { readonly answer: string; readonly results: readonly LineResult[] }[] = [];
  #runner: CommandRunner | undefined;
  #commands: TurnCommands | undefined;
  #call: RunningCall | undefined;
  #answer: ModelAnswer | undefined;
  /** The message that the next one follows. */
  #parentId: PositionId;
  #originId: NodeId;
  #running: Promise<void> | undefined;
  /** When the latest call was made. */
  #requestedAt = 0;
  readonly #decisions = new ReportedDecisions();
  /** The time ended during a call. */
  #isTimeUp = false;
  #phase: TurnPhase = 'queued';
  #end: TurnEnd | null = null;

  constructor(order: TurnOrder, options: TurnRunOptions, among: TurnAmongOthers) {
    this.order = order;
    this.#options = options;
    this.#among = among;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#use = new TurnUse(
      order.agent.configuration.caps,
      this.#priceOf(order.agent),
      options.idsAndClock.now,
    );
    this.#parentId = order.parentId;
    this.#originId = order.originId;
  }

  snapshot(): TurnSnapshot {
    const { turnId, treeId, actsOn, agent, parentId } = this.order;
    const { error = null, capped = null, state = 'running' } = this.#end ?? {};
    return {
      turnId,
      treeId,
      actsOn,
      agentId: agent.id,
      parentId,
      phase: this.#phase,
      waitsFor: this.#among.waitsFor,
      state,
      place: this.#runner?.place ?? null,
      calls: this.#use.calls,
      commands: this.#use.commands,
      capped,
      error: error === null ? null : describeError(error),
      card: this.#commands?.card ?? null,
    };
  }

  /** Carries out the turn, once. Does not throw: what fails is in the snapshot. */
  run(): Promise<void> {
    this.#running ??= this.#runOnce();
    return this.#running;
  }

  async #runOnce(): Promise<void> {
    this.#use.resume();
    const end = this.#stop.signal.aborted ? STOPPED : await this.#carryOut();
    try {
      this.#finish(end);
    } finally {
      // Resumes those that wait for it even after a failure.
      this.#resolveEnded();
    }
  }

  /** Ends the turn as soon as possible; what has arrived is kept. `run` resolves when it has ended. */
  stop(): void {
    this.#stop.abort();
    this.#call?.stop();
  }

  /** A person answers the card. @throws {AspenError} CONFLICT if the turn does not wait for this one */
  answerCard(card: number, answer: CardAnswer): void {
    if (this.#commands?.answer(card, answer) !== true)
      throw new AspenError('CONFLICT', 'the turn does not wait for this answer');
  }

  async #carryOut(): Promise<TurnEnd> {
    try {
      this.#runner = this.#createRunner();
      this.#commands = this.#createCommands(this.#runner);
      const end = await this.#converse(this.#runner, this.#commands);
      // Without a command, there is nothing to undo: its place stays.
      this.#runner.arrive();
      return end;
    } catch (thrown) {
      if (thrown instanceof AspenError) return { state: 'failed', capped: null, error: thrown };
      this.#options.onBug('A turn failed', thrown);
      const error = new AspenError('INTERNAL', 'the turn ended with a fault of the program', {
        cause: thrown,
      });
      return { state: 'failed', capped: null, error };
    }
  }

  async #converse(runner: CommandRunner, commands: TurnCommands): Promise<TurnEnd> {
    for (let ordinal = 0; ; ordinal += 1) {
      if (this.#stop.signal.aborted) return STOPPED;
      const context = this.#contextFor(runner);
      const tokens = { promptTokens: context.tokens, completionTokens: this.order.maxTokens };
      const cap = this.#use.capFor(tokens);
      if (cap !== null) return cappedAt(cap);
      const answer = await this.#callModel(ordinal, context);
      const typed = commandsIn(answer.commands);
      const end = this.#endAfter(answer);
      if (end !== null || !typed.some(({ kind }) => kind === 'command')) {
        // No command of a failed answer is carried out; thoughts are recorded alike.
        commands.actions.skip(typed, ordinal);
        return end ?? DONE;
      }
      this.#setPhase('commands');
      const results = await commands.run(typed, ordinal);
      this.#exchanges.push({ answer: answer.commands?.text ?? '', results });
    }
  }

  /** Calls the agent's model, and counts the tokens used. The answer is in the file. */
  async #callModel(ordinal: number, context: MessagesContext): Promise<ModelAnswer> {
    const { turnId, treeId, agent, parentId, maxTokens, instruction } = this.order;
    const { store, callModel } = this.#options;
    this.#setPhase('calling');
    this.#requestedAt = this.#options.idsAndClock.now();
    const place = { parentId: this.#parentId, originId: this.#originId };
    const instructionId = instruction?.noteId ?? null;
    const insteadOf = this.#parentId === parentId ? this.order.insteadOf : null;
    const asked = { context, ...place, maxTokens, instructionId, insteadOf };
    const call = callModel({ turnId, ordinal, treeId, agent, ...asked });
    this.#call = call;
    this.#use.add('calls', 1);
    this.#among.onChanged();
    const timer = setTimeout(() => {
      this.#isTimeUp = true;
      call.stop();
    }, this.#use.timeLeft);
    const answer = await call.ended.finally(() => clearTimeout(timer));
    this.#call = undefined;
    this.#answer = answer;
    const received = answer.commands?.text.length ?? 0;
    this.#use.addTokens(answer.usage, {
      promptTokens: context.tokens,
      completionTokens: estimateTokens(received),
    });
    transactWithRetry(store, (tx) => {
      if (answer.response === null) addCall(tx, turnId, { ordinal, responseId: null, nodeId: null });
      noteUse(tx, turnId, this.#use.stored(null));
    });
    if (answer.nodeId !== null) {
      const position = positionOpenedBy(answer.nodeId);
      this.#among.holds.take(treeId, [{ position, under: this.#parentId }]);
      this.#parentId = position;
      this.#originId = answer.nodeId;
    }
    return answer;
  }

  /** The end of the turn after this answer; null if it continues. */
  #endAfter({ error, finishReason }: ModelAnswer): TurnEnd | null {
    if (this.#stop.signal.aborted) return STOPPED;
    if (this.#isTimeUp || this.#use.timeLeft === 0) return cappedAt('minutes');
    // Stopped like any reply, without the turn.
    if (finishReason === 'stopped') return STOPPED;
    return error === null ? null : { state: 'failed', capped: null, error };
  }

  #contextFor(runner: CommandRunner): MessagesContext {
    const { store, writerId, proposals, lore } = this.#options;
    const { turnId, treeId, parentId, actsOn, writerAt, goesOnWith, maxTokens, instruction } = this.order;
    const agent = this.#agentNow();
    const permissions = permissionsOf(agent);
    return turnContext({
      store,
      lore: (request) => lore.select(request),
      agent,
      treeId,
      at: parentId,
      actsOn,
      place: runner.place.nodeId,
      writer: { id: writerId, place: writerAt },
      others: this.#among.others(),
      exchanges: this.#exchangesFor(permissions),
      running: { turnId, at: this.#parentId },
      goesOnWith,
      instruction: instruction?.text ?? null,
      capsLeft: this.#use.left(),
      preferences: this.#options.preferences(),
      maxTokens,
      permissions,
      decisions: this.#decisions.tell(proposals.takeDecisions(actsOn, agent.id)),
    });
  }

  /** With the permissions that it has now and here: what is withdrawn holds at once. */
  #agentNow(): Agent {
    const { agent } = this.order;
    const { store, permitted } = this.#options;
    return { ...agent, permissions: permitted(getAgent(store, agent.id)).permissions };
  }

  /** The calls so far, without results that the agent may not read any more, and those of texts that are not sent any more. */
  #exchangesFor(permissions: AgentPermits): readonly Exchange[] {
    const { store } = this.#options;
    const { contextLength = Number.MAX_SAFE_INTEGER } = this.order.agent.configuration;
    const told = ({ line, text, readsDocuments, shown, ...about }: LineResult) => {
      // Without permission, it was sent no words of documents.
      const withheld = readsDocuments ? withheldBecause(store, about, true, permissions) : null;
      return { line, text: withheld ?? (findUnsent(store, shown).size > 0 ? UNSENT_SINCE : text) };
    };
    return this.#exchanges.map(({ answer, results }) => ({
      answer,
      results: formatResults(results.map(told), contextLength),
      commands: results.length,
    }));
  }

  /** The record of the answer whose commands are carried out. */
  #responseOfCall() {
    const { response, finishReason } = this.#answer ?? {};
    assert(response != null && finishReason !== undefined, 'commands come from an answer that is stored');
    return { responseId: response.id, responseHash: response.hash, finishReason };
  }

  #createRunner(): CommandRunner {
    const { store, transactions, idsAndClock, writerId, writerWork, generate, preferences } = this.#options;
    const { proposals, wantSummary } = this.#options;
    const { turnId, treeId, actsOn, agent, at, sharesDraft } = this.order;
    const context: CommandContext = {
      store,
      treeId: actsOn,
      actor: { id: agent.id, type: 'model' },
      transactions,
      idsAndClock,
      writerId,
      writerWork,
      preferences,
      ...(wantSummary === undefined ? {} : { wantSummary }),
      signal: this.#stop.signal,
      holds: this.#among.holds,
      generate: {
        estimate: (request) => generate.estimate(request),
        make: (request, _signal, onRequested) => this.#generate(request, onRequested),
      },
      edits: {
        proposals,
        sharesDraft,
        window: agent.configuration.contextLength ?? null,
      },
      memory: {
        read: (gate) => {
          // The most recent actions are part of it.
          this.#commands?.actions.flush();
          const readsDocuments = permissionOf(this.#agentNow(), 'doc_read') !== 'never';
          return readMemory(store, treeId, this.#parentId, {
            id: agent.id,
            isPerson: false,
            readsDocuments,
            gate,
          });
        },
      },
      turn: {
        turnId,
        requestedAt: () => this.#requestedAt,
        action: () => this.#commands?.actions.ordinal ?? 0,
        answer: () => this.#responseOfCall(),
        onWriting: (tx, inverse, at) => this.#commands?.actions.onWriting(tx, inverse, at),
        onRequested: (positions) => this.#commands?.actions.onRequested(positions),
        onProposed: (inverse, at) => this.#commands?.actions.onProposed(inverse, at),
      },
    };
    return new CommandRunner(context, at ?? sqlViews(store, actsOn, agent.id).path.head, at !== null);
  }

  #createCommands(runner: CommandRunner): TurnCommands {
    const { store, idsAndClock } = this.#options;
    const { turnId, actsOn } = this.order;
    return new TurnCommands({
      store,
      idsAndClock,
      turnId,
      agent: () => this.#agentNow(),
      actsOn,
      runner,
      use: this.#use,
      signal: this.#stop.signal,
      onCard: () => this.#setPhase(this.#commands?.card == null ? 'commands' : 'asking'),
      onProgress: () => this.#among.onChanged(),
    });
  }

  /** Asks another agent for continuations, whose tokens are this turn's too. */
  async #generate(
    order: ContinuationOrder,
    onRequested: (positions: readonly PositionId[]) => void,
  ): Promise<readonly MadeContinuation[]> {
    const { generate } = this.#options;
    const { count, maxTokens, agent } = order;
    const { sent } = generate.estimate(order);
    const price = this.#priceOf(agent);
    const excess = this.#use.excessOf(
      { promptTokens: count * sent, completionTokens: count * maxTokens },
      price,
    );
    if (excess !== null) throw tooMuch(excess);
    this.#setPhase('continuing');
    const timeIsUp = new AbortController();
    const timer = setTimeout(() => timeIsUp.abort(), this.#use.timeLeft);
    const signal = AbortSignal.any([this.#stop.signal, timeIsUp.signal]);
    const made = await generate.make(order, signal, onRequested).finally(() => clearTimeout(timer));
    this.#addUseOf(made, sent, price);
    this.#setPhase('commands');
    return made;
  }

  /** Each answer counts once, as its provider counted it. @param sent tokens, estimated, for each continuation */
  #addUseOf(made: readonly MadeContinuation[], sent: number, price: TokenPrice | null): void {
    const counted = new Set<string>();
    for (const { answer, text } of made) {
      if (answer !== null && counted.has(answer.id)) continue;
      if (answer?.usage) counted.add(answer.id);
      const estimate = { promptTokens: sent, completionTokens: estimateTokens(text.length) };
      this.#use.addTokens(answer?.usage ?? null, estimate, price);
    }
  }

  #priceOf({ modelRef }: Agent): TokenPrice | null {
    return modelRef === null ? null : this.#options.findPrice(modelRef);
  }

  #setPhase(phase: TurnPhase): void {
    this.#phase = phase;
    this.#among.onChanged();
  }

  #finish(end: TurnEnd): void {
    const { store, idsAndClock, onBug } = this.#options;
    const { state, capped } = end;
    this.#end = end;
    this.#phase = 'ended';
    try {
      const used = this.#use.stored(capped);
      const endedAt = idsAndClock.now();
      transactWithRetry(store, (tx) => {
        this.#commands?.actions.writeWaiting(tx);
        finishTurn(tx, this.order.turnId, { state, used, endedAt });
      });
    } catch (error) {
      // The next opening of the file ends it.
      if (!(error instanceof AspenError)) onBug('A turn could not be ended', error);
      else this.#end = { state: 'failed', capped, error: end.error ?? error };
    }
    this.#among.onChanged();
  }
}

const DONE: TurnEnd = { state: 'done', capped: null, error: null };
const STOPPED: TurnEnd = { state: 'stopped', capped: null, error: null };

function cappedAt(capped: CapName): TurnEnd {
  return { state: 'capped', capped, error: null };
}

/** The writer's decisions about an agent's suggestions, as a turn reports them (`edits.md`, *In the manuscript*). */
class ReportedDecisions {
  readonly #told = new Map<TreeId, Decisions>();

  /**
   * All decisions reported in the turn, and new ones: each call is sent the loom context again.
   * @param latest one of a tree
   * @returns `accepted 2, rejected 1, version=9f2c41d0a7be`, of several trees with `;` between; null if nothing was
   *   decided
   */
  tell(latest: readonly Decisions[]): string | null {
    for (const { treeId, accepted, rejected, version } of latest) {
      const before = this.#told.get(treeId) ?? { accepted: 0, rejected: 0 };
      const sum = { accepted: before.accepted + accepted, rejected: before.rejected + rejected };
      this.#told.set(treeId, { treeId, ...sum, version });
    }
    if (this.#told.size === 0) return null;
    return [...this.#told.values()]
      .map(
        ({ accepted, rejected, version }) =>
          `accepted ${accepted}, rejected ${rejected}, version=${shortVersion(version)}`,
      )
      .join('; ');
  }
}

/** A turn's access to the grove. */
export interface TurnRunOptions extends AgentScope {
  /** An agent with its permissions on this computer. */
  permitted(agent: Agent): Agent;
  readonly callModel: CallModel;
  readonly generate: ContinuationMaker;
  readonly lore: GroveLore;
  /** Makes snapshots and proposals. */
  readonly proposals: SnapshotsAndAnswers;
  /** The price of a model's tokens; null if unknown. @param modelRef `provider:model` */
  findPrice(modelRef: string): TokenPrice | null;
  onBug(what: string, error: unknown): void;
}

/** A turn among those that run with it. */
interface TurnAmongOthers {
  readonly holds: TurnHolds;
  /** Turns that it waits for before it begins. */
  readonly waitsFor: readonly TurnId[];
  /** The other agents that work in the tree that it acts on. */
  others(): readonly WorkingAgent[];
  /** Its snapshot changed. */
  onChanged(): void;
}

/** A turn of an agent in a conversation. */
export interface TurnOrder {
  readonly turnId: TurnId;
  /** The conversation. */
  readonly treeId: TreeId;
  readonly agent: Agent;
  /** The message that is answered, and its version that the writer saw. */
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The tree that its commands act on. */
  readonly actsOn: TreeId;
  /** The agent's first place in that tree; null for its present one. */
  readonly at: PositionId | null;
  /** The writer began it from that tree, so that its draft may be read. */
  readonly sharesDraft: boolean;
  /** The writer's place in that tree. */
  readonly writerAt: PositionId;
  readonly maxTokens: number;
  readonly goesOnWith: TurnId | null;
  /** The writer's instruction for this reply. */
  readonly instruction: KeptInstruction | null;
  /** The reply in whose place its first message is shown; null for none. */
  readonly insteadOf: PositionId | null;
}
